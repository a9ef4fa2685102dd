import { luminance } from './color.ts'
import { derive, type Modes, type Variables, type Vision } from './derive.ts'
import type { Palette } from './palette.ts'

/** The attributes of the root element that select each set of modes. */
const selectors: readonly (readonly [attributes: string, modes: Modes])[] = [
  ['', {}],
  ['[data-dark]', { dark: true }],
  ['[data-contrast]', { contrast: true }],
  ['[data-dark][data-contrast]', { dark: true, contrast: true }],
]

/** A surface below this luminance is dark, and so are the browser's own controls on it: calendars, scroll bars. */
const DARK = 0.2
const schemeOf = (variables: Variables): string => (luminance(variables['--color-surface'] ?? '#ffffff') < DARK ? 'dark' : 'light')

/** The same attribute of the root element selects a colour vision. */
const visions: readonly (readonly [vision: Vision, names: readonly string[]])[] = [
  ['redGreen', ['protanopia', 'deuteranopia']],
  ['blueYellow', ['tritanopia']],
]

const block = (selector: string, variables: readonly (readonly [name: string, value: string])[]): string =>
  `${selector} {\n${variables.map(([name, value]) => `  ${name}: ${value.toLowerCase()};`).join('\n')}\n}\n`

/** Returns what differs from the same modes without the vision. */
const difference = (usual: Variables, other: Variables) =>
  Object.entries(other).filter(([name, value]) => usual[name as keyof Variables] !== value)

/** Returns a style sheet with everything derived from a palette, in all modes. `usual` is the selector without a mode. */
export const themeCss = (palette: Palette, usual = ':root'): string =>
  selectors
    .flatMap(([attributes, modes]) => {
      const variables = derive(palette, modes)
      // Selectors other than the root may have only variables.
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
