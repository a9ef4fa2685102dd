import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { type Endpoint, fillPath } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { features } from '#server/features.ts'
import { withoutTable } from '#server/testing/broken.ts'
import { type Given, given } from '#server/testing/given.ts'
import { givenDocument } from '#server/testing/library.ts'

const json = 'application/json'
const DEEP = 100_000

/** Sends raw bytes, with this token and from this address. */
const sender =
  ({ app }: Given, token?: string, remoteAddress = '192.0.2.1') =>
  async (method: string, path: string, payload?: string | Buffer | Readable, type: string | undefined = json) => {
    const answer = await app.inject({
      method: method as 'POST',
      url: `/api${path}`,
      remoteAddress,
      headers: { ...(token && { authorization: token }), ...(payload !== undefined && type && { 'content-type': type }) },
      ...(payload !== undefined && { payload }),
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.payload }
  }

const broken: [string, string][] = [
  ['half a body', '{"name": "Len'],
  ['no JSON at all', 'name=Lenses'],
  ['a comma too many', '{"name": "Lenses",}'],
  ['single quotes', "{'name': 'Lenses'}"],
  ['a sign that marks the byte order', '\uFEFF\uFEFF{"name": "Lenses"}'],
  ['bare NaN', '{"name": NaN}'],
  ['a poisoned prototype', '{"name": "Lenses", "__proto__": {"role": "superadmin"}}'],
  ['a poisoned constructor', '{"name": "Lenses", "constructor": {"prototype": {"role": "superadmin"}}}'],
  ['brackets without end', '['.repeat(DEEP)],
]

const wrongShapes: [string, string][] = [
  ['null', 'null'],
  ['a list', '[]'],
  ['a list of what is wanted', '[{"name": "Lenses"}]'],
  ['a text', '"Lenses"'],
  ['a number', '1'],
  ['true', 'true'],
  ['null for a text', '{"name": null}'],
  ['a list for a text', '{"name": ["Lenses"]}'],
  ['an object for a text', '{"name": {"toString": "Lenses"}}'],
  ['a number for a text', '{"name": 1}'],
  ['true for a text', '{"name": true}'],
  ['deep lists', `{"name": ${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`],
  ['deep lists beside', `{"beside": ${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`],
  ['deep objects', `${'{"name":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`],
  ['deep objects with a poisoned end', `${'{"a":'.repeat(DEEP)}{"__proto__":1}${'}'.repeat(DEEP)}`],
]

const givenAdmin = async (lasts: 'test' | 'file' = 'test') => {
  const app = await given({}, { lasts })
  const admin = await app.as('admin')
  return { app, admin, send: sender(app, admin.token) }
}

let shared: ReturnType<typeof givenAdmin> | undefined
/** One app for all calls that change nothing; starting one takes longer than they do. */
const sharedAdmin = (): ReturnType<typeof givenAdmin> => {
  shared ??= givenAdmin('file')
  return shared
}

describe('a body', () => {
  test.each(broken)('that is %s is refused', async (_, payload) => {
    const { send } = await sharedAdmin()
    const answer = await send('POST', '/category', payload)
    expect(answer).toEqual({ status: 400, body: { code: 'malformed', message: 'The request could not be read.' } })
  })

  test.each(wrongShapes)('that is or has %s is refused', async (_, payload) => {
    const { send } = await sharedAdmin()
    expect((await send('POST', '/category', payload)).status).toBe(400)
  })

  test.each([
    ['null', 'null'],
    ['deep lists beside', `{"name": "Optics", "beside": ${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`],
    ['deep objects beside', `{"name": "Optics", "beside": ${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}}`],
  ])('that is or has %s changes nothing, whatever else it has', async (_, payload) => {
    const { admin, send } = await givenAdmin()
    const { body } = await admin.post('/category', { name: 'Lenses' })
    expect((await send('PUT', `/category/${body._id}`, payload)).status).toBe(400)
    expect((await admin.get('/category')).body.items[0].name).toBe('Lenses')
  })

  test('that is empty is validated as one without fields', async () => {
    const { send } = await givenAdmin()
    const answer = await send('POST', '/category', '')
    expect([answer.status, answer.body.fields]).toEqual([400, { name: 'Category name is required' }])
    expect((await send('DELETE', '/auth/sessions', '')).status).toBe(204)
  })

  test.each([
    ['empty', '', json],
    ['not there', undefined, undefined],
  ])('that is %s is refused if something is to be changed, and changes nothing', async (_, payload, type) => {
    const { app, admin } = await givenAdmin()
    const { body: category } = await admin.post('/category', { name: 'Lenses' })
    const student = await app.as('student')
    const superadmin = await app.as('superadmin')
    const { _id: document } = await givenDocument(superadmin, 'Waves', category._id)
    for (const path of [`/category/${category._id}`, `/user/${student._id}`, `/document/${document}`])
      expect([path, await sender(app, superadmin.token)('PUT', path, payload, type)]).toEqual([
        path,
        { status: 400, body: { code: 'malformed', message: 'The request body is empty.' } },
      ])
    expect((await sender(app, superadmin.token)('PUT', `/category/${category._id}`, '{}')).status).toBe(200)
    expect((await sender(app, student.token)('POST', '/auth/logout', payload, type)).status).toBe(204)
  })

  test.each([
    ['text/plain', '{"name": "Lenses"}', 415],
    ['application/x-www-form-urlencoded', 'name=Lenses', 415],
    ['application/xml', '<name>Lenses</name>', 415],
    ['application/jsonp', '{"name": "Lenses"}', 415],
    ['application/octet-stream', '{"name": "Lenses"}', 415],
    ['nonsense', '{"name": "Lenses"}', 415],
    ['multipart/form-data', '{"name": "Lenses"}', 400],
    ['application/json; charset=utf-8', '{"name": "Lenses"}', 201],
    ['Application/JSON', '{"name": "Lenses"}', 201],
  ])('of the type %s gets the reply for its type', async (type, payload, status) => {
    const { admin, send } = await sharedAdmin()
    const answer = await send('POST', '/category', payload, type)
    expect(answer.status).toBe(status)
    if (status === 201) await admin.del(`/category/${answer.body._id}`)
  })

  test.each([-1, 0, 1])('of 1 MB and %i bytes is accepted up to 1 MB, however it is sent', async (more) => {
    const { send } = await givenAdmin()
    const bodyOf = (name: string) => {
      const start = `{"name": "${name}", "filler": "`
      return `${start}${'x'.repeat(limits.jsonBodyBytes + more - start.length - 2)}"}`
    }
    const expected = more > 0 ? 413 : 201
    expect(bodyOf('Lenses')).toHaveLength(limits.jsonBodyBytes + more)
    expect((await send('POST', '/category', bodyOf('Lenses'))).status).toBe(expected)
    const inPieces = Readable.from(bodyOf('Waves').match(/.{1,65536}/g) ?? [])
    expect((await send('POST', '/category', inPieces)).status).toBe(expected)
  })

  test.each([
    ['no character', [0xff, 0xc0, 0xaf]],
    ['half a character', [0xed, 0xa0, 0x80]],
    ['the beginning of one', [0xe0, 0xa4]],
    ['Latin-1', [0xe9]],
  ])('with bytes of %s, which are not UTF-8, is refused', async (_, wrong) => {
    const { admin, send } = await sharedAdmin()
    const bytes = Buffer.concat([Buffer.from('{"name": "Len'), Buffer.from(wrong), Buffer.from('ses"}')])
    expect(await send('POST', '/category', bytes)).toEqual({
      status: 400,
      body: { code: 'malformed', message: 'The request could not be read.' },
    })
    expect((await admin.get('/category')).body.items).toEqual([])
  })

  test('whose UTF-8 arrives in pieces is read completely', async () => {
    const { send } = await givenAdmin()
    const bytes = Buffer.from('{"name": "भौतिकी 📚"}')
    const inBytes = Readable.from(Array.from(bytes, (byte) => Buffer.from([byte])))
    expect(await send('POST', '/category', inBytes)).toMatchObject({ status: 201, body: { name: 'भौतिकी 📚' } })
  })
})

describe('a query', () => {
  test.each([
    ['/document?limit=1&limit=2', 400],
    ['/document?search=a&search=b', 400],
    ['/document?category=a&category=b', 400],
    ['/document?limit=0', 400],
    ['/document?limit=-1', 400],
    ['/document?limit=1e1', 400],
    ['/document?limit=1.0', 400],
    ['/document?limit=', 400],
    ['/document?limit=NaN', 400],
    ['/document?limit=99999999999999999999', 400],
    ['/document?cursor=%27', 400],
    ['/document?cursor=nothing', 400],
    ['/document?search=%00', 400],
    ['/document?search=%ff', 400],
    ['/document?search=%ed%a0%80', 400],
    ['/document?search=%e0%a4', 400],
    ['/document?search=100%', 400],
    ['/document?search=%zz', 400],
    ['/document?%ff=a', 400],
    ['/document?beside=%ff', 400],
    ['/document?search=%e0%a4%95', 200],
    ['/category?x=%ff', 400],
    ['/auth/me?x=%ff', 400],
    ['/document/%ff', 400],
    ['/document?search[]=a&search[$ne]=b', 400],
    ['/document?__proto__=a&constructor=b', 400],
    ['/user?role=king', 400],
    ['/user?role=student&role=admin', 400],
    ['/auth/sessions?limit=a', 400],
    ['/document?', 200],
    ['/document?&&&', 200],
    ['/document?&&&==&', 400],
  ])('%s returns %i', async (path, status) => {
    const { admin } = await sharedAdmin()
    expect((await admin.get(path)).status).toBe(status)
  })
})

describe('no call at all', () => {
  const values = ['null', '[]', '{}', '""', '1e400', '-0', '"\\u0000"', '"\\ud800"', '["a"]', '{"$ne": null}', `"${'x'.repeat(5_000)}"`]
  // Bodies that no parser reads never reach a call: they are tried above, on one of them.
  const readable = wrongShapes.map(([, body]) => body).filter((body) => body.length < DEEP)

  const names = ['name', 'email', 'password', 'current', 'next', 'key', 'role', 'title', 'category', 'parentCategory', 'seatNumber', 'dob']
  const objects = values.map((value) => `{${names.map((name) => `"${name}": ${value}`).join(', ')}}`)
  const queries = ['limit[]=1', 'limit=1&limit=1', 'search=%00', `search=${'x'.repeat(5_000)}`, 'session=%00&signature=x', 'cursor=1_1']
  const ids = ['%00', '..%2f..', '%F0%9F%93%9A', "'", '%', 'a'.repeat(64), 'a'.repeat(65), 'a'.repeat(300), 'none', '__proto__']

  /** The bodies that a call reads, and one for those that read none. */
  const bodiesFor = ({ method, body, form }: Endpoint): readonly (string | undefined)[] => {
    if (method === 'GET') return [undefined]
    return body || form ? [...readable, ...objects] : ['{}']
  }

  // Starting an app takes longer than all requests to one call, so the calls of a feature share one. Each has a person and an
  // address of its own, so that no rate limit is reached because of another call.
  test.each(Object.entries(features))('of %s fails by what it is sent', { timeout: 120_000 }, async (_, { api }) => {
    const app = await given()
    for (const [index, [name, endpoint]] of Object.entries<Endpoint>(api).entries()) {
      const { token } = await app.as(endpoint.access === 'student' ? 'student' : 'superadmin')
      const send = sender(app, token, `192.0.2.${index + 1}`)
      const path = fillPath(endpoint.path, { id: 'nothing' })
      for (const body of bodiesFor(endpoint)) {
        const answer = await send(endpoint.method, path, body)
        expect([name, body?.slice(0, 100), answer.status < 500]).toEqual([name, body?.slice(0, 100), true])
      }
      for (const query of queries)
        expect([name, query, (await send(endpoint.method, `${path}?${query}`)).status < 500]).toEqual([name, query, true])
      for (const id of endpoint.params ? ids : [])
        expect([name, id, (await send(endpoint.method, endpoint.path.replace(':id', id))).status < 500]).toEqual([name, id, true])
    }
  })
})

describe('a field that the caller may not set', () => {
  test('is dropped from a new category', async () => {
    const { app, admin } = await givenAdmin()
    const extra = { _id: 'mine', id: 'mine', level: 7, path: 'x', createdAt: 'x', nameFolded: 'x', parentId: 'x', documentCount: 9 }
    const { status, body } = await admin.post('/category', { name: 'Lenses', ...extra })
    expect([status, Object.keys(body).toSorted()]).toEqual([
      201,
      ['_id', 'createdAt', 'imagePublicUrl', 'level', 'name', 'parentCategory', 'path'],
    ])
    const row = await app.db.selectFrom('categories').selectAll().executeTakeFirstOrThrow()
    expect(row).toEqual({
      id: body._id,
      name: 'Lenses',
      nameFolded: 'lenses',
      parentId: null,
      level: 0,
      imageSha256: null,
      createdAt: body.createdAt,
    })
    expect([row.id, row.createdAt]).not.toContain('x')
    expect(row.id).not.toBe('mine')
  })

  test('is dropped from a new person', async () => {
    const { app, admin } = await givenAdmin()
    const extra = {
      _id: 'mine',
      id: 'mine',
      createdAt: 'x',
      deletedAt: 'x',
      passwordHash: 'x',
      nameFolded: 'x',
      emailFolded: 'x',
      isAdmin: true,
    }
    const person = { name: 'Asha', email: 'asha@example.org', password: 'correct horse battery', role: 'student' }
    const { status, body } = await admin.post('/user', { ...person, ...extra })
    expect(status).toBe(201)
    const row = await app.db.selectFrom('users').selectAll().where('id', '=', body._id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ nameFolded: 'asha', emailFolded: 'asha@example.org', role: 'student', deletedAt: null })
    expect(row.passwordHash).toMatch(/^\$argon2id\$/)
    expect(row.id).not.toBe('mine')
    expect(row.createdAt).toMatch(/^\d{4}-/)
  })
})

