import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { io } from 'socket.io-client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runUntil } from '#server/db/callTime.ts'
import { given } from '#server/testing/given.ts'
import { uploadForm } from '#server/testing/library.ts'
import { ask, type Load, signIn, startLoad } from '#server/testing/load.ts'
import { pdf } from '#server/testing/pdf.ts'
import { connectTestPostgres, MAX_CONNECTIONS } from '#server/testing/postgres.ts'
import { firstAdmin, givenFolder, type RunningServer, run, startServer } from '#server/testing/program.ts'
import { tcpProxy, throughProxy } from '#server/testing/tcpProxy.ts'

/** How often all connections are ended under load; set `LOSS_ROUNDS=20` for a thorough run. */
const rounds = Number(process.env.LOSS_ROUNDS ?? 6)

const givenDatabase = async () => {
  const database = await connectTestPostgres()
  onTestFinished(database.close)
  const admin = new pg.Client({ connectionString: database.databaseUrl })
  admin.on('error', () => {})
  await admin.connect()
  onTestFinished(() => admin.end())
  return { ...database, admin }
}

const givenServer = async (databaseUrl: string, env: Record<string, string> = {}) => {
  const settings = { DATA_DIR: await givenFolder(), DATABASE_URL: databaseUrl, RATE_LIMITS: 'off', ...firstAdmin, ...env }
  const server = await startServer(settings)
  const { token } = (await signIn(server)).body as { token: string }
  const { _id: category } = (await ask(server, 'POST', '/api/category', { name: 'Physics' }, token)).body as { _id: string }
  return { server, settings, token, category }
}

/** The ids of everything that a call lists. */
const listed = async (server: RunningServer, path: string, token: string): Promise<Set<string>> => {
  const ids = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await server.call('GET', `${path}${cursor && `&cursor=${cursor}`}`, undefined, token)
    for (const { _id } of body.items) ids.add(_id)
    cursor = body.nextCursor
  }
  return ids
}

const expectAllThere = async (server: RunningServer, token: string, { categories, documents }: Load): Promise<void> => {
  const there = [await listed(server, '/category', token), await listed(server, '/document?limit=1000', token)] as const
  expect([...categories].filter(([, id]) => !there[0].has(id))).toEqual([])
  expect([...documents].filter(([, id]) => !there[1].has(id))).toEqual([])
}

/** A server whose database is reached through a proxy that can freeze or slow it. */
const givenSlowDatabase = async () => {
  const { databaseUrl } = await givenDatabase()
  const target = new URL(databaseUrl)
  const proxy = await tcpProxy({ host: target.hostname, port: Number(target.port || 5432) })
  onTestFinished(proxy.cut)
  return { ...(await givenServer(throughProxy(databaseUrl, proxy))), proxy }
}

