import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { transformWithOxc } from 'vite'
import { accounts, password } from '../scripts/demoHall.ts'
import { demoEnvironment, fill, ready } from '../scripts/fill.ts'
import { screens } from './pages.ts'
import type { Screen } from './screens.ts'

type Session = { token: string; user: object }
export type Sessions = Record<string, Session>
/** The origin of a hall, a session of each role, and the address of each screen. */
export type Described = { origin: string; sessions: Sessions; paths: readonly (string | undefined)[] }
export type Hall = Described & { stop: () => Promise<void> }

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || !address) throw new Error('No port is free.')
  return address.port
}

type Call = <T>(method: string, path: string, token?: string, body?: object) => Promise<T>

export const callsTo =
  (origin: string): Call =>
  async (method, path, token, body) => {
    const headers = { ...(token && { authorization: token }), ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(`${origin}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}: ${await response.text()}`)
    return response.json() as never
  }

export const sessionsOf = async (call: Call): Promise<Sessions> => {
  const signIn = ([role, { email }]: [string, { email: string }]) =>
    call<Session>('POST', '/auth/login', undefined, { email, password }).then((session) => [role, session] as const)
  return Object.fromEntries(await Promise.all(Object.entries(accounts).map(signIn)))
}

/** The address of a screen, or undefined where the hall has no record for it. */
export const pathOf = async (call: Call, token: string, { path, ids }: Pick<Screen, 'path' | 'ids'>): Promise<string | undefined> => {
  if (!ids) return path
  const { items } = await call<{ items: { _id: string; isVoid?: boolean }[] }>('GET', ids, token)
  const id = items.find(({ isVoid }) => !isVoid)?._id
  return id && path.replace(':id', id)
}

export const stopped = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null) return
  const closed = once(server, 'close')
  server.kill('SIGTERM')
  await closed
}

/** Signs in an account of each role, and resolves the addresses of the screens. */
export const describeHall = async (origin: string): Promise<Described> => {
  const call = callsTo(origin)
  const sessions = await sessionsOf(call)
  const paths = await Promise.all(screens.map((screen) => pathOf(call, sessions.superadmin?.token ?? '', screen)))
  return { origin, sessions, paths }
}

/** Makes an account of each role if it is missing, and nothing else. */
export const fillWithPeople = async (origin: string): Promise<void> => {
  const call = callsTo(origin)
  const { email } = accounts.superadmin
  const { token } = await call<Session>('POST', '/auth/login', undefined, { email, password })
  const { items } = await call<{ items: { email: string }[] }>('GET', '/user?limit=10', token)
  for (const role of ['admin', 'manager', 'student'] as const)
    if (!items.some((one) => one.email === accounts[role].email)) await call('POST', '/user', token, { ...accounts[role], role, password })
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** Starts the server on data of its own. `program` is a file of the sources, or of the build. */
export const startHall = async (kind: 'filled' | 'empty', program: string, folder: string): Promise<Hall> => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = { LOG_LEVEL: 'warn', ...process.env, ...demoEnvironment, PORT: String(port), DATA_DIR: folder }
  const server = spawn(process.execPath, [program], { cwd: root, stdio: 'inherit', env })
  const stop = () => stopped(server)
  try {
    await ready(origin)
    await (kind === 'filled' ? fill(origin) : fillWithPeople(origin))
    return { ...(await describeHall(origin)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The script at the start of the HTML that turns a page into one of the screens. */
export const frameScript = async (sessions: Sessions, frame?: string): Promise<string> => {
  const file = fileURLToPath(new URL('web/frame.ts', import.meta.url))
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
  const named = frame === undefined ? '' : `window.frameOf = ${JSON.stringify(frame)};`
  return `window.sessionsOf = ${JSON.stringify(sessions).replaceAll('<', '\\u003c')};\n${named}\n${code}`
}
