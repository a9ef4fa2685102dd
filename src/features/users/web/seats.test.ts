import { expect, test } from 'vitest'
import { addDays } from '#contract/day.ts'
import { type Place, placeAfter, stateOf, takenIn } from './seats.ts'

const half = (terminationDate: string | null) => ({ userId: 'one', name: 'Asha', slot: 'morning' as const, terminationDate })

test.each([
  [null, 'taken'],
  ['2026-11-29', 'taken'],
  ['2026-11-28', 'ending'],
  ['2026-11-21', 'ending'],
  ['2026-11-20', 'ending'],
])('on 21 November a place until %s is %s', (until, state) => {
  expect(stateOf(half(until), '2026-11-21')).toBe(state)
})

test('a place that nobody has is free', () => {
  expect(stateOf(null, '2026-11-21')).toBe('free')
})

test('taken places are counted by half', () => {
  const seats = [
    { seatNumber: 1, morning: half(null), afternoon: null },
    { seatNumber: 2, morning: half(null), afternoon: half(null) },
  ]
  expect([takenIn(seats, 'morning'), takenIn(seats, 'afternoon')]).toEqual([2, 1])
})

const from = (key: string, seat: number, half: Place['half']) => placeAfter(key, { seat, half }, { count: 38, columns: 6 })

test.each([
  ['ArrowRight', 0, 'morning', { seat: 1, half: 'morning' }],
  ['ArrowRight', 37, 'morning', undefined],
  ['ArrowLeft', 0, 'afternoon', undefined],
  ['ArrowLeft', 6, 'afternoon', { seat: 5, half: 'afternoon' }],
  ['ArrowDown', 0, 'morning', { seat: 0, half: 'afternoon' }],
  ['ArrowDown', 0, 'afternoon', { seat: 6, half: 'morning' }],
  ['ArrowDown', 35, 'afternoon', undefined],
  ['ArrowUp', 6, 'morning', { seat: 0, half: 'afternoon' }],
  ['ArrowUp', 6, 'afternoon', { seat: 6, half: 'morning' }],
  ['ArrowUp', 5, 'morning', undefined],
  ['Home', 20, 'afternoon', { seat: 0, half: 'afternoon' }],
  ['End', 20, 'morning', { seat: 37, half: 'morning' }],
  ['Enter', 20, 'morning', undefined],
] as const)('%s from seat %i in the %s, six in a row', (key, seat, at, expected) => {
  expect(from(key, seat, at)).toEqual(expected)
})

test('days are counted over the ends of months and leap years', () => {
  expect(addDays('2028-02-26', 7)).toBe('2028-03-04')
  expect(addDays('2026-12-28', 7)).toBe('2027-01-04')
})
