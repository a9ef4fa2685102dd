import { expect, test } from 'vitest'
import { addDays } from '#contract/day.ts'
import { daysIn, monthOfDay } from '#contract/month.ts'
import { extendedBy } from './lastDay.ts'

test.each([
  ['a new account from the 23rd ends on the 22nd', 1, null, '2026-11-23', '2026-12-22'],
  ['three months from the 21st', 3, null, '2026-11-21', '2027-02-20'],
  ['renewing early loses no day', 1, '2026-11-28', '2026-11-21', '2026-12-28'],
  ['an account that ends today goes on tomorrow', 1, '2026-11-21', '2026-11-21', '2026-12-21'],
  ['an account that has ended starts today', 6, '2026-01-05', '2026-11-21', '2027-05-20'],
  ['from 31 January to 27 February', 1, null, '2027-01-31', '2027-02-27'],
  ['and to the 28th in a leap year', 1, null, '2028-01-31', '2028-02-28'],
  ['a year from 29 February', 12, null, '2028-02-29', '2029-02-27'],
  ['from the first to the last of a month', 1, null, '2027-02-01', '2027-02-28'],
  ['the calendar has an end', 12, '9999-12-31', '2026-11-21', '9999-12-31'],
  ['nothing ends after it', 12, null, '9999-11-21', '9999-12-31'],
])('computes the last day of a membership: %s', (_, months, present, today, made) => {
  expect(extendedBy(months, present, today)).toBe(made)
})

test('never makes a month longer than its starting month, and twelve make a year, from every day of four years', () => {
  for (let day = '2027-01-01'; day < '2031-01-01'; day = addDays(day, 1)) {
    const last = extendedBy(1, null, day)
    const length = (Date.parse(last) - Date.parse(day)) / 86_400_000 + 1
    expect([day, length <= daysIn(monthOfDay(day)), length >= 28 || day.slice(8) > '28']).toEqual([day, true, true])
    expect(extendedBy(12, null, day).slice(0, 4)).toBe(day.endsWith('-01-01') ? day.slice(0, 4) : String(Number(day.slice(0, 4)) + 1))
  }
})
