import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fillRoom, type Room } from './chat.ts'
import { openFilled, type Start } from './databases.ts'
import { fillFees } from './fees.ts'
import { account, fillLibrary, type Library, token } from './library.ts'
import type { Result } from './measure.ts'
import { fillMessages } from './messages.ts'
import { fillPeople } from './people.ts'
import { freePort, load, memoryOf, type Running, runProgram } from './processes.ts'
import { processorOf, spentBetween, type Times, timesOfDatabase } from './processor.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const CONNECTIONS = 4
const SOCKETS = 1_000

type Hall = { server: Running; library: Library; room: Room; databaseUrl: string | undefined; redis: number | undefined }

const spent = async ({ server, databaseUrl, redis }: Hall) => ({
  node: processorOf(server.pid),
  database: databaseUrl ? await timesOfDatabase(databaseUrl) : (new Map() as Times),
  redis: redis ? processorOf(redis) : 0,
})

/** The processor time that a piece of work takes, divided by how often it was done. */
const costOf = async (hall: Hall, what: string, work: () => Promise<number>): Promise<Result[]> => {
  const before = await spent(hall)
  const times = await work()
  const after = await spent(hall)
  const of = (name: 'node' | 'redis') => (after[name] - before[name]) / times
  const results: Result[] = [{ what, unit: 'ms of the node', measured: of('node') }]
  if (hall.databaseUrl) results.push({ what, unit: 'ms of PostgreSQL', measured: spentBetween(before.database, after.database) / times })
  if (hall.redis) results.push({ what, unit: 'ms of Redis', measured: of('redis') })
  return results
}

type Call = { what: string; path: string; method?: 'POST'; body?: object; headers?: Record<string, string>; unique?: boolean }

const callsOf = ({ library: { document }, room }: Hall, group: string, student: string): Call[] => [
  { what: 'a cached list of 50', path: '/api/document?limit=50', headers: { 'accept-encoding': 'br' } },
  { what: 'a list of 50 that is not cached', path: '/api/document?limit=50&cursor=ffffffff-ffff-7fff-bfff-UNIQUE', unique: true },
  { what: 'a search in titles', path: '/api/document?limit=50&search=reader%20UNIQUE', unique: true },
  { what: 'a search for a person', path: '/api/user?limit=50&search=reader%20UNIQUE', unique: true },
  { what: 'fifty messages', path: `/api/chat/conversations/${group}/messages?before=4000` },
  { what: 'the account of a student', path: `/api/user/fees/accounts/${student}` },
  { what: 'a download of 1 MiB', path: `/api/document/${document}/file` },
  {
    what: 'a message that nobody hears',
    method: 'POST',
    path: room.path,
    body: { content: 'Is seat 12 free after two?' },
    headers: { authorization: room.tokens[0] ?? '' },
  },
  { what: 'a sign-in', method: 'POST', path: '/api/auth/login', body: account, headers: { authorization: '' } },
]

/** The first half warms up the program, whose compilation would be most of the cost. */
const measureCall = async (hall: Hall, { what, path, body, headers, ...more }: Call): Promise<Result[]> => {
  const json = body ? { body: JSON.stringify(body) } : {}
  const sent = { authorization: token, ...(body && { 'content-type': 'application/json' }), ...headers }
  const options = { url: hall.server.origin + path, headers: sent, connections: CONNECTIONS, seconds: SECONDS, ...json, ...more }
  await load(options)
  return costOf(hall, `processor for ${what}`, async () => (await load(options)).perSecond * SECONDS)
}

/** Messages to a hundred open sockets. */
const measureRoom = (hall: Hall): Promise<Result[]> =>
  costOf(hall, 'processor for a message to 100 sockets', async () => {
    const { server, room } = hall
    const seen = await runProgram<{ sent: number }>('room.mjs', {
      origin: server.origin,
      path: room.path,
      tokens: room.tokens,
      seconds: SECONDS,
    })
    return seen.sent
  })

const measureSockets = async (hall: Hall): Promise<Result[]> => {
  const before = memoryOf(hall.server.pid) ?? 0
  const tokens = Array.from({ length: SOCKETS }, (_, at) => hall.room.tokens[at % hall.room.tokens.length] ?? '')
  const open = runProgram('room.mjs', { origin: hall.server.origin, path: '', tokens, idle: 90, seconds: 0 })
  await wait(45_000)
  const kib = (((memoryOf(hall.server.pid) ?? 0) - before) * 1_024) / SOCKETS
  const idle = await costOf(hall, `processor for ${SOCKETS} idle sockets in 30 s`, async () => {
    await wait(30_000)
    return 1
  })
  await open
  return [{ what: `memory for each of ${SOCKETS} idle sockets`, unit: 'KiB', measured: kib }, ...idle]
}

/** A Redis of its own, if it is wanted and installed. */
const startRedis = async (): Promise<{ url: string; pid: number; stop: () => void } | undefined> => {
  if (!process.env.DATABASE_URL || spawnSync('redis-server', ['--version']).status !== 0) return undefined
  const port = await freePort()
  const child = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
  return { url: `redis://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => void child.kill() }
}

/**
 * Measures what a request, a message and a socket cost: processor time of the server, of PostgreSQL and of Redis where they are used,
 * divided by the calls that were answered. Processor time says more than requests per second on a machine that does other work.
 */
export const measureCapacity = async (start: Start, folder: string): Promise<Result[]> => {
  const dataDir = join(folder, `capacity-${randomBytes(3).toString('hex')}`)
  mkdirSync(dataDir)
  await (await start({ DATA_DIR: dataDir })).stop()
  const library = fillLibrary(dataDir)
  fillPeople(library.database, 100)
  const student = fillFees(library.database)
  const group = fillMessages(library.database, 10_000)
  const room = fillRoom(library.database)
  const redis = await startRedis()
  const filled = await openFilled(dataDir, start)
  const server = await start({ ...filled.settings, ...(redis && { REDIS_URL: redis.url }) })
  try {
    const idle = memoryOf(server.pid) ?? 0
    const hall: Hall = { server, library, room, databaseUrl: filled.settings.DATABASE_URL, redis: redis?.pid }
    const results: Result[] = [{ what: 'memory at the start', unit: 'MiB', measured: idle }, ...(await measureSockets(hall))]
    for (const call of callsOf(hall, group, student)) results.push(...(await measureCall(hall, call)))
    return [...results, ...(await measureRoom(hall))]
  } finally {
    await server.stop()
    await filled.close()
    redis?.stop()
  }
}
