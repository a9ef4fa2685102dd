import { defaults, numberNames, type Settings } from './settings.ts'

/** What presets about other things than the text switch on. */
const switchedOff = { highContrast: false, dyslexiaFont: false, reduceMotion: false, focusOutline: false, readingMode: false }
const usualText = Object.fromEntries(numberNames.map((name) => [name, defaults[name]]))

/**
 * Settings for a purpose. A preset leaves alone what it does not name, so that several add up. None is about dark mode or
 * colour vision, which belong to the person: `default` takes back the other presets, and only the reset all settings.
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

/** The values that these settings have where a change names them. */
export const partOf = (settings: Settings, change: Partial<Settings>): Partial<Settings> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name in change))
