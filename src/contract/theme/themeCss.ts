import { derive, type Modes } from './derive.ts'
import type { Palette } from './palette.ts'

/** The attributes of the root element under which each set of modes counts. */
const selectors: readonly (readonly [attributes: string, modes: Modes])[] = [
  ['', {}],
  ['[data-dark]', { dark: true }],
  ['[data-contrast]', { contrast: true }],
  ['[data-dark][data-contrast]', { dark: true, contrast: true }],
]

/** A style sheet with everything that is drawn from a palette, in all modes. `usual` is the selector without a mode. */
export const themeCss = (palette: Palette, usual = ':root'): string =>
  selectors
    .map(([attributes, modes]) => {
      const lines = Object.entries(derive(palette, modes)).map(([name, value]) => `  ${name}: ${value.toLowerCase()};`)
      return `${attributes ? `:root${attributes}` : usual} {\n${lines.join('\n')}\n}\n`
    })
    .join('\n')
