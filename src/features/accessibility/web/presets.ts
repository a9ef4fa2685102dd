import { defaults, type Settings } from './settings.ts'

/** Settings for a purpose; what a preset does not name is as at first. */
export const presets = {
  default: defaults,
  largeText: { ...defaults, fontSize: 150, lineHeight: 160 },
  highContrast: { ...defaults, highContrast: true, focusOutline: true },
  dyslexia: { ...defaults, dyslexiaFont: true, lineHeight: 180, letterSpacing: 1, wordSpacing: 3 },
  reading: { ...defaults, readingMode: true },
  motion: { ...defaults, reduceMotion: true },
} as const satisfies Record<string, Settings>
export type PresetName = keyof typeof presets
export const presetNames = Object.keys(presets) as PresetName[]
