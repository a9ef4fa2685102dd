import { expect, test } from 'vitest'
import { seatRow } from './seatRow.ts'

test.each([
  [1, 'A'],
  [10, 'A'],
  [11, 'B'],
  [260, 'Z'],
  [261, 'AA'],
  [500, 'AX'],
  [7030, 'AAA'],
])('seat %i is in row %s', (seat, row) => {
  expect(seatRow(seat)).toBe(row)
})
