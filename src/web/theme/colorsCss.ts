import { derive, type Modes } from '#contract/theme/derive.ts'
import { defaultPalette } from '#contract/theme/palette.ts'

const selectors: readonly (readonly [string, Modes])[] = [
  [':root[data-dark]', { dark: true }],
  [':root[data-contrast]', { contrast: true }],
  [':root[data-dark][data-contrast]', { dark: true, contrast: true }],
]

const block = (selector: string, modes: Modes): string => {
  const lines = Object.entries(derive(defaultPalette, modes)).map(([name, value]) => `  ${name}: ${value.toLowerCase()};`)
  return `${selector} {\n${lines.join('\n')}\n}\n`
}

/** What `colors.css` must say; a test holds the file to it, and `vitest -u` writes it. */
export const colorsCss = (): string =>
  [
    '/* Made from palette.ts by colorsCss.ts. */\n',
    block('@theme static', {}),
    ...selectors.map(([selector, modes]) => block(selector, modes)),
  ].join('\n')
