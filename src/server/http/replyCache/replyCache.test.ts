import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { raiseRevisions } from '#server/db/revisions.ts'
import { type Given, given } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'
import { feature } from '../../feature/feature.ts'
import { answerFailures } from '../failures.ts'
import { serve } from '../serve.ts'
import type { Made } from './cachedReply.ts'
import { makeReplyCache } from './replyCache.ts'

const givenLibrary = async () => {
  const app = await given()
  const admin = await app.as('admin')
  const category = await givenCategory(admin, 'Physics')
  const document = await givenDocument(admin, 'Waves', category._id)
  return { app, admin, student: await app.as('student'), category, document }
}

const titles = (answer: { body: { items: { title: string }[] } }): string[] => answer.body.items.map(({ title }) => title)

describe('a list that nobody has changed', () => {
  test('is not sent twice to a caller who has it', async () => {
    const { student } = await givenLibrary()
    const first = await student.get('/document')
    const etag = first.headers.etag ?? ''
    expect(etag).toMatch(/^W\/".{20,}"$/)
    const second = await student.get('/document', { headers: { 'if-none-match': etag } })
    expect([second.status, second.text, second.headers.etag]).toEqual([304, '', etag])
    expect((await student.get('/document', { headers: { 'if-none-match': '"something else"' } })).body).toEqual(first.body)
  })

  test('is compressed for those who accept that, and plain for the others', async () => {
    const { app, student, admin, category } = await givenLibrary()
    for (let number = 1; number <= 5; number++) await givenDocument(admin, `Chapter ${number}`, category._id)
    const ask = async (encodings?: string) => {
      const headers = { authorization: student.token, ...(encodings && { 'accept-encoding': encodings }) }
      const { rawPayload: bytes, headers: answered } = await app.server.inject({ url: '/api/document', headers })
      expect(answered.vary).toBe('accept-encoding')
      return { bytes, encoding: answered['content-encoding'] }
    }
    const [plain, inBrotli, inGzip] = [await ask(), await ask('gzip, deflate, br, zstd'), await ask('br;q=0, gzip;q=0.5')]
    expect([plain, inBrotli, inGzip].map(({ encoding }) => encoding)).toEqual([undefined, 'br', 'gzip'])
    expect((await ask('deflate')).encoding).toBe(undefined)
    expect(brotliDecompressSync(inBrotli.bytes)).toEqual(plain.bytes)
    expect(gunzipSync(inGzip.bytes)).toEqual(plain.bytes)
    expect(inBrotli.bytes.length).toBeLessThan(plain.bytes.length / 2)
  })
})

