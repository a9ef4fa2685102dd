import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { lastSourceChange } from '../../../scripts/freshness.mjs'
import { mallocSettings, v8Settings } from '../../../scripts/processSettings.mjs'
import { afterFile, afterTest } from './afterwards.ts'

/** The programs of the server as they run: separate processes on folders of their own. */

const root = join(import.meta.dirname, '../../..')

const makePrograms = (folder: string): void => {
  const own = `${folder}-${process.pid}`
  const build = ['build', '--config', 'vite.server.config.ts', '--logLevel', 'error', '--outDir', own]
  execFileSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...build], { cwd: root })
  renameSync(own, folder)
}

const DAY = 86_400_000
const lockName = 'programs.lock'

/** Removes those of earlier states that no run can be using any more. */
const removeOld = (all: string): void => {
  for (const name of readdirSync(all))
    if (name !== lockName && statSync(join(all, name)).mtimeMs < Date.now() - DAY) rmSync(join(all, name), { recursive: true, force: true })
}

/** Bundling takes as long as several starts, so one worker does it and the others wait. The lock ends with the process that has it. */
const makeProgramsOnce = (all: string, folder: string): void => {
  mkdirSync(all, { recursive: true })
  const lock = new DatabaseSync(join(all, lockName), { timeout: 120_000 })
  try {
    lock.exec('begin exclusive')
    if (existsSync(folder)) return
    makePrograms(folder)
    removeOld(all)
  } finally {
    lock.close()
  }
}

let folderOfPrograms: string | undefined

/** The programs as `npm start` runs them: bundled, they start in a third of the time. Bundled once for each state of the sources. */
const programs = (): string => {
  if (folderOfPrograms) return folderOfPrograms
  const all = join(root, '.cache')
  const folder = join(all, `programs-${Math.trunc(lastSourceChange())}`)
  if (!existsSync(folder)) makeProgramsOnce(all, folder)
  folderOfPrograms = folder
  return folder
}

/** The file of the bundled server. */
export const serverFile = (): string => join(programs(), 'main.js')

/** An empty folder for DATA_DIR, gone after the test. */
export const givenFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-program-'))
  afterTest(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Makes a folder when a test first needs it, and gives a copy to each test of the file, since starting servers takes longest. */
export const copiedFolder = (make: (folder: string) => Promise<unknown>): (() => Promise<string>) => {
  let original: Promise<string> | undefined
  const prepare = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'carrel-program-'))
    afterFile(() => {
      original = undefined
      return rm(folder, { recursive: true, force: true })
    })
    await make(folder)
    return folder
  }
  return async () => {
    original ??= prepare()
    const folder = await givenFolder()
    await cp(await original, folder, { recursive: true })
    return folder
  }
}

type Environment = Record<string, string>
export type Program = {
  child: ChildProcess
  stdout: () => string
  stderr: () => string
  /** The exit code, or the signal. */
  ended: Promise<number | NodeJS.Signals | null>
}

/** Starts a program of the server with only these settings. */
export const run = (
  name: 'main' | 'admin' | 'backup' | 'doctor' | 'import' | 'move' | 'restore',
  env: Environment,
  args: readonly string[] = [],
): Program => runFile(join(programs(), `${name}.js`), env, args)

/** The same for the file of a program. As `npm start` does, it is born with settings that give memory back. */
export const runFile = (file: string, env: Environment, args: readonly string[] = []): Program => {
  const child = spawn(process.execPath, [...v8Settings, file, ...args], {
    env: {
      ...mallocSettings,
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal)
  afterTest(() => {
    child.kill('SIGKILL')
    return ended
  })
  return { child, stdout: () => stdout, stderr: () => stderr, ended }
}

type Ended = { code: unknown; stdout: string; stderr: string }

/** Runs a program of the server to its end. */
export const runToEnd = async (name: Parameters<typeof run>[0], env: Environment, ...args: string[]): Promise<Ended> => {
  const { ended, stdout, stderr } = run(name, env, args)
  return { code: await ended, stdout: stdout(), stderr: stderr() }
}

export type RunningServer = Program & {
  port: number
  /** Waits until the link is printed, which comes after the line that says that the server is ready. */
  setupLink: () => Promise<string>
  /** One call; returns the status and the body. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body by what it compares it with
  call: (method: string, path: string, body?: object, token?: string) => Promise<{ status: number; body: any }>
}

/** Stops a server as an operator does, and waits for its end. */
export const stopServer = async ({ child, ended }: Program): Promise<void> => {
  child.kill('SIGTERM')
  await ended
}

/** Starts the server and waits until it reports that it is ready. */
export const startServer = async (env: Environment, program: Program = run('main', env)): Promise<RunningServer> => {
  let over = false
  void program.ended.then(() => {
    over = true
  })
  while (!/ready at .*\n/.test(program.stdout())) {
    if (over) throw new Error(`The server did not start: ${program.stderr()}`)
    await wait(10)
  }
  const port = listeningPort(program)
  const call: RunningServer['call'] = async (method, path, body, token) => {
    const form = body instanceof FormData
    const headers = { ...(token && { authorization: token }), ...(body && !form && { 'content-type': 'application/json' }) }
    const payload = form ? body : JSON.stringify(body)
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { method, headers, ...(payload !== undefined && { body: payload }) })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : undefined }
  }
  const setupLink: RunningServer['setupLink'] = async () => {
    while (!over) {
      const link = /(\S+\/setup#key=\S+)\n/.exec(program.stdout())?.[1]
      if (link) return link
      await wait(10)
    }
    throw new Error(`The server ended without a set-up link: ${program.stdout()}`)
  }
  return { ...program, port, setupLink, call }
}

const listeningPort = ({ stdout }: Program): number => {
  const told = /ready at \S+?:(\d+)\s/.exec(stdout())?.[1]
  if (!told) throw new Error(`The server does not tell its port: ${stdout()}`)
  return Number(told)
}

export const firstAdmin = { ADMIN_EMAIL: 'meera@example.org', ADMIN_PASSWORD: 'first of them all' }

/** The token of the first superadmin, whom `firstAdmin` makes. */
export const signInFirst = async ({ call }: RunningServer): Promise<string> => {
  const { status, body } = await call('POST', '/auth/login', { email: firstAdmin.ADMIN_EMAIL, password: firstAdmin.ADMIN_PASSWORD })
  if (status !== 200) throw new Error(`The first superadmin cannot sign in: ${status}`)
  return body.token
}
