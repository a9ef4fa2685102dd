import courierItalic from '@fontsource/cousine/files/cousine-latin-400-italic.woff2'
import courier from '@fontsource/cousine/files/cousine-latin-400-normal.woff2'
import courierBoldItalic from '@fontsource/cousine/files/cousine-latin-700-italic.woff2'
import courierBold from '@fontsource/cousine/files/cousine-latin-700-normal.woff2'
import timesItalic from '@fontsource/tinos/files/tinos-latin-400-italic.woff2'
import times from '@fontsource/tinos/files/tinos-latin-400-normal.woff2'
import timesBoldItalic from '@fontsource/tinos/files/tinos-latin-700-italic.woff2'
import timesBold from '@fontsource/tinos/files/tinos-latin-700-normal.woff2'

/*
 * PDFs may use Times, Helvetica and Courier without embedding them, and phones have none of the three. pdf.js then requests from the
 * browser the name in the file, similar system fonts, and serif, sans-serif or monospace. The faces declared here have those names and the
 * widths that such files expect; a missing glyph falls back to the next font in that list, so that every script is readable. (pdf.js's own
 * files for Times and Courier are in a format that browsers do not load, and where pdf.js uses them itself, no other font fills their
 * gaps.)
 */

/** Windows names of a family's styles, as pdf.js passes them to the browser. */
const windowsNames = (family: string): string[] => [`${family}MT`, `${family} BoldMT`, `${family} ItalicMT`, `${family} BoldItalicMT`]

type Family = { names: string[]; regular: string; bold: string; italic: string; boldItalic: string }

const families = (pdfjsFonts: string): Family[] => [
  {
    names: ['Times', 'TimesNewRoman', 'TimesNewRomanPS', ...windowsNames('TimesNewRomanPS')],
    regular: times,
    bold: timesBold,
    italic: timesItalic,
    boldItalic: timesBoldItalic,
  },
  {
    names: ['Courier', 'CourierNew', ...windowsNames('CourierNewPS')],
    regular: courier,
    bold: courierBold,
    italic: courierItalic,
    boldItalic: courierBoldItalic,
  },
  {
    names: ['Helvetica', 'Arial', ...windowsNames('Arial')],
    regular: `${pdfjsFonts}LiberationSans-Regular.ttf`,
    bold: `${pdfjsFonts}LiberationSans-Bold.ttf`,
    italic: `${pdfjsFonts}LiberationSans-Italic.ttf`,
    boldItalic: `${pdfjsFonts}LiberationSans-BoldItalic.ttf`,
  },
]

/** Maximum wait for a font; the page is then shown with system fonts. */
const patienceMs = 3_000

let faces: FontFace[] | undefined

/** Declares the standard fonts to the browser, which loads each when it is first needed. */
export const declareStandardFonts = (pdfjsFonts: string): void => {
  faces ??= families(pdfjsFonts).flatMap(({ names, regular, bold, italic, boldItalic }) =>
    names.flatMap((name) => [
      new FontFace(name, `url(${regular})`),
      new FontFace(name, `url(${bold})`, { weight: 'bold' }),
      new FontFace(name, `url(${italic})`, { style: 'italic' }),
      new FontFace(name, `url(${boldItalic})`, { weight: 'bold', style: 'italic' }),
    ]),
  )
  for (const face of faces) document.fonts.add(face)
}

/**
 * Waits for the standard fonts that the browser is loading. Returns whether any were loaded and all succeeded; anything painted earlier
 * lacks them.
 */
export const standardFontsArrived = async (): Promise<boolean> => {
  const fetching = (faces ?? []).filter(({ status }) => status === 'loading').map(({ loaded }) => loaded)
  if (fetching.length === 0) return false
  const arrived = Promise.allSettled(fetching).then(() => true)
  return Promise.race([arrived, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), patienceMs))])
}
