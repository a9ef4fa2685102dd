import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { JobName, Jobs, Order, Outcome } from './jobs.ts'

/** Work that came to nothing: refused by the job itself, out of time, or the process died under it; `stopped` when the server ends. */
export class WorkError extends Error {
  readonly reason: 'failed' | 'time' | 'died' | 'stopped'

  constructor(reason: WorkError['reason'], message: string = reason) {
    super(message)
    this.name = 'WorkError'
    this.reason = reason
  }
}

export type WorkOptions = {
  /** From when the job begins. */
  timeoutMs: number
  /** The id of the person who waits for it, of whom no second job may wait: so nobody fills the queue, and all take turns. */
  person?: string
}

type Task = WorkOptions & { order: Order; resolve: (output: never) => void; reject: (error: unknown) => void }

/** A job of the kind that people wait for takes a fraction of it. */
const RETRY_SECONDS = 1

type Options = {
  /** As many may wait; one more is refused. */
  waiting: number
  /** A process that had nothing to do for so long ends, and gives its memory back. */
  idleMs: number
  /** Leaves the processors to others where they want them. */
  behind: boolean
}

export type Pool = {
  run: <J extends JobName>(job: J, input: Jobs[J]['input'], options: WorkOptions) => Promise<Jobs[J]['output']>
  /** Ends the process; what runs, waits or comes later fails with `stopped`. */
  stop: () => void
  /** The id of the process, where there is one. */
  pid: () => number | undefined
}

// Unbuilt beside this folder; bundled beside the main program, where this code is in it or in one of its parts.
const entry = ['./work.js', '../work.js', '../programs/work.ts']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find(existsSync)

// What a program of this system needs to run at all, and nothing that the server was told.
const environment = Object.fromEntries(['PATH', 'SYSTEMROOT', 'TEMP', 'TMP', 'TMPDIR'].map((name) => [name, process.env[name]]))

const startProcess = (behind: boolean): ChildProcess => {
  if (!entry) throw new Error('The worker program is missing.')
  const child = fork(entry, [], { env: environment, execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  if (behind && child.pid !== undefined) setPriority(child.pid, 10)
  return child
}

/** A process of its own for one kind of work, started when there is some. It does one job at a time. */
export const makePool = ({ waiting, idleMs, behind }: Options): Pool => {
  const queue: Task[] = []
  let child: ChildProcess | undefined
  let running: Task | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  /** Closes the running job, whatever became of it, and goes on to the next. */
  const settle = (close: (task: Task) => void): void => {
    const task = running
    running = undefined
    clearTimeout(timer)
    if (task) close(task)
    next()
  }
  /** Takes leave of the process; what it still says is of no job. */
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
    // Nobody waits for a process that has nothing to do, not even the end of the program.
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
    // Where it cannot be sent the process is gone already, which its end tells.
    child.send(running.order, () => undefined)
  }

  return {
    run: (job, input, options) =>
      new Promise((resolve, reject) => {
        const { person } = options
        if (stopped) throw new WorkError('stopped')
        // The earlier job stays: a page that waits for it would otherwise get an error for a later one that it knows nothing of.
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
