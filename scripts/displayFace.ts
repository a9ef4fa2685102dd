import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
type Subset = { targetFormat: 'woff2'; keepFeatures?: string[]; variationAxes?: { wght: { min: number; max: number } } }
const subsetFont = require('subset-font') as (font: Buffer, text: string, options: Subset) => Promise<Buffer>

const between = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('')

const basicLatin = between(0x20, 0x7e)
const punctuation = '\u00A0·–—‘’“”…'

/** The characters of each file. The packages have the sign of the rupee in another file than the letters. */
export const displayParts = {
  latin: basicLatin + punctuation,
  rupee: '₹',
} as const
type DisplayPart = keyof typeof displayParts

const packed: Record<DisplayPart, string> = {
  latin: '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2',
  rupee: '@fontsource/source-serif-4/files/source-serif-4-latin-ext-600-normal.woff2',
}

/** Returns a part of the display face as WOFF2, with the kerning of the package and without its other characters. */
export const subsetDisplayFace = (part: DisplayPart): Promise<Buffer> =>
  subsetFont(readFileSync(require.resolve(packed[part])), displayParts[part], { targetFormat: 'woff2' })

/**
 * The characters of each file of Inter. Texts of the screens need the first alone, and `inter.css` has the ranges by which a browser
 * fetches the others: for names and documents with other letters. The package splits Inter into two files.
 */
export const interParts = {
  // With the space of formatted ranges, the dots of a password, the © of every landing page, and the minus of expired seats.
  basic: `${basicLatin}${punctuation}×\u2009•©−`,
  latin: between(0xa1, 0xfffd),
  'latin-ext': between(0x100, 0xa7ff),
  rupee: '₹',
} as const
type InterPart = keyof typeof interParts

/** The weights that screens and papers use. */
const wght = { min: 400, max: 700 }

/** Kerning, digits of equal width, and accents. Left out are alternates and arrows made of hyphens: 4 KB of the first file. */
const keepFeatures = ['kern', 'tnum', 'ccmp', 'locl', 'mark', 'mkmk']

/** Returns a part of Inter as WOFF2, with all weights from 400 to 700. */
export const subsetInter = (part: InterPart): Promise<Buffer> => {
  const file = part === 'basic' || part === 'latin' ? 'latin' : 'latin-ext'
  const whole = readFileSync(require.resolve(`@fontsource-variable/inter/files/inter-${file}-wght-normal.woff2`))
  return subsetFont(whole, interParts[part], { targetFormat: 'woff2', keepFeatures, variationAxes: { wght } })
}

const folder = fileURLToPath(new URL('../node_modules/.cache/display-face', import.meta.url))

/** Makes the files that displayFace.css and inter.css name as `display-face/…`, from the packages alone. */
export const displayFace = (): Plugin => ({
  name: 'carrel:display-face',
  config: async () => {
    mkdirSync(folder, { recursive: true })
    for (const part of Object.keys(displayParts) as DisplayPart[])
      writeFileSync(join(folder, `source-serif-4-${part}.woff2`), await subsetDisplayFace(part))
    for (const part of Object.keys(interParts) as InterPart[]) writeFileSync(join(folder, `inter-${part}.woff2`), await subsetInter(part))
    return { resolve: { alias: { 'display-face': folder } } }
  },
})
