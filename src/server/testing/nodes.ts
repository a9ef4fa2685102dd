import type { ManagerOptions, Socket, SocketOptions } from 'socket.io-client'
import { io } from 'socket.io-client'
import { vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import type { Database } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { afterTest, sameLifetime } from './afterwards.ts'
import { type Balancer, clientHeader, givenBalancer } from './balancer.ts'
import { connectTestPostgres } from './postgres.ts'
import { givenFolder, type RunningServer, runFile, startServer } from './program.ts'
import { givenRedis } from './redis.ts'
import { givenSignedIn } from './signedIn.ts'
import { type TcpProxy, throughProxy } from './tcpProxy.ts'

/** The port for someone's calls and sockets: one node, or the balancer. */
export type Place = { port: number }

export type SignedIn = { _id: string; name: string; token: string; sessionId: string }

/** One call; returns the status, or 0 if no reply came, and the body. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body by what it compares it with
export type Called = { status: number; body: any }

export const call = async ({ port }: Place, { token, _id }: SignedIn, method: string, path: string, body?: object): Promise<Called> => {
  const headers = { authorization: token, [clientHeader]: _id, ...(body && { 'content-type': 'application/json' }) }
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : undefined }
  } catch {
    return { status: 0, body: undefined }
  }
}

/** Posts a multipart form. */
export const postForm = ({ port }: Place, { token }: SignedIn, path: string, body: FormData): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/api${path}`, { method: 'POST', headers: { authorization: token }, body })

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a payload by what it compares it with
export type Screen = { socket: Socket; heard: { event: string; payload: any }[]; heardOf: (event: string) => any[] }

/** Opens a socket as browsers do, which reconnects automatically, and waits until it is open. */
export const open = async (
  { port }: Place,
  { token, _id }: SignedIn,
  options: Partial<ManagerOptions & SocketOptions> = {},
): Promise<Screen> => {
  const socket = io(`http://127.0.0.1:${port}`, {
    auth: { token },
    extraHeaders: { [clientHeader]: _id },
    transports: ['websocket'],
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
    forceNew: true,
    ...options,
  })
  afterTest(() => socket.close())
  const heard: Screen['heard'] = []
  socket.onAny((event: string, payload: unknown) => heard.push({ event, payload }))
  await vi.waitUntil(() => heard.some(({ event }) => event === 'hello'), { timeout: 30_000 })
  return { socket, heard, heardOf: (event) => heard.filter((one) => one.event === event).map(({ payload }) => payload) }
}

export type GivenNodes = {
  /** The running nodes; a restarted node replaces the old one at the same index. */
  nodes: RunningServer[]
  /** Starts a node with the settings of the one at this index; `main` is the file of another version's program. */
  start: (at: number, main?: string) => Promise<void>
  /** The DATA_DIR of each node. */
  folders: readonly string[]
  balancer: Balancer
  redis: Awaited<ReturnType<typeof givenRedis>>
  database: Database & { databaseUrl: string }
  person: (role: Role, name?: string) => Promise<SignedIn>
}

export type NodesOptions = {
  /** The address of the Redis that the nodes use; otherwise that of `redis`, which can be cut off. */
  redisUrl?: string
  /** More settings of the nodes, of all or of each. */
  env?: Record<string, string> | (() => Promise<Record<string, string>>)
  /** A proxy in front of PostgreSQL, through which the nodes reach it. */
  databaseProxy?: TcpProxy
  /** More settings of single nodes, in their order. */
  envOf?: readonly Record<string, string>[]
  /** Gives each node an empty folder of its own; they share the files in a bucket. */
  ownFolders?: boolean
}

/**
 * An installation of several nodes: real processes on one database, usually one folder, and one Redis, behind a balancer. Starting them
 * takes longest: given in `beforeAll`, they last for all tests of the file.
 */
export const givenNodes = async (
  count: number,
  { redisUrl, databaseProxy, env = {}, envOf = [], ownFolders = false }: NodesOptions = {},
): Promise<GivenNodes> => {
  const database = await connectTestPostgres()
  afterTest(database.close)
  await migrate(database)
  const redis = await givenRedis()
  const databaseUrl = databaseProxy ? throughProxy(database.databaseUrl, databaseProxy) : database.databaseUrl
  const shared = { DATA_DIR: await givenFolder(), DATABASE_URL: databaseUrl, REDIS_URL: redisUrl ?? redis.url }
  const settings = await Promise.all(
    Array.from({ length: count }, async (_, at) => ({
      ...shared,
      ...(ownFolders && { DATA_DIR: await givenFolder() }),
      ...(typeof env === 'function' ? await env() : env),
      ...envOf[at],
    })),
  )
  const nodes = await Promise.all(settings.map((env) => startServer(env)))
  const person: GivenNodes['person'] = (role, name = 'Asha Rao') => givenSignedIn(database.db, role, name)
  const lastingAsLong = sameLifetime()
  const start: GivenNodes['start'] = async (at, main) => {
    const env = settings[at] ?? shared
    nodes[at] = await lastingAsLong(() => startServer(env, main === undefined ? undefined : runFile(main, env)))
  }
  const folders = settings.map(({ DATA_DIR }) => DATA_DIR)
  return { nodes, start, folders, balancer: await givenBalancer(() => nodes.map(({ port }) => port)), redis, database, person }
}

/** Waits until the nodes reach one another. */
export const areConnected = (nodes: readonly RunningServer[]): Promise<unknown> =>
  vi.waitUntil(
    async () => {
      const answers = await Promise.all(nodes.map(async ({ port }) => (await fetch(`http://127.0.0.1:${port}/readyz`)).json()))
      return answers.every((answer) => (answer as { redis?: string }).redis === 'connected')
    },
    { timeout: 30_000, interval: 50 },
  )
