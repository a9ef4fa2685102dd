import { expect, test } from 'vitest'
import { extendedBy } from './lastDay.ts'

test.each([
  ['a new account counts from today', 3, null, '2026-11-21', '2027-02-21'],
  ['renewing early loses no days', 1, '2026-11-28', '2026-11-21', '2026-12-28'],
  ['an account that ends today counts from today', 1, '2026-11-21', '2026-11-21', '2026-12-21'],
  ['an account that is over counts from today', 6, '2026-01-05', '2026-11-21', '2027-05-21'],
  ['a month without that day ends on its last one', 1, null, '2027-01-31', '2027-02-28'],
  ['and on the 29th in a leap year', 1, '2028-01-31', '2027-12-01', '2028-02-29'],
  ['a year from 29 February is 28 February', 12, null, '2028-02-29', '2029-02-28'],
  ['the calendar has an end', 12, '9999-12-31', '2026-11-21', '9999-12-31'],
])('%s', (_, months, present, today, made) => {
  expect(extendedBy(months, present, today)).toBe(made)
})
