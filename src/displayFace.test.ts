import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { displayParts, interParts, subsetDisplayFace, subsetInter } from '../scripts/displayFace.ts'

const require = createRequire(import.meta.url)
const parts = ['latin', 'rupee'] as const
const files = Promise.all(parts.map(async (part) => [part, await subsetDisplayFace(part)] as const))

/** Internals of the library that its types omit: the font of fontkit. */
type Face = {
  hasGlyphForCodePoint: (codePoint: number) => boolean
  variationAxes: Record<string, { min: number; max: number }>
  availableFeatures: string[]
}

const faceOf = (file: Buffer): Face => (new PDFDocument().font(file) as unknown as { _font: { font: Face } })._font.font

const hasGlyph = (file: Buffer): ((character: string) => boolean) => {
  const face = faceOf(file)
  return (character) => face.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
}

/** Returns the characters of each face in a style sheet, by its file. */
const rangesIn = (css: string): Map<string, string[]> =>
  new Map(
    css
      .split('@font-face')
      .slice(1)
      .map((face) => {
        const [, file = ''] = /url\("display-face\/([^"]+)\.woff2"\)/.exec(face) ?? []
        const [, list = ''] = /unicode-range:\s*([^;]+);/.exec(face) ?? []
        const characters = list.split(/,\s*/).flatMap((range) => {
          const [from = 0, to = from] = range
            .slice(2)
            .split('-')
            .map((hex) => Number.parseInt(hex, 16))
          return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
        })
        return [file, characters.sort()]
      }),
  )

test('the display face has Basic Latin and the sign of the rupee, and nothing else', async () => {
  for (const [part, file] of await files) {
    const has = hasGlyph(file)
    expect([...displayParts[part]].filter((character) => !has(character))).toEqual([])
  }
  const [[, latin] = []] = await files
  expect(latin && ['é', 'ж', '₹'].filter(hasGlyph(latin))).toEqual([])
  expect(displayParts.latin).toContain(' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~')
})

test('the display face has at most 20 KB', async () => {
  const sizes = (await files).map(([, { length }]) => length)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(20_000)
})

test('the ranges in displayFace.css are the characters that the files have', () => {
  const ranges = rangesIn(readFileSync('src/web/theme/displayFace.css', 'utf8'))
  expect([...ranges]).toEqual(parts.map((part) => [`source-serif-4-${part}`, [...displayParts[part]].sort()]))
})

test('the first file of Inter has at most 16 KB: what English texts need, in the weights 400 to 700', async () => {
  const file = await subsetInter('basic')
  const face = faceOf(file)
  const has = hasGlyph(file)
  expect([...interParts.basic].filter((character) => !has(character))).toEqual([])
  expect(file.length).toBeLessThan(16_000)
  expect(face.variationAxes.wght).toMatchObject({ min: 400, max: 700 })
  expect(face.availableFeatures).toEqual(expect.arrayContaining(['kern', 'tnum']))
})

test('an amount in Inter costs at most 2 KB more: the sign of the rupee, in the same weights', async () => {
  const file = await subsetInter('rupee')
  expect(hasGlyph(file)('₹')).toBe(true)
  expect(file.length).toBeLessThan(2_000)
  expect(faceOf(file).variationAxes.wght).toMatchObject({ min: 400, max: 700 })
})

test('each character of a text in English is in one file of Inter', () => {
  const ranges = rangesIn(readFileSync('src/web/theme/inter.css', 'utf8'))
  expect(ranges.get('inter-basic')).toEqual([...interParts.basic].sort())
  const others = ['inter-latin', 'inter-latin-ext', 'inter-rupee'].flatMap((file) => ranges.get(file) ?? [])
  expect(others.filter((character) => interParts.basic.includes(character))).toEqual([])
  expect([...ranges].filter(([, characters]) => characters.includes('₹')).map(([file]) => file)).toEqual(['inter-rupee'])
})

test('what the package has of Inter for other letters is in the other two files', async () => {
  for (const part of ['latin', 'latin-ext'] as const) {
    const range = rangesIn(readFileSync('src/web/theme/inter.css', 'utf8')).get(`inter-${part}`) ?? []
    const whole = hasGlyph(readFileSync(require.resolve(`@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`)))
    const cut = hasGlyph(await subsetInter(part))
    expect(range.filter((character) => whole(character) && !cut(character))).toEqual([])
  }
})
