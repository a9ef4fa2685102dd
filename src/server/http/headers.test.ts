import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { withoutTable } from '#server/testing/broken.ts'
import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'

type Headers = Record<string, unknown>
type Reply = { status: number; headers: Headers }

let clientFolder: string
beforeAll(async () => {
  clientFolder = await mkdtemp(join(tmpdir(), 'carrel-client-'))
  await mkdir(join(clientFolder, 'assets'))
  await writeFile(join(clientFolder, 'index.html'), '<!doctype html><title>Carrel</title>')
  await writeFile(join(clientFolder, 'assets', 'main-abc123.js'), 'export {}')
  await writeFile(join(clientFolder, 'assets', 'pdf.worker-abc123.js'), 'export {}')
})
afterAll(() => rm(clientFolder, { recursive: true, force: true }))

const givenHall = async (settings: Parameters<typeof given>[0] = {}) => {
  const app = await given(settings, { clientFolder, lasts: 'file' })
  const admin = await app.as('admin')
  const book = await givenDocument(admin, 'Waves', (await givenCategory(admin, 'Physics'))._id)
  return { app, admin, book }
}

let shared: ReturnType<typeof givenHall> | undefined
/** One hall for all replies with the usual settings; making it takes longer than they do. */
const sharedHall = (): ReturnType<typeof givenHall> => {
  shared ??= givenHall()
  return shared
}

const policyOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    String(headers['content-security-policy'])
      .split(';')
      .map((one) => one.trim().split(/\s+/))
      .map(([name, ...values]) => [name, values.join(' ')]),
  )

