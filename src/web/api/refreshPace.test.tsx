import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Topic } from '#contract/topics.ts'
import { refreshPace } from './refreshPace.ts'

const SECOND = 1_000
let refreshed: { at: number; topics: readonly Topic[] }[] = []
const givenPace = () => refreshPace((topics) => refreshed.push({ at: Date.now(), topics }))

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  refreshed = []
})
afterEach(() => vi.useRealTimers())

test('shows a change within a second, and not everywhere at the same moment', () => {
  for (let screen = 0; screen < 50; screen++) givenPace().changed(['documents'])
  vi.advanceTimersByTime(SECOND)
  expect(refreshed).toHaveLength(50)
  expect(new Set(refreshed.map(({ at }) => at)).size).toBeGreaterThan(20)
})

test('shows concurrent changes together', () => {
  const pace = givenPace()
  pace.changed(['documents'])
  pace.changed(['categories'])
  pace.changed(['documents'])
  vi.advanceTimersByTime(5 * SECOND)
  expect(refreshed.map(({ topics }) => topics)).toEqual([['documents', 'categories']])
})

test('refetches ever more rarely while changes keep coming, down to once in 30 seconds', () => {
  const pace = givenPace()
  for (let second = 0; second < 600; second++) {
    pace.changed(['documents'])
    vi.advanceTimersByTime(SECOND)
  }
  const gaps = refreshed.slice(1).map(({ at }, before) => at - (refreshed[before]?.at ?? 0))
  expect(refreshed.length).toBeLessThan(35)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(33 * SECOND)
  expect(gaps.slice(-5).every((gap) => gap >= 30 * SECOND)).toBe(true)
})

test('shows the next change quickly again after a calm moment', () => {
  const pace = givenPace()
  for (let second = 0; second < 120; second++) {
    pace.changed(['documents'])
    vi.advanceTimersByTime(SECOND)
  }
  vi.advanceTimersByTime(60 * SECOND)
  const before = refreshed.length
  pace.changed(['users'])
  vi.advanceTimersByTime(SECOND)
  expect(refreshed).toHaveLength(before + 1)
})

test('refetches nothing once nobody is signed in', () => {
  const [pace, other] = [givenPace(), givenPace()]
  pace.changed(['documents'])
  other.changed(['users'])
  pace.stop()
  vi.advanceTimersByTime(60 * SECOND)
  expect(refreshed.map(({ topics }) => topics)).toEqual([['users']])
})
