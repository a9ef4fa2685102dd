import { defaultPalette } from '#contract/theme/palette.ts'
import { themeCss } from '#contract/theme/themeCss.ts'

/** Returns the content of `colors.css`; a test compares the file with it, and `vitest -u` writes it. */
export const colorsCss = (): string => `/* Made from palette.ts by colorsCss.ts. */\n\n${themeCss(defaultPalette, '@theme static')}`
