import { expect, test } from 'vitest'
import { isQuietAt } from './push.policy.ts'

test.each([
  [{ from: '22:00', to: '06:30' }, '21:59', false],
  [{ from: '22:00', to: '06:30' }, '22:00', true],
  [{ from: '22:00', to: '06:30' }, '00:00', true],
  [{ from: '22:00', to: '06:30' }, '06:29', true],
  [{ from: '22:00', to: '06:30' }, '06:30', false],
  [{ from: '13:00', to: '15:00' }, '14:00', true],
  [{ from: '13:00', to: '15:00' }, '15:00', false],
  [{ from: '13:00', to: '13:00' }, '13:00', false],
  [null, '03:00', false],
])('quiet hours %j at %s: %j', (quiet, time, is) => {
  expect(isQuietAt(quiet, time)).toBe(is)
})
