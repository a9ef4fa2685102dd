import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPatience } from './patience.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const waiting = (isLoadingCode?: () => boolean) => {
  const giveUp = vi.fn(() => patience.stop())
  const patience = startPatience(giveUp, isLoadingCode)
  return { patience, giveUp }
}

test('waits for a document as long as it makes progress', () => {
  const { patience, giveUp } = waiting()
  for (let sign = 0; sign < 30; sign += 1) {
    vi.advanceTimersByTime(15_000)
    patience.alive()
  }
  expect(giveUp).not.toHaveBeenCalled()
  vi.advanceTimersByTime(20_000)
  expect(giveUp).toHaveBeenCalledOnce()
})

test('fails a document once, 20 seconds after its last progress', () => {
  const { patience, giveUp } = waiting()
  vi.advanceTimersByTime(15_000)
  patience.alive()
  vi.advanceTimersByTime(19_000)
  expect(giveUp).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(giveUp).toHaveBeenCalledOnce()
})

test('waits longer while code is loading, because its progress is unknown', () => {
  let isLoading = true
  const { patience, giveUp } = waiting(() => isLoading)
  vi.advanceTimersByTime(90_000)
  expect(giveUp).not.toHaveBeenCalled()
  isLoading = false
  patience.alive()
  vi.advanceTimersByTime(20_000)
  expect(giveUp).toHaveBeenCalledOnce()
})

test('never fails a document in a background tab', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const { giveUp } = waiting()
  vi.advanceTimersByTime(600_000)
  expect(giveUp).not.toHaveBeenCalled()
  hidden.mockReturnValue(false)
  vi.advanceTimersByTime(20_000)
  expect(giveUp).toHaveBeenCalledOnce()
})
