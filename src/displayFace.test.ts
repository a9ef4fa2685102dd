import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { displayParts, subsetDisplayFace, subsetInterRupee } from '../scripts/displayFace.ts'

const parts = ['latin', 'rupee'] as const
const files = Promise.all(parts.map(async (part) => [part, await subsetDisplayFace(part)] as const))

/** Internals of the library that its types omit: the font of fontkit. */
type Inside = { _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } } }

const hasGlyph = (file: Buffer): ((character: string) => boolean) => {
  const { _font } = new PDFDocument().font(file) as unknown as Inside
  return (character) => _font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
}

test('the display face has Basic Latin and the sign of the rupee, and nothing else', async () => {
  for (const [part, file] of await files) expect([...displayParts[part]].filter((character) => !hasGlyph(file)(character))).toEqual([])
  const [[, latin] = []] = await files
  expect(latin && ['é', 'ж', '₹'].filter(hasGlyph(latin))).toEqual([])
  expect(displayParts.latin).toContain(' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~')
})

test('the display face has at most 20 KB', async () => {
  const sizes = (await files).map(([, { length }]) => length)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(20_000)
})

test('the ranges in displayFace.css are the characters that the files have', () => {
  const css = readFileSync('src/web/theme/displayFace.css', 'utf8')
  const ranges = [...css.matchAll(/unicode-range: ([^;]+);/g)].map(([, list = '']) =>
    list.split(', ').flatMap((range) => {
      const [from = 0, to = from] = range
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
    }),
  )
  expect(ranges.map((characters) => characters.sort())).toEqual(parts.map((part) => [...displayParts[part]].sort()))
})

test('an amount in Inter costs at most 2 KB: the sign of the rupee, in all weights', async () => {
  const file = await subsetInterRupee()
  expect(hasGlyph(file)('₹')).toBe(true)
  expect(file.length).toBeLessThan(2_000)
  const { _font } = new PDFDocument().font(file) as unknown as {
    _font: { font: { variationAxes: Record<string, { min: number; max: number }> } }
  }
  expect(_font.font.variationAxes.wght).toMatchObject({ min: 100, max: 900 })
})

test('no other file of Inter is loaded for an amount', () => {
  const faces = readFileSync('src/web/theme/inter.css', 'utf8').split('@font-face').slice(1)
  const having = faces.filter((face) => /U\+20B9|U\+20AD-20C0/.test(face))
  expect(having.map((face) => /url\("([^"]+)"\)/.exec(face)?.[1])).toEqual(['display-face/inter-rupee.woff2'])
})
