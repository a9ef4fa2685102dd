import { derive, type Modes } from '#contract/theme/derive.ts'
import { defaultPalette, type Palette } from '#contract/theme/palette.ts'

/**
 * Puts a theme on the page. The default palette stands in `colors.css` already, in all its modes, so
 * nothing flashes at the start; any other is written over it as variables, which the CSP allows.
 */
export const applyTheme = (palette: Palette, modes: Modes = {}): void => {
  const { style, dataset } = document.documentElement
  if (modes.dark) dataset.dark = ''
  else delete dataset.dark
  if (modes.contrast) dataset.contrast = ''
  else delete dataset.contrast
  for (const [name, value] of Object.entries(derive(palette, modes))) {
    if (palette === defaultPalette) style.removeProperty(name)
    else style.setProperty(name, value)
  }
}
