import { expect, test } from 'vitest'
import { dateProblem, readDay, type TypedDay } from './typedDay.ts'

test.each<[TypedDay, string | undefined]>([
  [{}, undefined],
  [{ day: 21, month: 2, year: 2027 }, undefined],
  [{ day: 29, month: 2, year: 2028 }, undefined],
  [{ day: 21 }, 'partial'],
  [{ day: 21, month: 2 }, 'partial'],
  [{ month: 2, year: 2027 }, 'partial'],
  [{ day: 21, month: 2, year: 27 }, 'year'],
  [{ day: 29, month: 2, year: 2027 }, 'noSuchDay'],
  [{ day: 0, month: 2, year: 2027 }, 'noSuchDay'],
  [{ day: 31, month: 12, year: 2025 }, 'early'],
  [{ day: 1, month: 1, year: 2026 }, undefined],
  [{ day: 31, month: 12, year: 2029 }, undefined],
  [{ day: 1, month: 1, year: 2030 }, 'late'],
])('%j is wrong by %s', (typed, problem) => {
  expect(dateProblem(typed, '2026-01-01', '2029-12-31')).toBe(problem)
})

test.each([
  ['21/02/2027', '2027-02-21'],
  [' 21.2.2027 ', '2027-02-21'],
  ['1-3-2027', '2027-03-01'],
  ['2027-02-21', '2027-02-21'],
  ['02/21/2027', undefined],
  ['31/02/2027', undefined],
  ['21/02/27', undefined],
  ['0027-02-21', undefined],
  ['21', undefined],
  ['soon', undefined],
])('%s is read as %s', (text, day) => {
  expect(readDay(text)).toBe(day)
})
