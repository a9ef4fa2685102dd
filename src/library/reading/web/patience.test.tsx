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

test('a document that gives a sign now and then is waited for as long as it takes', () => {
  const { patience, giveUp } = waiting()
  for (let sign = 0; sign < 30; sign += 1) {
    vi.advanceTimersByTime(15_000)
    patience.alive()
  }
  expect(giveUp).not.toHaveBeenCalled()
  patience.stop()
})

test('a document is given up 20 seconds after its last sign of life, once', () => {
  const { patience, giveUp } = waiting()
  vi.advanceTimersByTime(15_000)
  patience.alive()
  vi.advanceTimersByTime(19_000)
  expect(giveUp).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(giveUp).toHaveBeenCalledOnce()
})

test('code that is on its way is waited for longer, because nothing tells how much of it has come', () => {
  let isLoading = true
  const { patience, giveUp } = waiting(() => isLoading)
  vi.advanceTimersByTime(90_000)
  expect(giveUp).not.toHaveBeenCalled()
  isLoading = false
  patience.alive()
  vi.advanceTimersByTime(20_000)
  expect(giveUp).toHaveBeenCalledOnce()
})

test('in a tab in the background nothing is given up', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const { giveUp } = waiting()
  vi.advanceTimersByTime(600_000)
  expect(giveUp).not.toHaveBeenCalled()
  hidden.mockReturnValue(false)
  vi.advanceTimersByTime(20_000)
  expect(giveUp).toHaveBeenCalledOnce()
})
