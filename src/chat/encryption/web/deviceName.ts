import { wordsOf } from '#web/words.ts'
import { deviceNameEn } from '../encryption.deviceName.en.ts'

/* In order: many browsers also name those they are based on, or want to be taken for. */

const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UCBrowser\//, 'UC Browser'],
  [/MiuiBrowser\//, 'Mi Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const find = (table: readonly [RegExp, string][], userAgent: string): string | undefined =>
  table.find(([shape]) => shape.test(userAgent))?.[1]

/** Returns this browser's name among a person's devices, such as "Chrome on Android". At most `encryptionLimits.deviceName` characters. */
export const deviceName = (userAgent: string = navigator.userAgent): string => {
  const words = wordsOf(deviceNameEn)
  const [browser, system] = [find(browsers, userAgent), find(systems, userAgent)]
  if (browser && system) return words.both(browser, system)
  return browser ?? (system ? words.both(words.browser, system) : words.browser)
}
