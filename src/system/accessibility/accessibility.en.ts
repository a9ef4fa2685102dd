import { formatsFor } from '#contract/format.ts'

const { number, percent, plural } = formatsFor('en-IN')
const ofHundred = (value: number): string => percent(value / 100)
const pixels = (value: number): string => plural(value, { one: '1 pixel', other: `${number(value)} pixels` })

/** The words of Accessibility Settings. */
export const accessibilityEn = {
  title: 'Accessibility Settings',
  about: 'Changes apply at once and are saved on this device, for everyone who uses it.',
  presets: {
    title: 'Quick presets',
    names: {
      default: 'Default',
      largeText: 'Large Text',
      highContrast: 'High Contrast',
      dyslexia: 'Dyslexia Friendly',
      reading: 'Reading Mode',
      motion: 'Motion Sensitive',
    },
    about: {
      default: 'Usual text, contrast and motion.',
      largeText: 'Larger text and more space between lines.',
      highContrast: 'Black and white, with clear focus.',
      dyslexia: 'A special font and more space.',
      reading: 'A narrow column with more space between lines.',
      motion: 'No animations.',
    },
    applied: (name: string) => `${name} applied`,
  },
  text: {
    title: 'Text',
    names: {
      fontSize: 'Text size',
      zoom: 'Zoom',
      lineHeight: 'Line height',
      letterSpacing: 'Letter spacing',
      wordSpacing: 'Word spacing',
    },
    values: {
      fontSize: ofHundred,
      zoom: ofHundred,
      lineHeight: ofHundred,
      letterSpacing: pixels,
      wordSpacing: pixels,
    },
  },
  display: {
    title: 'Display',
    names: {
      highContrast: 'High contrast',
      darkMode: 'Dark mode',
      dyslexiaFont: 'Dyslexia-friendly font',
      reduceMotion: 'Reduce motion',
      focusOutline: 'Focus outline',
      readingMode: 'Reading mode',
    },
    hints: {
      highContrast: 'Black and white, with strong colors.',
      darkMode: 'Light text on a dark background.',
      dyslexiaFont: 'Letters that are harder to mix up.',
      reduceMotion: 'Stops animations and transitions.',
      focusOutline: 'A thick frame around what you select, also by mouse or touch.',
      readingMode: 'A narrow column with larger text and more space between lines.',
    },
  },
  vision: {
    title: 'Color vision',
    about: 'Changes the colors of messages so that you can tell them apart.',
    names: {
      none: 'None',
      protanopia: 'Protanopia',
      deuteranopia: 'Deuteranopia',
      tritanopia: 'Tritanopia',
    },
    hints: {
      none: 'Usual colors',
      protanopia: 'Red is hard to see',
      deuteranopia: 'Green is hard to see',
      tritanopia: 'Blue is hard to see',
    },
    samples: { label: 'Examples', success: 'Success', warning: 'Warning', error: 'Error', info: 'Information' },
  },
  reset: 'Reset all settings',
  resetDone: 'All settings were reset',
  undo: 'Undo',
}
