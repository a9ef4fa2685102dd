import { defaults, numberNames, type Settings } from './settings.ts'

/** Settings that the presets for something other than text turn on. */
const switchedOff = { highContrast: false, dyslexiaFont: false, reduceMotion: false, focusOutline: false, readingMode: false }
const usualText = Object.fromEntries(numberNames.map((name) => [name, defaults[name]]))

/**
 * Settings for a purpose. A preset leaves alone the settings it does not name, so that several can be combined. None changes dark mode or
 * colour vision, which are personal: `default` reverts the other presets, and only a reset changes all settings.
 */
export const presets = {
  default: { ...usualText, ...switchedOff },
  largeText: { fontSize: 150, lineHeight: 160 },
  highContrast: { highContrast: true, focusOutline: true },
  dyslexia: { dyslexiaFont: true, lineHeight: 180, letterSpacing: 1, wordSpacing: 3 },
  reading: { readingMode: true },
  motion: { reduceMotion: true },
} as const satisfies Record<string, Partial<Settings>>
export type PresetName = keyof typeof presets
export const presetNames = Object.keys(presets) as PresetName[]

/** Returns the current values of the settings that a change names. */
export const partOf = (settings: Settings, change: Partial<Settings>): Partial<Settings> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name in change))
