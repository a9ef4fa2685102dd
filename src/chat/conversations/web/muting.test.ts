import { expect, test } from 'vitest'
import { chatApi } from '../conversations.contract.ts'
import { forEver, mutedUntil, muteTimes } from './muting.ts'

const now = Date.parse('2026-11-22T06:00:00.000Z')

test.each([
  ['off', null],
  ['hours', '2026-11-22T14:00:00.000Z'],
  ['week', '2026-11-29T06:00:00.000Z'],
  ['ever', forEver],
] as const)('muted "%s" ends at %s', (time, until) => {
  expect(mutedUntil(time, now)).toBe(until)
})

test('the server accepts each of them', () => {
  for (const time of muteTimes)
    expect(chatApi.updateSettings.body.safeParse({ mutedUntil: mutedUntil(time, now) }).success, time).toBe(true)
})
