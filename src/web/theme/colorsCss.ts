import { defaultPalette } from '#contract/theme/palette.ts'
import { themeCss } from '#contract/theme/themeCss.ts'

/** What `colors.css` must say; a test holds the file to it, and `vitest -u` writes it. */
export const colorsCss = (): string => `/* Made from palette.ts by colorsCss.ts. */\n\n${themeCss(defaultPalette, '@theme static')}`
