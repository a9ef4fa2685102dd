import { expect, test } from 'vitest'
import { backupWarning, nextBackupAt } from './backup.policy.ts'

const zone = 'Asia/Kolkata'
const at = (text: string) => new Date(`${text}+05:30`)

test.each([
  ['2026-11-22T02:59:59', '2026-11-22T03:00:00'],
  ['2026-11-22T03:00:00', '2026-11-23T03:00:00'],
  ['2026-11-22T21:00:00', '2026-11-23T03:00:00'],
  ['2026-12-31T23:59:59', '2027-01-01T03:00:00'],
])('after a backup at %s the next is due at %s, at night in the hall’s time zone', (last, next) => {
  expect(nextBackupAt(zone, at(last))).toEqual(at(next))
})

test('in a night in which daylight saving time skips the hour, it is due after the skip', () => {
  const next = nextBackupAt('Europe/Berlin', new Date('2026-03-28T12:00:00.000Z'))
  expect(next.toISOString()).toBe('2026-03-29T01:00:00.000Z')
})

test.each<[string, string | undefined, string, 'never' | 'old' | null]>([
  ['a backup of last night', '2026-11-22T03:00:00', '2026-01-01T00:00:00', null],
  ['a backup of two days ago', '2026-11-20T12:00:00', '2026-01-01T00:00:00', null],
  ['one that is older', '2026-11-20T11:59:59', '2026-01-01T00:00:00', 'old'],
  ['none in the first day', undefined, '2026-11-21T12:00:00', null],
  ['none after it', undefined, '2026-11-21T11:59:59', 'never'],
])('%s: the warning at noon', (_, last, installed, warning) => {
  const known = { lastAt: last === undefined ? undefined : at(last), installedAt: at(installed), now: at('2026-11-22T12:00:00') }
  expect(backupWarning(known)).toBe(warning)
})
