import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idPrefixAt, newId } from './ids.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const timeOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)
// Later than any other test of this file has set the clock, because ids never decrease.
let today = Date.parse('2100-01-01T00:00:00Z')
const nextDay = (): number => {
  today += 86_400_000
  vi.setSystemTime(today)
  return today
}

test('makes an id as a UUID of version 7 that begins with the time', () => {
  const now = nextDay()
  const id = newId()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(timeOf(id)).toBe(now)
})

const rising = (ids: string[]): boolean => ids.every((id, at) => at === 0 || (ids[at - 1] ?? '') < id)

test('makes increasing ids within one millisecond, even more than the counter holds', () => {
  nextDay()
  const ids = Array.from({ length: 20_000 }, () => newId())
  expect(rising(ids)).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
})

test('makes increasing ids when the clock jumps back an hour, stops, and goes on', () => {
  const now = nextDay()
  const ids: string[] = []
  for (const clock of [now, now - 3_600_000, now - 3_600_000, now - 1, now, now + 1, now + 2]) {
    vi.setSystemTime(clock)
    for (let at = 0; at < 3_000; at++) ids.push(newId())
  }
  expect(rising(ids)).toBe(true)
  expect(timeOf(ids.at(-1) ?? '')).toBeLessThan(now + 20)
})

test('makes ids that differ by 62 random bits in two processes at the same millisecond', () => {
  nextDay()
  const tails = new Set(Array.from({ length: 1_000 }, () => newId().slice(19)))
  expect(tails.size).toBe(1_000)
})

test('sorts an id after the prefix of every earlier instant, and before that of every later one', () => {
  const now = nextDay()
  const id = newId()
  expect(id > idPrefixAt(new Date(now - 1))).toBe(true)
  expect(id > idPrefixAt(new Date(now))).toBe(true)
  expect(id < idPrefixAt(new Date(now + 1_000))).toBe(true)
})
