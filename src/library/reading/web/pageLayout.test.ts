import { expect, test } from 'vitest'
import { anchorAt, livePages, pageAt, pageGap, placePages, pointOf, totalHeight } from './pageLayout.ts'

const a4 = { width: 600, height: 800 }
const place = (count: number, scale = 1) => placePages(count, new Map(), a4, () => scale)

test('places pages below each other with a gap, and assumes unknown ones to equal the first', () => {
  const placed = placePages(3, new Map([[2, { width: 800, height: 600 }]]), a4, () => 0.5)
  expect(placed).toEqual([
    { top: pageGap, width: 300, height: 400 },
    { top: 400 + 2 * pageGap, width: 400, height: 300 },
    { top: 700 + 3 * pageGap, width: 300, height: 400 },
  ])
  expect(totalHeight(placed)).toBe(1100 + 4 * pageGap)
  expect(totalHeight([])).toBe(0)
})

test('the current page is the one at a third of the window', () => {
  const placed = place(352)
  expect(pageAt(placed, 0, 700)).toBe(1)
  expect(pageAt(placed, 700, 700)).toBe(2)
  expect(pageAt(placed, totalHeight(placed), 700)).toBe(352)
})

test('the first page is current at the very top, even if it is lower than a third of the window', () => {
  const placed = placePages(9, new Map([[1, { width: 1200, height: 200 }]]), a4, () => 0.5)
  expect(pageAt(placed, 0, 700)).toBe(1)
  expect(pageAt(placed, 10, 700)).toBe(2)
})

const pixelsOf = ({ width, height }: { width: number; height: number }) => width * height
const room = { pixelsOf, most: 5 * 600 * 800, little: 5 * 600 * 800 }

test('paints visible pages first, then their neighbours', () => {
  const placed = place(352)
  expect(livePages(placed, 0, 700, room)).toEqual([1, 2])
  expect([...livePages(placed, 812 * 9, 1000, room)].sort((a, b) => a - b)).toEqual([9, 10, 11, 12])
  expect(livePages(placed, 812 * 9, 1000, room)[0]).toBe(10)
  expect(livePages([], 0, 700, room)).toEqual([])
})

test('paints all visible pages, however many', () => {
  const small = place(352, 0.1)
  expect([...livePages(small, 92 * 10, 92 * 20, room)].sort((a, b) => a - b)).toEqual(Array.from({ length: 23 }, (_, index) => 10 + index))
})

test('skips neighbours of visible pages if the memory is used up', () => {
  const placed = place(352)
  expect(livePages(placed, 812 * 9 + 100, 600, { ...room, most: 2 * 600 * 800 })).toEqual([10, 11])
  expect(livePages(placed, 812 * 9 + 100, 600, { ...room, most: 0 })).toEqual([10])
})

test('paints neighbours of magnified pages only when they are about to scroll into view', () => {
  const magnified = place(352, 5)
  const tight = { pixelsOf, most: 5 * 3000 * 4000, little: 2 * 600 * 800 }
  const top = magnified[9]?.top ?? 0
  expect(livePages(magnified, top + 1600, 700, tight)).toEqual([10])
  expect(livePages(magnified, top + 3000, 700, tight)).toEqual([10, 11])
  expect(livePages(magnified, top + 300, 700, tight)).toEqual([10, 9])
  expect(livePages(magnified, top + 1600, 700, { ...tight, little: tight.most }).toSorted((a, b) => a - b)).toEqual([9, 10, 11])
})

test('places each page at its own scale', () => {
  const placed = placePages(2, new Map([[1, { width: 1200, height: 800 }]]), a4, ({ width }) => 300 / width)
  expect(placed.map(({ width, height }) => [width, height])).toEqual([
    [300, 200],
    [300, 400],
  ])
})

test('finds a place in the document again after a change of zoom', () => {
  const before = { placed: place(20, 1), width: 1000 }
  const after = { placed: place(20, 2.5), width: 1524 }
  const anchor = anchorAt(before, { x: 350, y: 812 * 6 + 412 })
  expect(anchor).toEqual({ page: 7, down: 0.5, across: 0.25 })
  expect(pointOf(after, anchor)).toEqual({ x: 12 + 375, y: pageGap + 6 * (2000 + pageGap) + 1000 })
})
