import { CallError } from '#web/api/callError.ts'
import type { Clock } from './environment.ts'

const firstWaitMs = 1_000
const longestWaitMs = 30_000

/** Temporary statuses that say nothing about the call itself. An ended session (401) is handled elsewhere. */
const passing = [401, 408, 425, 429]

/** Temporary statuses of a server that is unreachable, busy or full. */
const passingOfServer = [502, 503, 504, 507]

/** Returns whether the server failed on the call. The call itself may be the cause, so it is not retried forever. */
export const isFault = ({ status }: CallError): boolean => status >= 500 && !passingOfServer.includes(status)

/** Returns whether the server understood the call and will never accept it. */
export const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && !passing.includes(error.status)

/** Repeatable work that runs once at a time. */
export type Task = {
  /** Requests one more run; resolves after the attempt, successful or not. */
  ask: () => Promise<void>
}

export type Tasks = {
  /** Creates a task. Failed work is retried with growing delays, unless it was rejected. */
  task: (work: () => Promise<void>) => Task
  /** Retries waiting tasks immediately, except where the server requested the delay. */
  wake: () => void
  close: () => void
}

const backOff = (failures: number, { random }: Clock): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** failures) * (0.75 + random() / 4)

export const makeTasks = (clock: Clock): Tasks => {
  const sleepers = new Set<() => void>()
  let isClosed = false
  let wakes = 0

  /** Waits; returns whether it was woken early. */
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
        // The failed attempt may have started before `wake` was called.
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
