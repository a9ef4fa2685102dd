import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, test, vi } from 'vitest'
import { afterTest } from '#server/testing/afterwards.ts'
import { assertNothingLost, assertOnlyLeftovers, givenHallOfNodes } from '#server/testing/faults/halls.ts'
import { givenMemory } from '#server/testing/faults/memory.ts'
import { type Acknowledged, startWork, type Work } from '#server/testing/faults/work.ts'
import { isHard, roundsOf } from '#server/testing/hard.ts'
import { areConnected } from '#server/testing/nodes.ts'
import { serverUrl } from '#server/testing/postgres.ts'
import { givenFolder, type RunningServer } from '#server/testing/program.ts'
import { givenRedisServer } from '#server/testing/redis.ts'
import { givenS3 } from '#server/testing/s3Stub.ts'
import { type TcpProxy, tcpProxy, throughProxy } from '#server/testing/tcpProxy.ts'

/* Redis, PostgreSQL and the bucket, each away, paused, slow, and cutting or resetting its answers, under two working nodes. */

const rounds = roundsOf({ ordinary: 1, hard: 3 })

/** How long each outage lasts. */
const OUTAGE_MS = isHard ? 12_000 : 3_000

/**
 * No reply takes longer, whatever is away, than this and what the machine itself needs, which is the longest that one of its kind took
 * before the first outage. A call ends after 13 seconds (`serve.ts`), as is noticed once a second. An upload may wait for a connection
 * (5 s) and for the answer of one that is silent (8 s) twice, the second time to find out whether its row was saved after all.
 */
const PROMISED_MS = { call: 15_000, upload: 30_000 }

const engines = ['PostgreSQL', 'Redis', 'the bucket'] as const
type Engine = (typeof engines)[number]

const outages = ['away', 'silent', 'slow', 'truncate', 'reset'] as const
type Outage = (typeof outages)[number]

/** What an ordinary run tries; other tests have services that are away. */
const tried: readonly Outage[] = isHard ? outages : ['silent', 'reset']

const givenProxy = async (address: string): Promise<TcpProxy> => {
  const { hostname, port } = new URL(address)
  const proxy = await tcpProxy({ host: hostname, port: Number(port || 5432) })
  afterTest(proxy.cut)
  return proxy
}

const begin = async (proxy: TcpProxy, outage: Outage): Promise<void> => {
  if (outage === 'away') return proxy.cut()
  proxy.behave(outage === 'slow' ? { slow: 200 } : outage)
}

const end = async (proxy: TcpProxy, outage: Outage): Promise<void> => {
  proxy.behave('normal')
  if (outage === 'away') await proxy.restore()
}

const givenHall = async () => {
  const [server, stub] = [await givenRedisServer(), await givenS3()]
  const proxies: Record<Engine, TcpProxy> = {
    PostgreSQL: await givenProxy(serverUrl),
    Redis: await givenProxy(server.url),
    'the bucket': await givenProxy(stub.endpoint),
  }
  const bucket = { ...stub.env, S3_ENDPOINT: throughProxy(stub.endpoint, proxies['the bucket']) }
  const redisUrl = throughProxy(server.url, proxies.Redis)
  const nodes = await givenHallOfNodes(2, { redisUrl, databaseProxy: proxies.PostgreSQL, ownFolders: true, env: bucket })
  await areConnected(nodes.given.nodes)
  return { ...nodes, proxies, bucket: stub.env, processes: [...nodes.given.nodes] }
}

/** An ordinary run shares one hall among the engines. A thorough one measures memory, and compares it with that before any load. */
let shared: Awaited<ReturnType<typeof givenHall>>
/** What was acknowledged in that hall before the next engine fails. */
let acknowledged: Acknowledged | undefined
beforeAll(async () => {
  if (!isHard) shared = await givenHall()
})

const inSeconds = ({ ms }: { ms: number }): string => `${(ms / 1_000).toFixed(1)} s`