describe('a cached list', () => {
  test('is refreshed after every kind of write', async () => {
    const { student, admin, category, document } = await givenLibrary()
    const etag = (await student.get('/document')).headers.etag ?? ''
    const again = () => student.get('/document', { headers: { 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    await givenDocument(admin, 'Heat', category._id)
    expect(titles(await again())).toEqual(['Heat', 'Waves'])
    await admin.del(`/document/${document._id}`)
    expect(titles(await again())).toEqual(['Heat'])
    await admin.del(`/category/${category._id}`)
    expect((await again()).body.items[0].category).toBe(null)
    expect((await student.get('/category/tree')).body.uncategorizedCount).toBe(1)
  })

  test('is refreshed after a write of another program', async () => {
    const { app, student, document } = await givenLibrary()
    await student.get('/document')
    await app.db.updateTable('documents').set({ title: 'Light' }).where('id', '=', document._id).execute()
    await raiseRevisions(app.db, ['documents'])
    expect(titles(await student.get('/document'))).toEqual(['Light'])
  })

  test('is refused to a caller whose session has ended', async () => {
    const { app, student } = await givenLibrary()
    const { etag = '' } = (await student.get('/document')).headers
    expect((await app.anyone().get('/document', { headers: { 'if-none-match': etag } })).status).toBe(401)
    await app.db.deleteFrom('sessions').where('id', '=', student.sessionId).execute()
    expect((await student.get('/document', { headers: { 'if-none-match': etag } })).status).toBe(401)
  })
})

const probeApi = {
  mine: endpoint({
    method: 'GET',
    path: '/probe',
    access: 'member',
    shows: ['documents'],
    summary: 'For this test',
    query: z.object({ ask: z.optional(z.string()) }),
    reply: z.object({ role: z.string(), asked: z.int() }),
  }),
}

/** A server of one call, which counts how often its function runs. */
const givenProbe = async (app: Given) => {
  let asked = 0
  const probe = feature(
    probeApi,
    {
      mine: async ({ me, staleAt }, { query }) => {
        if (query.ask?.startsWith('until ')) for (const instant of query.ask.slice(6).split(' ')) staleAt(instant)
        return { role: query.ask === 'name' ? me.name : me.role, asked: ++asked }
      },
    },
    { cached: ['mine'] },
  )
  const server = fastify()
  answerFailures(server)
  serve(server, app.platform, { probe })
  return async (person: { token: string }, url = '/api/probe') => {
    const { statusCode, body, headers } = await server.inject({ url, headers: { authorization: person.token } })
    return { status: statusCode, body: JSON.parse(body), expires: headers.expires }
  }
}

test('shares a reply among people of one role, and keeps another for another role', async () => {
  const app = await given()
  const ask = await givenProbe(app)
  const [one, other, manager] = [await app.as('student'), await app.as('student'), await app.as('manager')]
  expect((await ask(one)).body).toEqual({ role: 'student', asked: 1 })
  expect((await ask(other)).body).toEqual({ role: 'student', asked: 1 })
  expect((await ask(manager)).body).toEqual({ role: 'manager', asked: 2 })
  await raiseRevisions(app.db, ['documents'])
  expect((await ask(one)).body).toEqual({ role: 'student', asked: 3 })
})

test('makes no new reply for another spelling of an address, but one for another day', async () => {
  const app = await given()
  const ask = await givenProbe(app)
  const student = await app.as('student')
  app.setNow('2026-03-01T12:00:00.000Z')
  const asked = async (url: string) => (await ask(student, url)).body.asked
  expect([await asked('/api/probe?&'), await asked('/api/probe'), await asked('/api/probe?')]).toEqual([1, 1, 1])
  expect((await ask(student, '/api/probe?unknown=1')).status).toBe(400)
  expect([await asked('/api/probe?ask=a'), await asked('/api/probe?&%61sk=a&')]).toEqual([2, 2])
  app.setNow('2026-03-02T00:00:00.000Z')
  expect([await asked('/api/probe'), await asked('/api/probe?ask=a')]).toEqual([3, 4])
})

test('names the instant when the clock makes a reply stale, and makes it again from then on', async () => {
  const app = await given()
  const ask = await givenProbe(app)
  const student = await app.as('student')
  const url = '/api/probe?ask=until 2026-03-01T13:00:00.000Z 2026-03-01T12:30:00.001Z'
  app.setNow('2026-03-01T12:30:00.000Z')
  expect(await ask(student, url)).toMatchObject({ body: { asked: 1 }, expires: 'Sun, 01 Mar 2026 12:30:01 GMT' })
  expect((await ask(student, url)).body.asked).toBe(1)
  app.setNow('2026-03-01T12:30:00.001Z')
  expect((await ask(student, url)).body.asked).toBe(2)
})

test('sends a cached reply with the same headers as any other', async () => {
  const { admin, document } = await givenLibrary()
  const [list, one] = [await admin.get('/document'), await admin.get(`/document/${document._id}`)]
  expect(Object.keys(list.headers)).toEqual(expect.arrayContaining(Object.keys(one.headers)))
  const strict = ({ headers: { 'content-length': _length, date: _date, ...rest } }: typeof one) => rest
  expect(list.headers).toMatchObject(strict(one))
})

test('makes concurrent callers wait for one reply', async () => {
  const app = await given()
  const ask = await givenProbe(app)
  const student = await app.as('student')
  const answers = await Promise.all([ask(student), ask(student), ask(student)])
  expect(answers.map(({ body }) => body.asked)).toEqual([1, 1, 1])
})

test('refuses to cache a reply that names its caller, and caches no failure', async () => {
  const app = await given()
  const ask = await givenProbe(app)
  const student = await app.as('student')
  expect((await ask(student, '/api/probe?ask=name')).status).toBe(500)
  expect((await ask(student, '/api/probe?ask=name')).status).toBe(500)
  expect((await ask(student)).status).toBe(200)
})

test('does not refuse a concurrent caller because another was refused', async () => {
  const bothAsked = Promise.withResolvers<void>()
  let asked = 0
  const versionOf = async () => {
    if (++asked === 2) setImmediate(bothAsked.resolve)
    return '1'
  }
  const cache = makeReplyCache<string>({ versionOf, headers: {} })
  const server = fastify()
  server.get('/:name', (request, reply) =>
    cache.reply(request, reply, {
      shows: '',
      cacheKey: 'the same',
      now: new Date(),
      beforeMaking: async () => {
        if (request.url !== '/refused') return
        await bothAsked.promise
        throw Object.assign(new Error('Too many'), { statusCode: 429 })
      },
      make: async () => ({ json: '{}' }),
    }),
  )
  const refused = server.inject('/refused')
  await expect.poll(() => asked).toBe(1)
  expect((await server.inject('/other')).statusCode).toBe(200)
  expect((await refused).statusCode).toBe(429)
})

/** A route with a cache of its own. */
const givenCache = ({ make, now = () => new Date(), maxBytes }: { make: (url: string) => Made; now?: () => Date; maxBytes?: number }) => {
  const server = fastify()
  let made = 0
  const cache = makeReplyCache<string>({ versionOf: async () => '1', headers: {}, ...(maxBytes && { maxBytes }) })
  server.get('/*', (request, reply) =>
    cache.reply(request, reply, {
      shows: '',
      cacheKey: request.url,
      now: now(),
      beforeMaking: async () => {},
      make: async () => {
        made++
        return make(request.url)
      },
    }),
  )
  const ask = async (url: string, encoding = 'identity') => {
    const { statusCode } = await server.inject({ url, headers: { 'accept-encoding': encoding } })
    expect(statusCode).toBe(200)
    return made
  }
  return { ask }
}

test('limits the memory for replies: the least recently used are dropped first', async () => {
  const { ask } = givenCache({ make: () => ({ json: JSON.stringify('x'.repeat(4_000)) }), maxBytes: 12_000 })
  for (const url of ['/a', '/b', '/a', '/c', '/a']) await ask(url)
  expect(await ask('/a')).toBe(3)
  expect(await ask('/b')).toBe(4)
})

test('makes a reply with an expiry again from then on', async () => {
  let now = new Date('2026-03-01T11:59:59.999Z')
  const end = new Date('2026-03-01T12:00:00.000Z')
  const { ask } = givenCache({ make: () => (now < end ? { json: '{}', until: end } : { json: '{}' }), now: () => now })
  expect([await ask('/'), await ask('/')]).toEqual([1, 1])
  now = end
  expect([await ask('/'), await ask('/')]).toEqual([2, 2])
})

const bytesInUse = (): number => {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().arrayBuffers
}

test('does not exceed the memory limit with many short replies', async () => {
  const maxBytes = 1_000_000
  const { ask } = givenCache({ make: (url) => ({ json: JSON.stringify(url.repeat(400)) }), maxBytes })
  const before = bytesInUse()
  for (let number = 0; number < 600; number++) {
    await ask(`/${number}`, number % 2 ? 'br' : 'gzip')
    // What other calls take from Node's shared pool, of which a short buffer is a slice.
    Buffer.from('x'.repeat(20_000))
  }
  // A collection frees buffers in the background.
  await vi.waitFor(() => expect(bytesInUse() - before).toBeLessThan(maxBytes), { timeout: 10_000 })
})
