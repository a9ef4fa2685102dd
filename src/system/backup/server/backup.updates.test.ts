import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { afterTest } from '#server/testing/afterwards.ts'
import { given } from '#server/testing/given.ts'
import { DAY, HOUR } from '#server/time.ts'
import { compareVersions } from '#server/version.ts'
import { checkForUpdate } from './backup.updates.ts'

/** A server with a file; `seen` are the requests that it got. */
const givenFile = async (content: string, status = 200) => {
  const seen: { line: string; headers: IncomingHttpHeaders }[] = []
  const file = { content, status }
  const server = createServer(({ method, url, headers }, response) => {
    seen.push({ line: `${method} ${url}`, headers })
    response.writeHead(file.status, file.status === 302 ? { location: '/elsewhere' } : { 'set-cookie': 'id=1' }).end(file.content)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterTest(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/carrel/newest.json`, seen, file }
}

const versionsOf = async (app: Awaited<ReturnType<typeof given>>) => {
  const { body } = await (await app.as('superadmin')).get('/system')
  return body.versions
}

test('with UPDATE_CHECK=on looks once a day, over restarts too, with a request that says nothing about this hall', async () => {
  const { url, seen } = await givenFile('{"version":"99.1.0"}')
  const app = await given({ updateUrl: url })
  expect((await versionsOf(app)).update).toEqual({ newer: null, at: null })
  for (let hour = 0; hour < 23; hour++) {
    await checkForUpdate(app.platform)
    app.advance(HOUR)
  }
  expect(seen).toEqual([{ line: 'GET /carrel/newest.json', headers: { host: new URL(url).host, connection: 'close' } }])
  expect((await versionsOf(app)).update).toEqual({ newer: '99.1.0', at: expect.any(String) })
  app.advance(HOUR)
  await checkForUpdate(app.platform)
  expect(seen.map(({ headers }) => headers)).toEqual([1, 2].map(() => ({ host: new URL(url).host, connection: 'close' })))
})

test('without UPDATE_CHECK never looks, and System shows nothing of it', async () => {
  const { seen } = await givenFile('{"version":"99.1.0"}')
  const app = await given()
  await checkForUpdate(app.platform)
  expect([(await versionsOf(app)).update, seen]).toEqual([null, []])
})

test.each([
  ['a version with a link', '{"version":"<a href=x>1.0.0</a>"}', 200],
  ['no JSON', 'newest', 200],
  ['a redirect', '{"version":"99.0.0"}', 302],
  ['an error', '{"version":"99.0.0"}', 500],
  ['a very long file', `{"version":"99.0.0","x":"${'x'.repeat(20_000)}"}`, 200],
])('takes no version from %s, and looks again a day later', async (_, content, status) => {
  const { url, seen, file } = await givenFile(content, status)
  const app = await given({ updateUrl: url })
  await checkForUpdate(app.platform)
  expect([(await versionsOf(app)).update, seen.length]).toEqual([{ newer: null, at: null }, 1])
  Object.assign(file, { content: '{"version":"99.0.0"}', status: 200 })
  app.advance(DAY)
  await checkForUpdate(app.platform)
  expect((await versionsOf(app)).update).toMatchObject({ newer: '99.0.0' })
})

test('compares versions by their numbers', () => {
  const pairs = [
    ['0.10.0', '0.9.0'],
    ['0.9.0', '0.9.0'],
    ['0.9.9', '1.0.0'],
    ['1.0.1', '1.0.0'],
  ] as const
  expect(pairs.map(([one, other]) => Math.sign(compareVersions(one, other)))).toEqual([1, 0, -1, 1])
})
