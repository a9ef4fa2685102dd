import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Actor, Role } from '#contract/actor.ts'
import { dayIn } from '#contract/day.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Topic } from '#contract/topics.ts'
import { buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import type { UsersTable } from '#server/db/tables/people.ts'
import { type Changes, changesOf } from '#server/feature/changes.ts'
import type { Platform } from '#server/feature/platform.ts'
import { features } from '#server/features.ts'
import { openStorage } from '#server/files/openStorage.ts'
import type { Storage } from '#server/files/storage.ts'
import { oneNode } from '#server/nodes/nodes.ts'
import { makeHub } from '#server/realtime/hub.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { afterFile, afterTest } from './afterwards.ts'
import { testDatabase } from './database.ts'
import { newAccount } from './people.ts'
import { installTriggers, type Writes, watchWrites } from './writes.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body by what it compares it with
export type Answer = { status: number; headers: Record<string, string | undefined>; body: any; bytes: Buffer; text: string }

type Options = { headers?: Record<string, string> }

/** Calls of one caller. Paths are relative to `/api`, or complete ones that begin with it. */
export type Person = {
  get: (path: string, options?: Options) => Promise<Answer>
  post: (path: string, body?: unknown, options?: Options) => Promise<Answer>
  put: (path: string, body?: unknown, options?: Options) => Promise<Answer>
  patch: (path: string, body?: unknown, options?: Options) => Promise<Answer>
  del: (path: string, options?: Options) => Promise<Answer>
}
export type SignedInPerson = Person & { _id: string; me: Actor; token: string; sessionId: string }

const endpoints: Endpoint[] = Object.values(features).flatMap(({ api }) => Object.values(api))

const shapeOf = ({ path }: Endpoint): RegExp => new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}/?$`)
const isFixed = ({ path }: Endpoint): boolean => !path.includes(':')
const keyOf = (method: string, path: string): string => `${method} ${path.replace(/\/$/, '').split('/').length}`

/** Calls by method and number of segments, those without parameters first. */
const shapes = Map.groupBy(
  [...endpoints.filter(isFixed), ...endpoints.filter((endpoint) => !isFixed(endpoint))].map((endpoint) => ({
    endpoint,
    shape: shapeOf(endpoint),
  })),
  ({ endpoint }) => keyOf(endpoint.method, `/api${endpoint.path}`),
)

const pathOf = (url: string): string => url.split('?')[0] ?? url

const declared = (method: string, path: string): Endpoint | undefined =>
  shapes.get(keyOf(method, path))?.find(({ shape }) => shape.test(path))?.endpoint

type Strict = { parse: (value: unknown) => unknown }

/** The compiled serializer turns `null` into 0 and does not check enums, so every successful reply is validated against its contract. */
const holdToContract = (method: string, url: string, answer: Answer): void => {
  const endpoint = declared(method, pathOf(url))
  if (!endpoint || endpoint.stream || answer.status >= 300) return
  expect(answer.status).toBe(endpoint.status ?? (endpoint.reply ? 200 : 204))
  if (endpoint.reply) expect((endpoint.reply as unknown as Strict).parse(answer.body)).toEqual(answer.body)
  else expect(answer.text).toBe('')
}

const payloadOf = async (body: unknown): Promise<{ payload?: string | Buffer; headers: Record<string, string> }> => {
  if (body === undefined) return { headers: {} }
  if (!(body instanceof FormData)) return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const encoded = new Response(body)
  return { payload: Buffer.from(await encoded.arrayBuffer()), headers: { 'content-type': encoded.headers.get('content-type') ?? '' } }
}

const parsed = (text: string, type: unknown): unknown => (String(type).includes('json') && text ? JSON.parse(text) : undefined)

const callerOf = (app: FastifyInstance, writes: Writes, authorization?: string, address = '192.0.2.1'): Person => {
  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body: unknown,
    { headers: more }: Options = {},
  ): Promise<Answer> => {
    const url = path.startsWith('/api/') ? path : `/api${path}`
    const { payload, headers } = await payloadOf(body)
    const inject = () =>
      app.inject({
        method,
        url,
        remoteAddress: address,
        headers: { ...headers, ...(authorization && { authorization }), ...more },
        ...(payload !== undefined && { payload }),
      })
    const sent = await writes.during(declared(method, pathOf(url)), inject)
    const answer: Answer = {
      status: sent.statusCode,
      headers: sent.headers as Answer['headers'],
      body: parsed(sent.payload, sent.headers['content-type']),
      bytes: sent.rawPayload,
      text: sent.payload,
    }
    holdToContract(method, url, answer)
    return answer
  }
  return {
    get: (path, options) => send('GET', path, undefined, options),
    post: (path, body, options) => send('POST', path, body, options),
    put: (path, body, options) => send('PUT', path, body, options),
    patch: (path, body, options) => send('PATCH', path, body, options),
    del: (path, options) => send('DELETE', path, undefined, options),
  }
}

/** A whole app on an empty database, and the helpers that tests start with. */
export type Given = Pick<Platform, 'db' | 'storage' | 'config'> & {
  app: FastifyInstance
  server: FastifyInstance
  /** As a job or a program has it; its writes belong to no topic. */
  platform: Platform & Changes
  dataDir: string
  /** Someone who is not signed in, at this address. */
  anyone: (address?: string) => Person
  /** A new person of this role, signed in by a session row, since signing in is slow on purpose. */
  as: (role: Role, account?: Partial<UsersTable>) => Promise<SignedInPerson>
  withToken: (token: string) => Person
  /** The topics that the last call wrote. */
  changedTopics: () => readonly Topic[]
  /** How many rows the last call wrote; always 0 on PostgreSQL, which does not count them. */
  rowsWritten: () => number
  /** Declares that the test itself writes these topics beside its calls, so that the calls need not declare them. */
  othersWrite: (topics: readonly Topic[]) => void
  /** How often the server has read the clock, which it does whenever it polls the database for open sockets. */
  clockReads: () => number
  /** The day in the hall's time zone. */
  today: () => string
  /** Refuses all writes until the end of the test, as in the last step of a move. */
  pauseWrites: () => void
  /** Advances the clock. */
  advance: (seconds: number) => void
  /** Sets the clock. */
  setNow: (instant: string) => void
}

const testConfig = (dataDir: string): Config => ({ ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }) })

/** `database` replaces the empty one; calls made by `as` need its triggers. `lasts` says when the app is closed, after the test by default. */
type Surroundings = Partial<Parameters<typeof buildApp>[1]> & {
  database?: Database
  lasts?: 'test' | 'file'
  /** Opens another storage than the configured one. */
  storageOf?: (needs: Parameters<typeof openStorage>[0]) => Promise<Storage>
}

export const given = async (
  settings: Partial<Config> = {},
  { clientFolder, database, lasts = 'test', storageOf = openStorage, ...surroundings }: Surroundings = {},
): Promise<Given> => {
  const opened = database ?? (await testDatabase(installTriggers))
  const { db, close, gate } = opened
  const writes = watchWrites(opened)
  const dataDir = await mkdtemp(join(tmpdir(), 'carrel-test-'))
  const config = { ...testConfig(dataDir), ...settings }
  let clock = () => new Date()
  let clockReads = 0
  const readClock = (): Date => {
    clockReads++
    return clock()
  }
  const hub = makeHub()
  const storage = await storageOf({ config, db, clock: readClock })
  const parts = { config, db, storage, live: hub, nodes: oneNode, clock: readClock }
  const { app, platform } = await buildApp(parts, { clientFolder: clientFolder ?? join(dataDir, 'no-client'), ...surroundings })
  hub.attach(app, platform)
  const atTheEnd = lasts === 'test' ? afterTest : afterFile
  atTheEnd(async () => {
    await app.close()
    await close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const as: Given['as'] = async (role, account = {}) => {
    const user = newAccount(role, account)
    await db.insertInto('users').values(user).execute()
    const { token, sessionId } = await startSession(platform, db, { userId: user.id, device: 'Chrome, Android', now: clock() })
    return { ...callerOf(app, writes, token), _id: user.id, me: { _id: user.id, name: user.name, role }, token, sessionId }
  }
  return {
    app,
    server: app,
    platform: { ...platform, ...changesOf(platform, []) },
    db,
    storage: parts.storage,
    config,
    dataDir,
    anyone: (address) => callerOf(app, writes, undefined, address),
    as,
    withToken: (token) => callerOf(app, writes, token),
    changedTopics: writes.last,
    rowsWritten: writes.rows,
    othersWrite: writes.othersWrite,
    clockReads: () => clockReads,
    today: () => dayIn(config.timeZone, clock()),
    pauseWrites: () => {
      gate.closedFor = 'moving'
      afterTest(() => {
        gate.closedFor = undefined
      })
    },
    advance: (seconds) => {
      const before = clock
      clock = () => new Date(before().getTime() + seconds * 1_000)
    },
    setNow: (instant) => {
      clock = () => new Date(instant)
    },
  }
}
