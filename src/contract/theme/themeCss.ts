import { luminance } from './color.ts'
import { derive, type Modes, type Variables, type Vision } from './derive.ts'
import type { Palette } from './palette.ts'

/** The attributes of the root element under which each set of modes counts. */
const selectors: readonly (readonly [attributes: string, modes: Modes])[] = [
  ['', {}],
  ['[data-dark]', { dark: true }],
  ['[data-contrast]', { contrast: true }],
  ['[data-dark][data-contrast]', { dark: true, contrast: true }],
]

/** Below this luminance a surface is dark, and so is what the browser draws on it by itself: calendars, scroll bars. */
const DARK = 0.2
const schemeOf = (variables: Variables): string => (luminance(variables['--color-surface'] ?? '#ffffff') < DARK ? 'dark' : 'light')

/** What the same attribute of the root element says about someone's eyes. */
const visions: readonly (readonly [vision: Vision, names: readonly string[]])[] = [
  ['redGreen', ['protanopia', 'deuteranopia']],
  ['blueYellow', ['tritanopia']],
]

const block = (selector: string, variables: readonly (readonly [name: string, value: string])[]): string =>
  `${selector} {\n${variables.map(([name, value]) => `  ${name}: ${value.toLowerCase()};`).join('\n')}\n}\n`

/** What differs from the same modes without the vision. */
const difference = (usual: Variables, other: Variables) =>
  Object.entries(other).filter(([name, value]) => usual[name as keyof Variables] !== value)

/** A style sheet with everything that is drawn from a palette, in all modes. `usual` is the selector without a mode. */
export const themeCss = (palette: Palette, usual = ':root'): string =>
  selectors
    .flatMap(([attributes, modes]) => {
      const variables = derive(palette, modes)
      // Other selectors than the root may carry nothing but variables.
      const scheme = usual === ':root' ? [['color-scheme', schemeOf(variables)] as const] : []
      return [
        block(attributes ? `:root${attributes}` : usual, [...Object.entries(variables), ...scheme]),
        ...visions.map(([vision, names]) =>
          block(
            names.map((name) => `:root${attributes}[data-vision="${name}"]`).join(',\n'),
            difference(variables, derive(palette, { ...modes, vision })),
          ),
        ),
      ]
    })
    .join('\n')