describe('the Authorization header', () => {
  test('has the token raw or after Bearer', async () => {
    const { app, admin } = await sharedAdmin()
    for (const authorization of [admin.token, `Bearer ${admin.token}`, `bearer ${admin.token}`, `BEARER  ${admin.token}`])
      expect([authorization, (await app.anyone().get('/auth/me', { headers: { authorization } })).status]).toEqual([authorization, 200])
  })

  test('with anything else opens nothing', async () => {
    const { app, admin } = await sharedAdmin()
    const swapped = admin.token.replace(/[a-zA-Z]/, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    const wrong = [
      ...['Bearer', 'Bearer ', 'nonsense', 'null', 'undefined', '[object Object]', 'x'.repeat(43), 'x'.repeat(10_000), "' or 1=1 --"],
      ...[
        swapped,
        `${admin.token}x`,
        admin.token.slice(1),
        `Basic ${admin.token}`,
        `Bearer Bearer ${admin.token}`,
        `${admin.token}, ${admin.token}`,
      ],
      ...[`Token ${admin.token}`, `Bearer,${admin.token}`, admin.sessionId, admin._id],
    ]
    for (const authorization of wrong)
      expect([authorization, (await app.anyone().get('/auth/me', { headers: { authorization } })).status]).toEqual([authorization, 401])
    for (const path of [`/auth/me?token=${admin.token}`, `/auth/me?authorization=${admin.token}`])
      expect((await app.anyone().get(path)).status).toBe(401)
    expect((await app.anyone().get('/auth/me', { headers: { cookie: `token=${admin.token}`, 'x-token': admin.token } })).status).toBe(401)
  })
})

test('an internal error reveals no details, and the log has them under the same id', async () => {
  const lines: string[] = []
  const app = await given({ logLevel: 'info' }, { logTo: { write: (line) => void lines.push(line) } })
  const student = await app.as('student')
  await withoutTable(app.db, 'favorites', async () => {
    const { status, body } = await student.get('/document/favorites?search=waves')
    expect([status, body]).toEqual([
      500,
      { message: 'Something went wrong.', code: 'internal', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ])
    const told = lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === body.requestId)
    expect(told.map(({ msg }) => msg)).toEqual(['unexpected error', 'request completed'])
    expect(told[0].err.message).toMatch(/favorites/)
  })
  expect((await student.get('/document/favorites')).status).toBe(200)
})
