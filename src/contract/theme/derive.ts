import { black, contrast, luminance, mix, onColor, shadeFor, white } from './color.ts'
import type { Palette } from './palette.ts'

/** The colour vision the colours are for: `redGreen` is protanopia and deuteranopia, `blueYellow` is tritanopia. */
export type Vision = 'redGreen' | 'blueYellow'
export type Modes = { dark?: boolean; contrast?: boolean; vision?: Vision }

/** CSS variable names with their colours. */
export type Variables = Readonly<Record<`--color-${string}`, string>>

const hues = ['primary', 'secondary', 'accent', 'success', 'warning', 'error', 'info'] as const

/**
 * Status hues for people to whom the usual ones look alike: for every theme these differ for them, in hue or in lightness.
 * theme.test.ts simulates their vision.
 */
const forVision: Record<Vision, Pick<Palette, 'success' | 'warning' | 'error' | 'info'>> = {
  redGreen: { success: '#0046c8', warning: '#f0c000', error: '#4a1400', info: '#8ad0ff' },
  blueYellow: { success: '#00a08a', warning: '#f0c000', error: '#d81b1b', info: '#2b2f77' },
}

/**
 * Colours of people and roles, the same in every theme. They are none of the status hues, and paler, so that only a status looks
 * like one.
 */
export const calmHues = { violet: '#7c5cbf', teal: '#23808a', plum: '#a2468a', brown: '#8a6a52' } as const

/**
 * What a place of the seat map is filled with while the account of its holder ends soon, and after it ended. By day these are the
 * same in every theme.
 */
const seatTints = {
  day: { ending: '#fcebc8', ended: '#f6d9d3' },
  night: { ending: '#4a3a17', ended: '#51291f' },
} as const

/**
 * The floor of the seat map, a taken place, which stands out from it, and the words of a free one, which is a hole in it: apart
 * even in a blurred picture.
 */
const seatPlaces = (
  { background, surface, text, primary }: Palette,
  { ink, ratio, isNight, isHigh }: { ink: string; ratio: number; isNight: boolean; isHigh: boolean },
): Variables => {
  const floor = isHigh ? background : isNight ? mix(black, background, 0.35) : mix(text, background, 0.1)
  const taken = isNight && !isHigh ? mix(ink, surface, 0.12) : surface
  return {
    '--color-seat-floor': floor,
    '--color-seat-taken': taken,
    '--color-seat-free': shadeFor(primary, [floor, surface], ratio),
    '--color-seat-row': shadeFor(text, [floor], ratio),
  }
}

/** Grounds below this luminance are dark, and inks above it are light. */
const DARK_GROUND = 0.1
const DARK_INK = 0.2

/**
 * Returns the theme at night: the same hues over a ground with a trace of the theme's own ink. A theme that is dark by day is
 * unchanged.
 */
const atNight = (palette: Palette): Palette => {
  if ([palette.background, palette.surface].every((ground) => luminance(ground) < DARK_GROUND)) return palette
  const ink = luminance(palette.text) < DARK_INK ? palette.text : black
  return {
    ...palette,
    background: mix(ink, '#0b0f17', 0.25),
    surface: mix(ink, '#161c27', 0.35),
    text: '#f3f4f6',
    textSecondary: '#a3acba',
    border: '#2e3746',
  }
}

/** High contrast: only black and white for paper, ink and lines; hues remain, at 7:1. */
const atFullContrast = (palette: Palette, dark: boolean): Palette => {
  const [paper, ink] = dark ? [black, white] : [white, black]
  return { ...palette, background: paper, surface: paper, text: ink, textSecondary: ink, border: ink }
}

/**
 * Returns a fill for text: white text if a slightly darker fill of the same hue allows it, else black text, or the theme's own
 * background where it is dark and reads as well.
 */
const fillOf = (color: string, ratio: number, background: string): { fill: string; on: string; hover: string } => {
  const usual = contrast(white, color) >= 3 ? white : onColor(color)
  const isOwn = usual === black && luminance(background) < DARK_GROUND && contrast(background, color) >= ratio
  const on = isOwn ? background : usual
  const fill = shadeFor(color, [on], ratio)
  // The hovered fill moves away from its text colour, so it is never less readable.
  return { fill, on, hover: mix(fill, on === white ? black : white, 0.88) }
}

/**
 * Derives all colours from the twelve. Text and icons reach 4.5:1 (7:1 in high contrast) on every ground they are used on, lines of
 * controls and the focus ring 3:1, for any twelve colours.
 */
export const derive = (chosen: Palette, { dark = false, contrast: isHigh = false, vision }: Modes = {}): Variables => {
  const seen = vision ? { ...chosen, ...forVision[vision] } : chosen
  const daily = dark ? atNight(seen) : seen
  const palette = isHigh ? atFullContrast(daily, dark) : daily
  const { background, surface } = palette
  const ratio = isHigh ? 7 : 4.5
  const hover = mix(palette.text, surface, 0.06)
  const grounds = [background, surface, hover]
  const ink = shadeFor(palette.text, grounds, 7)
  const tinted = grounds.map((ground) => mix(ink, ground, 0.06))
  const variables: Record<`--color-${string}`, string> = {
    '--color-background': background,
    '--color-surface': surface,
    '--color-ink': ink,
    '--color-muted': shadeFor(palette.textSecondary, [...grounds, ...tinted], ratio),
    '--color-line': palette.border,
    '--color-line-strong': shadeFor(palette.border, grounds, 3),
    '--color-hover': hover,
    // Translucent, so that a button is seen on a row under the pointer too.
    '--color-tint': `${ink}0f`,
    '--color-tint-hover': `${ink}1f`,
    '--color-skeleton': mix(palette.text, surface, 0.12),
    '--color-focus': shadeFor(palette.primary, grounds, 3),
    '--color-highlight': mix(palette.warning, surface, 0.35),
    '--color-on-highlight': shadeFor(palette.text, [mix(palette.warning, surface, 0.35)], ratio),
    '--color-overlay': `${mix(palette.secondary, black, 0.1)}52`,
  }
  const isNight = luminance(ink) > luminance(surface)
  // Over the drawn room of the first pages.
  variables['--color-evening'] = isNight ? `${background}99` : '#00000000'
  Object.assign(variables, seatPlaces(palette, { ink, ratio, isNight, isHigh }))
  const tints = isNight ? seatTints.night : seatTints.day
  for (const state of ['ending', 'ended'] as const) variables[`--color-seat-${state}`] = isHigh ? surface : tints[state]
  for (const hue of hues) {
    const color = palette[hue]
    const { fill, on, hover: fillHover } = fillOf(color, ratio, isHigh ? black : chosen.background)
    const soft = mix(color, surface, isHigh ? 0 : 0.12)
    variables[`--color-${hue}`] = color
    variables[`--color-on-${hue}`] = onColor(color)
    variables[`--color-${hue}-fill`] = fill
    variables[`--color-${hue}-fill-hover`] = fillHover
    variables[`--color-on-${hue}-fill`] = on
    variables[`--color-${hue}-soft`] = soft
    variables[`--color-${hue}-text`] = shadeFor(color, [...grounds, soft], ratio)
  }
  for (const [name, color] of Object.entries(calmHues)) {
    const soft = mix(color, surface, isHigh ? 0 : 0.16)
    variables[`--color-${name}-soft`] = soft
    variables[`--color-${name}-text`] = shadeFor(color, [soft], ratio)
  }
  return variables
}
