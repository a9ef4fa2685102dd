import perfHooks from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { expect, test, vi } from 'vitest'
import { given } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'

test('the metrics count the calls of this app, and measure the process once, however many apps it has had', async () => {
  const other = await given()
  await other.anyone().get('/categories-of-nobody')
  const watch = vi.spyOn(perfHooks, 'monitorEventLoopDelay')
  const observe = vi.spyOn(perfHooks.PerformanceObserver.prototype, 'observe')
  const { app } = await given()
  await app.inject({ url: '/healthz' })
  expect([watch.mock.calls.length, observe.mock.calls.length]).toEqual([0, 0])
  const { statusCode, payload } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  expect(statusCode).toBe(200)
  const lines = payload.split('\n')
  expect(lines.filter((line) => /^nodejs_eventloop_lag_seconds /.test(line))).toHaveLength(1)
  expect(lines.filter((line) => line.startsWith('http_request_duration_seconds_count'))).toEqual([
    'http_request_duration_seconds_count{method="GET",route="/healthz",status="200"} 1',
  ])
  expect(lines).toContain('sockets_open 0')
  watch.mockRestore()
  observe.mockRestore()
})

const figures = async (app: FastifyInstance): Promise<Map<string, number>> => {
  const { payload } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  const lines = payload.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}

test('the metrics say how much room is left, how old the last backup and the queues are, and what the cache saves', async () => {
  const { app, as, advance } = await given()
  const admin = await as('admin')
  await givenDocument(admin, 'Waves', (await givenCategory(admin, 'Physics'))._id)
  for (let time = 0; time < 3; time++) await admin.get('/category')
  advance(3_600)
  const found = await figures(app)
  expect(found.get('disk_free_bytes{disk="data"}')).toBeGreaterThan(0)
  expect(found.get('disk_free_bytes{disk="backups"}')).toBeGreaterThan(0)
  expect(found.get('backup_age_seconds')).toBeCloseTo(3_600, -2)
  expect(found.get('queue_oldest_seconds{queue="extraction"}')).toBeCloseTo(3_600, -2)
  expect(found.get('queue_oldest_seconds{queue="notifications"}')).toBe(0)
  expect([found.get('reply_cache_requests_total{result="miss"}'), found.get('reply_cache_requests_total{result="hit"}')]).toEqual([1, 2])
  expect([...found.keys()].find((name) => name.startsWith('build_info'))).toMatch(/^build_info\{version="[\d.]+",commit=".*"\}$/)
})

test('the metrics leave out what cannot be read, and still have everything else', async () => {
  const { app, db } = await given()
  await db.destroy()
  const found = await figures(app)
  expect([...found.keys()].filter((name) => name.startsWith('queue_oldest_seconds'))).toEqual([
    'queue_oldest_seconds{queue="notifications"}',
  ])
  expect(found.get('disk_free_bytes{disk="data"}')).toBeGreaterThan(0)
})

/** The first and the last address of each private network, and the addresses beside them. */
const nearby = [
  ...['10.0.0.0', '10.255.255.255', '127.0.0.1', '127.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  ...['::1', 'fc00::', 'fdff:ffff::1', '::ffff:192.168.1.20'],
]
const others = [
  ...['203.0.113.9', '9.255.255.255', '11.0.0.0', '126.255.255.255', '128.0.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255'],
  ...['192.169.0.0', '169.254.169.254', '100.64.0.1', '0.0.0.0', '2001:db8::1', '::2', 'fbff::1', 'fe00::1', '::ffff:203.0.113.9'],
]

test('the metrics are answered to private networks alone, and name nobody', async () => {
  const { app, as } = await given()
  const asha = await as('student', { name: 'Asha Rao', email: 'asha@example.org' })
  await asha.get(`/user/profile/${asha._id}`)
  const replyTo = (remoteAddress: string, url = '/metrics') => app.inject({ url, remoteAddress })
  // A proxy that blocks the address blocks no other way to write it.
  for (const url of ['/metrics/', '/%6detrics', '/metrics%2f']) expect((await replyTo('192.168.1.20', url)).statusCode).toBe(404)
  for (const address of others) expect([address, (await replyTo(address)).statusCode]).toEqual([address, 404])
  for (const address of nearby) expect([address, (await replyTo(address)).statusCode]).toEqual([address, 200])
  const { statusCode, payload } = await replyTo('192.168.1.20')
  expect([statusCode, payload.includes('/api/user/profile/:id')]).toEqual([200, true])
  for (const text of ['Asha', 'asha', asha._id, asha.token]) expect(payload).not.toContain(text)
})
