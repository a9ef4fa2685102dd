import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export type Running = {
  origin: string
  pid: number
  startedInMs: number
  /** What it has printed so far. */
  printed: () => string
  stop: () => Promise<void>
}

const run = promisify(execFile)
export const fileHere = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** A port that was free a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const alive = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

const whenReady = async (child: ChildProcess, url: string): Promise<void> => {
  for (let tries = 0; tries < 6_000; tries++) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended before it answered.`)
    const { ok } = await fetch(url).catch(() => ({ ok: false }))
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`${url} does not answer.`)
}

/** Starts a server on Node and waits for its `/readyz`. The time is that from the start of the process to the first 200. */
export const startServer = async (args: string[], port: number, env: Record<string, string> = {}): Promise<Running> => {
  const start = performance.now()
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  alive.add(child)
  const origin = `http://127.0.0.1:${port}`
  await whenReady(child, `${origin}/readyz`)
  const startedInMs = performance.now() - start
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
    alive.delete(child)
  }
  return { origin, pid: child.pid ?? 0, startedInMs, printed: () => output, stop }
}

const canPin = existsSync('/usr/bin/taskset') && availableParallelism() > 1

/** Runs a program of this folder to its end, on the last processor if the system allows that. Returns the JSON that it prints. */
export const runProgram = async <T>(name: string, settings: object, { pinned = false } = {}): Promise<T> => {
  const args = [fileHere(name), JSON.stringify(settings)]
  const pin = ['-c', String(availableParallelism() - 1), process.execPath, ...args]
  const { stdout } = await (pinned && canPin ? run('/usr/bin/taskset', pin) : run(process.execPath, args))
  return JSON.parse(stdout) as T
}

/** Resident memory of a process in MiB, or undefined if the system does not report it. */
export const memoryOf = (pid: number): number | undefined => {
  const file = `/proc/${pid}/status`
  const kib = existsSync(file) && /^VmRSS:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1]
  return kib ? Number(kib) / 1_024 : undefined
}

export type Load = {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  bodyFile?: string
  connections: number
  seconds: number
  /** Requests per second; unlimited if it is missing. */
  rate?: number
  /** Makes every body, or every address with `UNIQUE`, different, so that no reply comes from a cache. */
  unique?: boolean
}
export type Seen = { perSecond: number; bytesPerSecond: number; p99: number; failed: number }

/** Puts load on a server from another process for so many seconds. Throws if any call failed, since failures are fast. */
export const load = async (options: Load): Promise<Seen> => {
  const seen = await runProgram<Seen>('load.mjs', options, { pinned: true })
  if (seen.failed > 0) throw new Error(`${seen.failed} of the calls to ${options.url} failed.`)
  return seen
}