/** Checks the headers that every reply must have. */
const expectStrict = (what: string, { headers }: Reply): void => {
  const policy = policyOf(headers)
  expect([what, headers['x-content-type-options']]).toEqual([what, 'nosniff'])
  expect([what, headers['referrer-policy']]).toEqual([what, 'no-referrer'])
  expect([what, headers['x-frame-options']]).toEqual([what, 'DENY'])
  expect([what, policy['frame-ancestors']]).toEqual([what, "'none'"])
  expect([what, policy['default-src']]).toEqual([what, expect.stringMatching(/^'(?:self|none)'$/)])
  expect([what, headers['content-security-policy']]).toEqual([what, expect.not.stringMatching(/'unsafe-|\*|https?:/)])
  expect([what, headers['x-powered-by'], headers.server]).toEqual([what, undefined, undefined])
  expect([what, headers['set-cookie']]).toEqual([what, undefined])
  if (!policy.sandbox && policy['default-src'] !== "'none'")
    expect([what, policy['base-uri'], policy['object-src']]).toEqual([what, "'none'", "'none'"])
}

const nothing = { 'default-src': "'none'", 'object-src': "'none'", 'base-uri': "'none'", 'frame-ancestors': "'none'" }

type Ask = (hall: { app: Given; admin: SignedInPerson; book: { _id: string; fileUrl: string } }) => Promise<Reply>

const raw = async ({ app }: Given, method: string, url: string, headers: Record<string, string> = {}): Promise<Reply> => {
  const answer = await app.inject({ method: method as 'GET', url, headers })
  return { status: answer.statusCode, headers: answer.headers }
}

const apiReplies: [string, number, Ask][] = [
  ['a list', 200, ({ admin }) => admin.get('/document')],
  ['one document', 200, ({ admin, book }) => admin.get(`/document/${book._id}`)],
  ['a creation', 201, ({ admin }) => admin.post('/category', { name: 'Lenses' })],
  ['a deletion', 204, async ({ admin }) => admin.del(`/category/${(await givenCategory(admin, 'Optics'))._id}`)],
  ['a HEAD', 200, ({ app, admin }) => raw(app, 'HEAD', '/api/document', { authorization: admin.token })],
  ['bad input', 400, ({ admin }) => admin.post('/category', {})],
  ['a broken body', 400, ({ admin }) => admin.post('/category', undefined, { headers: { 'content-type': 'multipart/form-data' } })],
  ['a list, by an encoded address', 200, ({ app, admin }) => raw(app, 'GET', '/%61pi/document/unfinished', { authorization: admin.token })],
  ['no token', 401, ({ app }) => app.anyone().get('/document')],
  ['not allowed', 403, ({ admin }) => admin.get('/document/favorites')],
  ['not found', 404, ({ admin }) => admin.get('/document/nothing')],
  ['no such call', 404, ({ admin }) => admin.get('/nothing')],
  ['no such method', 404, ({ app }) => raw(app, 'OPTIONS', '/api/document')],
  ['an address that cannot be read', 400, ({ app }) => raw(app, 'GET', '/api/document/%zz')],
  ['an address that cannot be read, outside', 400, ({ app }) => raw(app, 'GET', '/%zz')],
  [
    'an address that is far too long',
    404,
    ({ app, admin }) => raw(app, 'GET', `/api/document/${'x'.repeat(5_000)}`, { authorization: admin.token }),
  ],
  ['a conflict', 409, ({ admin }) => admin.post('/category', { name: 'Physics' })],
  ['too much', 413, ({ admin }) => admin.post('/category', { name: 'x'.repeat(limits.jsonBodyBytes) })],
  ['another type', 415, ({ admin }) => admin.post('/category', undefined, { headers: { 'content-type': 'text/plain' } })],
  ['the reference', 200, ({ app }) => app.anyone().get('/docs')],
  ['the OpenAPI document', 200, ({ app }) => app.anyone().get('/docs/openapi.json')],
]

describe('every reply is strict', () => {
  test.each(apiReplies)('to the API: %s', async (what, status, ask) => {
    const reply = await ask(await sharedHall())
    expect(reply.status).toBe(status)
    expectStrict(what, reply)
    expect(reply.headers['cache-control']).toBe('no-store')
    if (String(reply.headers['content-type']).startsWith('application/json')) {
      expect(policyOf(reply.headers)).toEqual(nothing)
      expect(reply.headers['cross-origin-resource-policy']).toBe('same-origin')
      expect(Object.keys(reply.headers)).not.toContain('cross-origin-opener-policy')
    }
  })

  test('to the API: a failure of ours', async () => {
    const { app } = await sharedHall()
    const student = await app.as('student')
    await withoutTable(app.db, 'favorites', async () => {
      const reply = await student.get('/document/favorites')
      expect(reply.status).toBe(500)
      expectStrict('500', reply)
      expect(reply.headers['cache-control']).toBe('no-store')
    })
  })

  test.each([
    ['/', 200, 'no-cache'],
    ['/documents', 200, 'no-cache'],
    ['/assets/main-abc123.js', 200, 'public, max-age=31536000, immutable'],
    ['/assets/missing.js', 404, undefined],
    ['/nothing.txt', 404, undefined],
    ['/assets/../../package.json', 404, undefined],
    ['/healthz', 200, undefined],
    ['/readyz', 200, undefined],
    ['/metrics', 200, undefined],
  ])('to a browser: %s', async (url, status, cacheControl) => {
    const { app } = await sharedHall()
    const reply = await raw(app, 'GET', url)
    expect([reply.status, reply.headers['cache-control']]).toEqual([status, cacheControl])
    expectStrict(url, reply)
    const isData = (status === 200 && url.startsWith('/assets/')) || String(reply.headers['content-type']).startsWith('application/json')
    expect(policyOf(reply.headers)).toMatchObject(isData ? nothing : { 'script-src': "'self'" })
  })

  test('to a browser: a page loads only what is listed here', async () => {
    const { app } = await sharedHall()
    for (const url of ['/', '/documents', '/api/docs']) {
      const { headers } = await raw(app, 'GET', url)
      expect(policyOf(headers)).toEqual({
        'default-src': "'self'",
        'script-src': "'self'",
        'style-src': "'self'",
        'img-src': "'self' blob: data:",
        'media-src': "'self' blob:",
        'font-src': "'self'",
        'worker-src': "'self'",
        'connect-src': "'self'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
        'frame-ancestors': "'none'",
      })
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'cross-origin-resource-policy': 'same-origin',
        'origin-agent-cluster': '?1',
        'x-permitted-cross-domain-policies': 'none',
      })
    }
  })

  test('to a browser: files and scripts are for pages of this origin alone', async () => {
    const { app, admin, book } = await sharedHall()
    for (const url of ['/assets/main-abc123.js', book.fileUrl])
      expect((await raw(app, 'GET', url, { authorization: admin.token })).headers['cross-origin-resource-policy']).toBe('same-origin')
  })

  test('except that only the worker of the PDF viewer may compile WebAssembly', async () => {
    const { app } = await sharedHall()
    const reply = await raw(app, 'GET', '/assets/pdf.worker-abc123.js')
    expect(reply.status).toBe(200)
    expect(policyOf(reply.headers)).toMatchObject({
      'script-src': "'self' 'wasm-unsafe-eval'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'object-src': "'none'",
    })
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
  })

  test('of a file: whole, a part of it, unchanged, no such part', async () => {
    const { admin, book } = await sharedHall()
    const whole = await admin.get(book.fileUrl)
    const replies = [
      whole,
      await admin.get(book.fileUrl, { headers: { range: 'bytes=0-9' } }),
      await admin.get(book.fileUrl, { headers: { 'if-none-match': whole.headers.etag ?? '' } }),
      await admin.get(book.fileUrl, { headers: { range: 'bytes=99999999-' } }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 206, 304, 416])
    for (const reply of replies) {
      expectStrict(`${reply.status}`, reply)
      expect(policyOf(reply.headers)).toEqual({ 'default-src': "'none'", sandbox: '', 'frame-ancestors': "'none'" })
      expect(reply.headers['cache-control']).toBe('private, no-store')
    }
  })

  test.each([
    ['http://localhost:5000', undefined],
    ['https://library.example.org', 'max-age=31536000'],
  ])('and behind %s tells browsers to stay on TLS only if there is TLS', async (publicUrl, expected) => {
    const { app, admin, book } = await givenHall({ publicUrl })
    for (const url of ['/', '/api/document', book.fileUrl, '/api/nothing'])
      expect((await raw(app, 'GET', url, { authorization: admin.token })).headers['strict-transport-security']).toBe(expected)
  })
})

describe('over a real connection', () => {
  let port: number
  beforeAll(async () => {
    const { server } = await given({}, { lasts: 'file' })
    await server.listen({ port: 0, host: '127.0.0.1' })
    port = (server.server.address() as AddressInfo).port
  })

  /** Returns the whole reply to raw bytes. */
  const answerTo = async (bytes: string): Promise<Reply> => {
    const text = await new Promise<string>((resolve, reject) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
      setTimeout(() => socket.destroy(), 1_500)
    })
    const [head = ''] = text.split('\r\n\r\n')
    const [first = '', ...lines] = head.split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    return { status: Number(first.split(' ')[1]), headers }
  }

  test.each([
    ['what is no HTTP', 'hello\r\n\r\n', 400],
    ['headers without end', `GET /api/document HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['two lengths', 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}', 400],
    ['an expectation that nobody can meet', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: a miracle\r\n\r\n', 417],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    ['no host, in the protocol that had none', 'GET /healthz HTTP/1.0\r\n\r\n', 200],
    ['a wish for HTTP/2', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n', 200],
    [
      'a wish for HTTP/2, of a call with a body',
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
      400,
    ],
    [
      'a wish for a WebSocket where there is none',
      'GET /api/document HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
      401,
    ],
    [
      'the channel in another protocol',
      'GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n',
      200,
    ],
    [
      'the channel without a token',
      'GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      200,
    ],
    [
      'the channel in another version',
      'GET /socket.io/?EIO=1&transport=polling HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      400,
    ],
  ])('%s gets the strict headers too', async (what, bytes, status) => {
    const reply = await answerTo(bytes)
    expect(reply.status).toBe(status)
    expectStrict(what, reply)
  })
})
