import { AsyncLocalStorage } from 'node:async_hooks'

/** Returns the milliseconds that are left, at the moment it is asked. */
export type TimeLeft = () => number

const calls = new AsyncLocalStorage<TimeLeft>()

/**
 * Runs the work of a call that is answered by `until`, in the time of `performance.now()`, or that has no limit. What the work has
 * started and does not wait for has no limit after it.
 */
export const runUntil = async <T>(until: number | undefined, work: () => Promise<T>): Promise<T> => {
  if (until === undefined) return work()
  let isRunning = true
  try {
    return await calls.run(() => (isRunning ? until - performance.now() : Number.POSITIVE_INFINITY), work)
  } finally {
    isRunning = false
  }
}

const unlimited: TimeLeft = () => Number.POSITIVE_INFINITY

/** Returns how long the current call may still wait for the database; for ever outside of calls. */
export const timeOfCall = (): TimeLeft => calls.getStore() ?? unlimited
