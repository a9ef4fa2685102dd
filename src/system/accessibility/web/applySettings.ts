import { defaults, type NumberName, numberNames, type Settings, type SwitchName, switchNames } from './settings.ts'

/** The variables of theme.css with their values. A setting that has its initial value sets none. */
const variables: Record<NumberName, readonly [name: string, write: (value: number) => string]> = {
  fontSize: ['--text-size', (percent) => `${percent}%`],
  zoom: ['--zoom', (percent) => String(percent / 100)],
  lineHeight: ['--line-height', (percent) => String(percent / 100)],
  letterSpacing: ['--letter-spacing', (pixels) => `${pixels}px`],
  wordSpacing: ['--word-spacing', (pixels) => `${pixels}px`],
}

const attributes: Record<SwitchName, string> = {
  highContrast: 'data-contrast',
  darkMode: 'data-dark',
  dyslexiaFont: 'data-dyslexia',
  reduceMotion: 'data-reduce-motion',
  focusOutline: 'data-focus-outline',
  readingMode: 'data-reading',
}

/** Applies the settings to the page; theme.css and colors.css define their appearance. */
export const applySettings = (settings: Settings, root: HTMLElement = document.documentElement): void => {
  for (const name of numberNames) {
    const [variable, write] = variables[name]
    if (settings[name] === defaults[name]) root.style.removeProperty(variable)
    else root.style.setProperty(variable, write(settings[name]))
  }
  for (const name of switchNames) root.toggleAttribute(attributes[name], settings[name])
  if (settings.colorBlindMode === 'none') root.removeAttribute('data-vision')
  else root.setAttribute('data-vision', settings.colorBlindMode)
}
