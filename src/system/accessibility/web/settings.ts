/** Accessibility settings of one device. */
export type Settings = Readonly<{ [K in NumberName]: number } & { [K in SwitchName]: boolean } & { colorBlindMode: ColorBlindMode }>

/** Minimum, maximum, step and initial value of each setting. */
export const ranges = {
  /** Percent. */
  fontSize: { min: 50, max: 200, step: 10, initial: 100 },
  /** Percent. */
  zoom: { min: 75, max: 150, step: 5, initial: 100 },
  /** Percent of the text size. */
  lineHeight: { min: 100, max: 250, step: 10, initial: 150 },
  /** Pixels. */
  letterSpacing: { min: -2, max: 5, step: 0.5, initial: 0 },
  /** Pixels. */
  wordSpacing: { min: -2, max: 10, step: 1, initial: 0 },
} as const
export type NumberName = keyof typeof ranges
export const numberNames = Object.keys(ranges) as NumberName[]

export const switchNames = ['highContrast', 'darkMode', 'dyslexiaFont', 'reduceMotion', 'focusOutline', 'readingMode'] as const
export type SwitchName = (typeof switchNames)[number]

export const colorBlindModes = ['none', 'protanopia', 'deuteranopia', 'tritanopia'] as const
export type ColorBlindMode = (typeof colorBlindModes)[number]

/** The localStorage key. */
export const storageKey = 'accessibility'

const isMode = (value: unknown): value is ColorBlindMode => colorBlindModes.includes(value as ColorBlindMode)

const numberIn = (name: NumberName, value: unknown): number => {
  const { min, max, step, initial } = ranges[name]
  if (typeof value !== 'number' || !(value >= min && value <= max)) return initial
  return Math.min(max, min + Math.round((value - min) / step) * step)
}

/** Parses stored settings. Unknown or invalid values fall back to their initial value. */
export const settingsFrom = (kept: unknown): Settings => {
  const given = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>
  const settings: Record<string, unknown> = { colorBlindMode: isMode(given.colorBlindMode) ? given.colorBlindMode : 'none' }
  for (const name of numberNames) settings[name] = numberIn(name, given[name])
  for (const name of switchNames) settings[name] = given[name] === true
  return settings as Settings
}

export const defaults: Settings = settingsFrom(undefined)

/** Reads the settings of this device, or the initial ones if nothing valid is stored. */
export const readSettings = (): Settings => {
  try {
    return settingsFrom(JSON.parse(window.localStorage.getItem(storageKey) ?? 'null'))
  } catch {
    return defaults
  }
}
