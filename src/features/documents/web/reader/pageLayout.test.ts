import { expect, test } from 'vitest'
import {
  anchorAt,
  anchorTop,
  densityOf,
  livePages,
  maxCanvases,
  pageAt,
  pageGap,
  pixelBudget,
  placePages,
  totalHeight,
} from './pageLayout.ts'

const a4 = { width: 600, height: 800 }
const place = (count: number, scale = 1) => placePages(count, new Map(), a4, scale)

test('pages stand below each other with a gap, unknown ones as large as the first', () => {
  const placed = placePages(3, new Map([[2, { width: 800, height: 600 }]]), a4, 0.5)
  expect(placed).toEqual([
    { top: pageGap, width: 300, height: 400 },
    { top: 400 + 2 * pageGap, width: 400, height: 300 },
    { top: 700 + 3 * pageGap, width: 300, height: 400 },
  ])
  expect(totalHeight(placed)).toBe(1100 + 4 * pageGap)
  expect(totalHeight([])).toBe(0)
})

test('the page being read is the one at a third of the window', () => {
  const placed = place(352)
  expect(pageAt(placed, 0, 700)).toBe(1)
  expect(pageAt(placed, 700, 700)).toBe(2)
  expect(pageAt(placed, totalHeight(placed), 700)).toBe(352)
})

test('the pages on screen are painted first, then their neighbours, never more than the memory allows', () => {
  const placed = place(352)
  expect(livePages(placed, 0, 700)).toEqual([1, 2])
  expect([...livePages(placed, 812 * 9, 1000)].sort((a, b) => a - b)).toEqual([9, 10, 11, 12])
  expect(livePages(placed, 812 * 9, 1000)[0]).toBe(10)
  const small = place(352, 0.1)
  expect(livePages(small, 2000, 2000)).toHaveLength(maxCanvases - 1)
  expect(livePages([], 0, 700)).toEqual([])
})

test('a place in the document is found again after the zoom changed', () => {
  const before = place(20, 1)
  const after = place(20, 2.5)
  const anchor = anchorAt(before, 812 * 6 + 412)
  expect(anchor).toEqual({ page: 7, fraction: 0.5 })
  expect(anchorTop(after, anchor)).toBe(pageGap + 6 * (2000 + pageGap) + 1000)
})

test('a canvas is crisp up to twice, and never larger than its budget', () => {
  expect(densityOf({ width: 400, height: 500 }, 3, 8e6)).toBe(2)
  expect(densityOf({ width: 400, height: 500 }, 0.8, 8e6)).toBe(1)
  const density = densityOf({ width: 4000, height: 5000 }, 2, 8e6)
  expect(4000 * density * 5000 * density).toBeCloseTo(8e6)
  expect(pixelBudget(2)).toBeLessThan(pixelBudget(8))
  expect(pixelBudget(undefined)).toBe(pixelBudget(8))
})
