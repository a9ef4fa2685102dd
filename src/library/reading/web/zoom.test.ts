import { expect, test } from 'vitest'
import { actualSize, clampScale, enlarge, fitsWidth, maxScale, minScale, percentOf, scaleOf, smallestScale, stepFrom } from './zoom.ts'

const a4 = { width: 595, height: 842 }

test('fit width fills the width and fit page shows the whole page', () => {
  expect(scaleOf({ kind: 'width' }, a4, { width: 1190, height: 600 })).toBeCloseTo(2)
  expect(scaleOf({ kind: 'page' }, a4, { width: 1190, height: 421 })).toBeCloseTo(0.5)
})

test('a document opens at the width of a phone, but on a wide screen at 125 % at most', () => {
  expect(scaleOf({ kind: 'auto' }, a4, { width: 336, height: 600 })).toBeCloseTo(336 / 595)
  expect(percentOf(scaleOf({ kind: 'auto' }, a4, { width: 1800, height: 900 }))).toBe(125)
})

test('a picture opens fitted, and a small one at its own size', () => {
  const window = { width: 800, height: 600 }
  expect(scaleOf({ kind: 'whole' }, { width: 3000, height: 3000 }, window)).toBeCloseTo(0.2)
  expect(percentOf(scaleOf({ kind: 'whole' }, { width: 16, height: 16 }, window))).toBe(100)
})

test('the buttons step through round percentages and stop at the ends', () => {
  expect(percentOf(stepFrom(actualSize, 1))).toBe(110)
  expect(percentOf(stepFrom(actualSize, -1))).toBe(90)
  expect(percentOf(stepFrom(1.03 * actualSize, 1))).toBe(110)
  expect(percentOf(stepFrom(1.03 * actualSize, -1))).toBe(100)
  expect(stepFrom(maxScale, 1)).toBe(maxScale)
  expect(stepFrom(0.25 * actualSize, -1)).toBe(0.25 * actualSize)
})

test('no gesture exceeds the range', () => {
  expect(clampScale(1000)).toBe(maxScale)
  expect(clampScale(0)).toBe(minScale)
})

test('on a phone, zooming out ends at the whole page and never makes it larger', () => {
  const phone = { width: 336, height: 600 }
  const fitted = scaleOf({ kind: 'auto' }, a4, phone)
  expect(fitted).toBeLessThan(minScale)
  expect(scaleOf({ kind: 'scale', scale: fitted }, a4, phone)).toBeCloseTo(fitted)
  expect(scaleOf({ kind: 'scale', scale: 0.01 }, a4, phone)).toBe(smallestScale(a4, phone))
  expect(smallestScale(a4, { width: 1200, height: 1200 })).toBe(minScale)
})

test('a gesture magnifies fitted pages in proportion, and others to one scale', () => {
  const phone = { width: 336, height: 600 }
  const cover = { width: 1190, height: 842 }
  const larger = enlarge({ kind: 'auto' }, 3, a4, phone)
  expect(scaleOf(larger, a4, phone)).toBeCloseTo((3 * 336) / 595)
  expect(scaleOf(larger, cover, phone) * cover.width).toBeCloseTo(3 * 336)
  expect(scaleOf(enlarge(larger, 1 / 3, a4, phone), a4, phone)).toBeCloseTo(336 / 595)
  expect(enlarge({ kind: 'scale', scale: 1 }, 2, a4, phone)).toEqual({ kind: 'scale', scale: 2 })
})

test('a gesture beyond the largest zoom takes effect at once when reversed', () => {
  const phone = { width: 336, height: 600 }
  const largest = enlarge({ kind: 'width' }, 1000, a4, phone)
  expect(scaleOf(largest, a4, phone)).toBeCloseTo(maxScale)
  expect(scaleOf(enlarge(largest, 0.5, a4, phone), a4, phone)).toBeCloseTo(maxScale / 2)
})

test('pages fit the width until they are magnified', () => {
  expect(fitsWidth({ kind: 'width' })).toBe(true)
  expect(fitsWidth({ kind: 'width', times: 2 })).toBe(false)
  expect(fitsWidth({ kind: 'auto' })).toBe(false)
})