describe.runIf(process.env.TEST_DATABASE === 'postgres')('PostgreSQL', () => {
  test(`loses no process and no acknowledged write if all connections end under load ${rounds} times`, {
    timeout: 60_000 + rounds * 3_000,
  }, async () => {
    const { admin, databaseUrl } = await givenDatabase()
    const { server, settings, token, category } = await givenServer(databaseUrl)
    const load = startLoad(server, token, category)
    for (let round = 1; round <= rounds; round++) {
      const before = load.categories.size
      await expect.poll(() => load.categories.size, { timeout: 20_000 }).toBeGreaterThan(before)
      await wait(Math.random() * 200)
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'carrel' and pid <> pg_backend_pid()`)
      await wait(50)
      expect([round, server.child.exitCode, server.stderr()]).toEqual([round, null, ''])
    }
    await load.stop()
    expect([...load.said.keys()].filter((kind) => !['200', '201', '503'].includes(kind))).toEqual([])
    expect(load.documents.size).toBeGreaterThan(0)
    await expectAllThere(server, token, load)
    const doctor = run('doctor', settings)
    await doctor.ended
    // A commit with an unknown outcome may leave a content without a row, which the sweep removes; never a row without its content.
    expect(doctor.stdout()).not.toMatch(/missing|changed:/)
  })

  test('answers every call with 503 and a time to retry while the database is away, and recovers afterwards', {
    timeout: 60_000,
  }, async () => {
    const { databaseUrl } = await givenDatabase()
    const target = new URL(databaseUrl)
    const proxy = await tcpProxy({ host: target.hostname, port: Number(target.port || 5432) })
    onTestFinished(() => proxy.cut())
    const address = Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(proxy.port) }).href
    const { server, token, category } = await givenServer(address, { LOG_LEVEL: 'debug' })
    const socket = io(`http://127.0.0.1:${server.port}`, { auth: { token }, transports: ['websocket'], reconnection: false })
    onTestFinished(() => void socket.close())
    await expect.poll(() => socket.connected, { timeout: 5_000 }).toBe(true)
    const load = startLoad(server, token, category)
    await expect.poll(() => load.documents.size, { timeout: 20_000 }).toBeGreaterThan(2)

    await proxy.cut()
    const status = async (): Promise<number> => (await ask(server, 'GET', '/readyz')).status
    await expect.poll(status, { timeout: 10_000 }).toBe(503)
    await load.stop()
    const form = uploadForm({ title: 'Waves', category, file: pdf({ title: 'Waves' }) })
    const replies = await Promise.all([
      ask(server, 'GET', '/readyz'),
      signIn(server),
      ask(server, 'GET', '/api/auth/me', undefined, token),
      ask(server, 'GET', '/api/document', undefined, token),
      ask(server, 'POST', '/api/category', { name: 'Optics' }, token),
      ask(server, 'POST', '/api/document', form, token),
    ])
    for (const { status, retryAfter, body } of replies)
      expect([status, Number(retryAfter) > 0, body]).toEqual([503, true, expect.objectContaining({ code: 'unavailable' })])
    expect((await ask(server, 'GET', '/healthz')).status).toBe(200)
    // The database stays away for several rounds of the jobs of every second and every two seconds. They log it once, while what
    // is done twice a second for open sockets logs it every time.
    const polls = () => server.stdout().split('the database could not be polled').length
    const before = polls()
    await expect.poll(polls, { timeout: 30_000 }).toBeGreaterThanOrEqual(before + 8)

    await proxy.restore()
    await expect.poll(status, { timeout: 5_000, interval: 20 }).toBe(200)
    expect((await ask(server, 'POST', '/api/category', { name: 'Optics' }, token)).status).toBe(201)
    expect(socket.connected).toBe(true)
    expect([...load.said.keys()].filter((kind) => !['200', '201', '503'].includes(kind))).toEqual([])
    await expectAllThere(server, token, load)
    const log = server.stdout().split('\n')
    expect(log.filter((line) => line.includes('"job"')).length).toBeLessThanOrEqual(2)
    expect([server.child.exitCode, server.stderr()]).toEqual([null, ''])
  })

  test('answers calls with 503 within 15 s while the database is frozen, and works as soon as it goes on', {
    timeout: 60_000,
  }, async () => {
    const { server, token, proxy } = await givenSlowDatabase()
    proxy.behave('silent')
    const since = performance.now()
    const replies = await Promise.all([
      ...Array.from({ length: 20 }, (_, at) => ask(server, 'POST', '/api/category', { name: `Optics ${at}` }, token)),
      ask(server, 'GET', '/readyz'),
    ])
    expect(replies.map(({ status, retryAfter }) => [status, Number(retryAfter) > 0])).toEqual(replies.map(() => [503, true]))
    expect(performance.now() - since).toBeLessThan(15_000)
    proxy.behave('normal')
    await expect.poll(async () => (await ask(server, 'GET', '/readyz')).status, { timeout: 15_000 }).toBe(200)
    expect((await ask(server, 'POST', '/api/category', { name: 'Waves' }, token)).status).toBe(201)
    expect([server.child.exitCode, server.stderr()]).toEqual([null, ''])
  })

  test('answers a call with 503 within 15 s while each statement takes long, saves none of it, and works as soon as it is over', {
    timeout: 60_000,
  }, async () => {
    const { server, token, proxy } = await givenSlowDatabase()
    const account = { role: 'student', name: 'Asha Rao', email: 'asha@example.org', password: 'a good long one' }
    const { body } = await server.call('POST', '/user', account, token)
    const payment = { studentId: body._id, amount: 500, method: 'cash', clientId: crypto.randomUUID() }
    const pay = () => ask(server, 'POST', '/api/user/fees/payments', payment, token)
    // Each answer arrives before the database counts as frozen, and a payment needs some twenty.
    proxy.behave({ slow: 900 })
    const since = performance.now()
    const { status, retryAfter } = await pay()
    expect([status, Number(retryAfter) > 0]).toEqual([503, true])
    expect(performance.now() - since).toBeLessThan(15_000)
    expect((await server.call('GET', '/user/fees/receipts', undefined, token)).body.items).toEqual([])
    proxy.behave('normal')
    await expect.poll(async () => (await ask(server, 'GET', '/readyz')).status, { timeout: 15_000 }).toBe(200)
    expect((await server.call('GET', '/user/fees/receipts', undefined, token)).body.items).toEqual([])
    await expect.poll(async () => (await pay()).status, { timeout: 15_000 }).toBe(201)
    expect([server.child.exitCode, server.stderr()]).toEqual([null, ''])
  })

  test('gives a call that has little time left a free connection, and refuses to let it wait for one', async () => {
    const { db } = await givenDatabase()
    const inLittleTime = (work: () => Promise<unknown>) => runUntil(performance.now() + 3_000, work)
    const one = () => sql`select 1`.execute(db)
    await one()
    await inLittleTime(one)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const begun: Promise<void>[] = []
    const holding = Array.from({ length: MAX_CONNECTIONS }, () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      begun.push(promise)
      return db.connection().execute(() => {
        resolve()
        return released
      })
    })
    await Promise.all(begun)
    await expect(inLittleTime(one)).rejects.toMatchObject({ code: '57014' })
    release()
    await Promise.all(holding)
  })

  test('lets a statement that takes long finish', async () => {
    const { db } = await givenDatabase()
    const { rows } = await sql<{ done: number }>`select 1 as done from pg_sleep(6)`.execute(db)
    expect(rows).toEqual([{ done: 1 }])
  })

  test('waits for a lock that another has, but not for ever', async () => {
    const app = await given()
    const admin = await app.as('admin')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: locked, resolve: tell } = Promise.withResolvers<void>()
    const holding = app.db.transaction().execute(async (tx) => {
      await sql`lock table categories in access exclusive mode`.execute(tx)
      tell()
      await released
    })
    await locked
    const reply = await admin.post('/category', { name: 'Physics' })
    expect([reply.status, reply.body.code, Number(reply.headers['retry-after']) > 0]).toEqual([503, 'unavailable', true])
    release()
    await holding
    expect((await admin.post('/category', { name: 'Physics' })).status).toBe(201)
  })
})