type Ready = { status: number; ms: number; body: { redis?: string; files?: string } }

const readiness = async ({ port }: RunningServer): Promise<Ready> => {
  const since = performance.now()
  const reply = await fetch(`http://127.0.0.1:${port}/readyz`)
  return { status: reply.status, body: (await reply.json()) as Ready['body'], ms: performance.now() - since }
}

const normal = { status: 200, body: { redis: 'connected', files: 'connected' } }

/** What `/readyz` says during an outage: it fails for the database alone. A slow engine is not away. */
const expected = (engine: Engine, outage: Outage) => {
  if (outage === 'slow') return { status: 200 }
  if (engine === 'PostgreSQL') return { status: 503 }
  return { status: 200, body: engine === 'Redis' ? { redis: 'away' } : { files: 'away' } }
}

/** One outage under work; `/readyz` counts as a call. */
const suffer = async (nodes: readonly RunningServer[], proxy: TcpProxy, engine: Engine, outage: Outage, work: Work): Promise<void> => {
  const note = (ready: Ready): Ready => {
    work.note('/readyz', ready)
    return ready
  }
  await begin(proxy, outage)
  const over = wait(OUTAGE_MS)
  for (const node of nodes) {
    await vi.waitFor(async () => expect(note(await readiness(node))).toMatchObject(expected(engine, outage)), { timeout: 30_000 })
    expect((await fetch(`http://127.0.0.1:${node.port}/healthz`)).status).toBe(200)
  }
  await over
  await end(proxy, outage)
  for (const node of nodes)
    await vi.waitFor(async () => expect(note(await readiness(node))).toMatchObject(normal), { timeout: 60_000, interval: 100 })
  const kinds = Object.values(work.acknowledged)
  const before = kinds.map(({ size }) => size)
  await vi.waitFor(() => expect(kinds.filter(({ size }, at) => size > (before[at] ?? 0) + 2)).toHaveLength(kinds.length), {
    timeout: 60_000,
  })
}

test.each(engines)(
  `%s away, paused, slow, and cutting or resetting its answers: 503 in bounded time, nothing lost, no restart`,
  {
    timeout: 600_000 + rounds * tried.length * 120_000,
  },
  async (engine) => {
    const since = performance.now()
    const { hall, given, proxies, bucket, processes } = isHard ? await givenHall() : shared
    const { nodes, database } = given
    const memory = await givenMemory(() => nodes)
    const work = startWork(hall, { before: acknowledged })
    const earlier = work.count()
    await expect.poll(work.count, { timeout: 120_000 }).toBeGreaterThan(earlier + (isHard ? 100 : 20))
    const usual = structuredClone(work.longest)
    for (let round = 1; round <= rounds; round++) for (const outage of tried) await suffer(nodes, proxies[engine], engine, outage, work)
    const { call, upload } = structuredClone(work.longest)
    const more = `longest call ${inSeconds(call)}, longest upload ${inSeconds(upload)}`
    if (!isHard) acknowledged = work.acknowledged
    await assertNothingLost({
      work,
      hall,
      places: nodes,
      row: { test: `outages of ${engine}`, rounds: rounds * tried.length, more },
      since,
      memory,
    })
    expect(call.ms, call.what).toBeLessThan(PROMISED_MS.call + usual.call.ms)
    expect(upload.ms, upload.what).toBeLessThan(PROMISED_MS.upload + usual.upload.ms)
    for (const { child, stderr } of processes) expect([child.exitCode, child.signalCode, stderr()]).toEqual([null, null, ''])
    if (!isHard && engine !== engines.at(-1)) return
    for (const { child, ended } of processes) {
      child.kill('SIGTERM')
      await ended
    }
    await assertOnlyLeftovers({ ...bucket, DATA_DIR: await givenFolder(), DATABASE_URL: database.databaseUrl })
  },
)
