import { luminance } from './color.ts'
import { derive, type Modes } from './derive.ts'
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

/** A style sheet with everything that is drawn from a palette, in all modes. `usual` is the selector without a mode. */
export const themeCss = (palette: Palette, usual = ':root'): string =>
  selectors
    .map(([attributes, modes]) => {
      const variables = derive(palette, modes)
      const lines = Object.entries(variables).map(([name, value]) => `  ${name}: ${value.toLowerCase()};`)
      // Other selectors than the root may carry nothing but variables.
      if (usual === ':root')
        lines.push(`  color-scheme: ${luminance(variables['--color-surface'] ?? '#ffffff') < DARK ? 'dark' : 'light'};`)
      return `${attributes ? `:root${attributes}` : usual} {\n${lines.join('\n')}\n}\n`
    })
    .join('\n')
