import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const subsetFont = require('subset-font') as (font: Buffer, text: string, options: { targetFormat: 'woff2' }) => Promise<Buffer>

const basicLatin = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at)).join('')

/** The characters of each file. The package has the sign of the rupee in another file than the letters. */
export const displayParts = {
  latin: `${basicLatin}\u00A0·–—‘’“”…`,
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

/** Returns the sign of the rupee of Inter, with all weights. The package has it in a file of 86 KB, with letters of other languages. */
export const subsetInterRupee = (): Promise<Buffer> =>
  subsetFont(readFileSync(require.resolve('@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2')), '₹', {
    targetFormat: 'woff2',
  })

const folder = fileURLToPath(new URL('../node_modules/.cache/display-face', import.meta.url))

/** Makes the files that displayFace.css and inter.css name as `display-face/…`, from the packages alone. */
export const displayFace = (): Plugin => ({
  name: 'carrel:display-face',
  config: async () => {
    mkdirSync(folder, { recursive: true })
    for (const part of ['latin', 'rupee'] as const)
      writeFileSync(join(folder, `source-serif-4-${part}.woff2`), await subsetDisplayFace(part))
    writeFileSync(join(folder, 'inter-rupee.woff2'), await subsetInterRupee())
    return { resolve: { alias: { 'display-face': folder } } }
  },
})
