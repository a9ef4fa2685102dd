import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { JobName, Jobs, Order, Outcome } from './jobs.ts'

/** Work that failed: refused by the job itself, timed out, or its process died; `stopped` when the server ends. */
export class WorkError extends Error {
  readonly reason: 'failed' | 'time' | 'died' | 'stopped'

  constructor(reason: WorkError['reason'], message: string = reason) {
    super(message)
    this.name = 'WorkError'
    this.reason = reason
  }
}

export type WorkOptions = {
  /** Counted from the start of the job. */
  timeoutMs: number
  /** The id of the person who waits for it, who cannot queue a second job: so nobody fills the queue, and all take turns. */
  person?: string
}

type Task = WorkOptions & { order: Order; resolve: (output: never) => void; reject: (error: unknown) => void }

/** A job that people wait for takes a fraction of it. */
const RETRY_SECONDS = 1

type Options = {
  /** Maximum length of the queue; further work is refused. */
  waiting: number
  /** A process that was idle for this long ends, and frees its memory. */
  idleMs: number
  /** Runs at low priority. */
  behind: boolean
}

export type Pool = {
  run: <J extends JobName>(job: J, input: Jobs[J]['input'], options: WorkOptions) => Promise<Jobs[J]['output']>
  /** Ends the process; running, queued and later work fails with `stopped`. */
  stop: () => void
  /** The id of the process, if there is one. */
  pid: () => number | undefined
}

// Unbuilt, it is beside this folder; bundled, it is beside the main program, which contains this code or has it in a chunk.
const entry = ['./work.js', '../work.js', '../programs/work.ts']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find(existsSync)

// What a program needs to run on this system, and none of the server's settings.
const environment = Object.fromEntries(['PATH', 'SYSTEMROOT', 'TEMP', 'TMP', 'TMPDIR'].map((name) => [name, process.env[name]]))

const startProcess = (behind: boolean): ChildProcess => {
  if (!entry) throw new Error('The worker program is missing.')
  const child = fork(entry, [], { env: environment, execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  if (behind && child.pid !== undefined) setPriority(child.pid, 10)
  return child
}

/** A separate process for one kind of work, started on demand. It does one job at a time. */
export const makePool = ({ waiting, idleMs, behind }: Options): Pool => {
  const queue: Task[] = []
  let child: ChildProcess | undefined
  let running: Task | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  /** Settles the running job and starts the next. */
  const settle = (close: (task: Task) => void): void => {
    const task = running
    running = undefined
    clearTimeout(timer)
    if (task) close(task)
    next()
  }
  /** Detaches from the process; its later messages are ignored. */
  const dismiss = (): ChildProcess | undefined => {
    const dismissed = child
    child = undefined
    return dismissed
  }
  const begin = (): ChildProcess => {
    const started = startProcess(behind)
    started.on('message', (outcome: Outcome) => {
      if (started !== child) return
      settle((task) =>
        'output' in outcome ? task.resolve(outcome.output as never) : task.reject(new WorkError('failed', outcome.failure)),
      )
    })
    const gone = () => {
      if (started !== child) return
      dismiss()
      settle((task) => task.reject(new WorkError('died')))
    }
    started.on('exit', gone).on('error', gone)
    return started
  }
  const rest = (): void => {
    // An idle process does not delay anything, not even the end of the program.
    child?.unref()
    child?.channel?.unref()
    timer = setTimeout(() => dismiss()?.disconnect(), idleMs).unref()
  }
  const next = (): void => {
    if (running) return
    clearTimeout(timer)
    if (queue.length > 0) start()
    else rest()
  }
  const start = (): void => {
    child ??= begin()
    running = queue.shift() as Task
    child.ref()
    child.channel?.ref()
    timer = setTimeout(() => {
      dismiss()?.kill('SIGKILL')
      settle((task) => task.reject(new WorkError('time')))
    }, running.timeoutMs)
    // If sending fails, the process is gone already, and its exit event follows.
    child.send(running.order, () => undefined)
  }

  return {
    run: (job, input, options) =>
      new Promise((resolve, reject) => {
        const { person } = options
        if (stopped) throw new WorkError('stopped')
        // The earlier job stays: a page that waits for it would otherwise get an error because of a later one that it knows nothing
        // about.
        if (person !== undefined && queue.some((task) => task.person === person))
          throw new AppError(commonErrors.tooMany, { retryAfter: RETRY_SECONDS })
        if (queue.length >= waiting) throw new AppError(commonErrors.unavailable)
        queue.push({ order: { job, input } as Order, ...options, resolve, reject })
        next()
      }),
    stop: () => {
      stopped = true
      dismiss()?.kill('SIGKILL')
      for (const task of queue.splice(0)) task.reject(new WorkError('stopped'))
      settle((task) => task.reject(new WorkError('stopped')))
    },
    pid: () => child?.pid,
  }
}
