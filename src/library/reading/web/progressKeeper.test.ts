import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProgressKeeper } from './progressKeeper.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const reading = (start: number, isReading = true) => {
  const saved: string[] = []
  const save = async (page: number, last: boolean) => saved.push(`${page}${last ? ' at the end' : ''}`)
  const keeper = createProgressKeeper({ start, isReading, save })
  return { keeper, saved }
}

test('saves nothing if a document is opened and closed', () => {
  const { keeper, saved } = reading(1)
  keeper.reached(1)
  vi.runAllTimers()
  keeper.saveNow()
  expect(saved).toEqual([])
})

test('saves a page that was shown long enough, and none that were scrolled past', () => {
  const { keeper, saved } = reading(1)
  for (let page = 2; page <= 40; page += 1) {
    keeper.reached(page)
    vi.advanceTimersByTime(50)
  }
  expect(saved).toEqual([])
  vi.runAllTimers()
  expect(saved).toEqual(['40'])
})

test('saves the last page immediately on closing, and only once', () => {
  const { keeper, saved } = reading(1)
  keeper.reached(7)
  keeper.saveNow()
  keeper.saveNow()
  vi.runAllTimers()
  expect(saved).toEqual(['7 at the end'])
})

test('saves the first page when the reader returns to it', () => {
  const { keeper, saved } = reading(40)
  keeper.reached(40)
  vi.runAllTimers()
  keeper.reached(1)
  vi.runAllTimers()
  expect(saved).toEqual(['1'])
})

const restOn = (keeper: ReturnType<typeof createProgressKeeper>, ...pages: number[]) => {
  for (const page of pages) {
    keeper.reached(page)
    vi.advanceTimersByTime(2_000)
  }
}

test('saves nothing for a reader who only looks around at another place', () => {
  const { keeper, saved } = reading(200, false)
  restOn(keeper, 200, 201, 300, 301, 40)
  keeper.saveNow()
  expect(saved).toEqual([])
})

test('saves another place after three consecutive pages were read there', () => {
  const { keeper, saved } = reading(200, false)
  restOn(keeper, 200, 201, 202)
  keeper.reached(203)
  keeper.saveNow()
  expect(saved).toEqual(['202', '203 at the end'])
})
