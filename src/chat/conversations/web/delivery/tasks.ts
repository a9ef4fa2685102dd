import { CallError } from '#web/api/callError.ts'
import type { Clock } from './ports.ts'

const firstWaitMs = 1_000
const longestWaitMs = 30_000

/** What says nothing about the call itself: the session is checked elsewhere, and the others pass. */
const passing = [401, 408, 425, 429]

/** What says that the server is away, too busy or full, and passes too. */
const passingOfServer = [502, 503, 504, 507]

/** The server fails on the call. It may be the call's own fault, so it is not tried for ever. */
export const isFault = ({ status }: CallError): boolean => status >= 500 && !passingOfServer.includes(status)

/** The server understood the call and will never do it. */
export const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && !passing.includes(error.status)

/** Work that is wanted again and again, and runs once at a time. */
export type Task = {
  /** Wants it done once more; resolves when it was tried, in vain or not. */
  ask: () => Promise<void>
}

export type Tasks = {
  /** Where the work fails it is tried again, ever more rarely, unless it was refused. */
  task: (work: () => Promise<void>) => Task
  /** Something has changed for the better: whatever waits is tried at once, unless the server asked for the wait. */
  wake: () => void
  close: () => void
}

const backOff = (failures: number, { random }: Clock): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** failures) * (0.75 + random() / 4)

export const makeTasks = (clock: Clock): Tasks => {
  const sleepers = new Set<() => void>()
  let isClosed = false
  let wakes = 0

  /** Returns whether it was woken. */
  const pause = (ms: number, notBefore: number): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (woken: boolean) => {
        cancel()
        sleepers.delete(wake)
        resolve(woken)
      }
      const wake = () => {
        if (isClosed || clock.now() >= notBefore) end(true)
      }
      const cancel = clock.after(Math.max(ms, notBefore - clock.now()), () => end(false))
      sleepers.add(wake)
    })

  const task = (work: () => Promise<void>): Task => {
    let isWanted = false
    let isRunning = false
    let waiting: (() => void)[] = []
    const attempt = async (): Promise<unknown> => {
      isWanted = false
      const tried = waiting
      waiting = []
      try {
        await work()
        return undefined
      } catch (error) {
        return isRefusal(error) ? undefined : (error ?? new Error('It failed'))
      } finally {
        for (const resolve of tried) resolve()
      }
    }
    const run = async (): Promise<void> => {
      isRunning = true
      let failures = 0
      let wakesBefore = wakes
      while (isWanted && !isClosed) {
        const failure = await attempt()
        // What failed may have begun before things became better.
        if (failure === undefined || wakes !== wakesBefore) failures = 0
        wakesBefore = wakes
        if (failure === undefined || isClosed) continue
        isWanted = true
        const wait = failure instanceof CallError ? (failure.retryAfterMs ?? 0) : 0
        const woken = await pause(backOff(failures, clock), clock.now() + wait)
        failures = woken ? 0 : failures + 1
      }
      isRunning = false
      for (const resolve of waiting.splice(0)) resolve()
    }
    const ask = (): Promise<void> =>
      new Promise((resolve) => {
        if (isClosed) return resolve()
        isWanted = true
        waiting.push(resolve)
        if (!isRunning) void run()
      })
    return { ask }
  }

  const wake = () => {
    wakes++
    for (const each of [...sleepers]) each()
  }
  return {
    task,
    wake,
    close: () => {
      isClosed = true
      wake()
    },
  }
}
