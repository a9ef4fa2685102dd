import { act } from '@testing-library/react'
import { vi } from 'vitest'

/**
 * Holds back timers of exactly `ms`, so that a test need not wait for them. `count` is the number of pending ones, and `run` fires
 * them, as if that time had passed. All other timers run as usual.
 */
export const holdTimers = (ms: number) => {
  const held = new Map<object, () => void>()
  const { setTimeout: start, clearTimeout: stop } = globalThis
  const hold = (task: () => void, after?: number, ...given: never[]): unknown => {
    if (after !== ms) return start(task, after, ...given)
    const timer = {}
    held.set(timer, () => (task as (...given: unknown[]) => void)(...given))
    return timer
  }
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(hold as typeof setTimeout)
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    if (typeof timer !== 'object' || !held.delete(timer)) stop(timer)
  })
  const run = (): Promise<void> =>
    act(async () => {
      const due = [...held.values()]
      held.clear()
      for (const task of due) task()
    })
  return { count: () => held.size, run }
}
