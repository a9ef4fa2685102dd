import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { call } from './call.ts'
import { CallError } from './callError.ts'
import { getSession, type SessionUser, signIn, signOut, takeExpiredMessage } from './session.ts'

const asha: SessionUser = { _id: 'u1', name: 'Asha Devi', email: 'asha@example.org', role: 'student' }
const Item = z.object({ _id: z.string() })
const api = {
  list: endpoint({
    method: 'GET',
    path: '/thing',
    access: 'member',
    shows: ['documents'],
    summary: 'x',
    query: z.object({ search: z.optional(z.string()) }),
    reply: z.array(Item),
  }),
  one: endpoint({
    method: 'GET',
    path: '/thing/:id',
    access: 'member',
    shows: ['documents'],
    summary: 'x',
    params: z.object({ id: z.string() }),
    reply: Item,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/thing',
    access: 'member',
    changes: ['documents'],
    summary: 'x',
    body: z.object({ name: z.string() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/thing',
    access: 'admin',
    changes: ['documents'],
    summary: 'x',
    form: {},
    body: z.object({ name: z.string(), parent: z.nullish(z.string()) }),
  }),
  upload: endpoint({
    method: 'POST',
    path: '/file',
    access: 'admin',
    changes: ['documents'],
    summary: 'x',
    form: { file: { field: 'image', maxBytes: 10 } },
    body: z.object({ name: z.string() }),
  }),
  login: endpoint({
    method: 'POST',
    path: '/login',
    access: 'anyone',
    changes: ['documents'],
    summary: 'x',
    body: z.object({ password: z.string() }),
  }),
}

type Sent = {
  url: string
  method?: string
  headers: Record<string, string>
  body?: unknown
  signal: AbortSignal
  keepalive?: boolean
}
let sent: Sent[]
const answer = (reply: (sent: Sent) => Response | Promise<Response>) => {
  vi.stubGlobal('fetch', async (url: string, init: Omit<Sent, 'url'>) => {
    sent.push({ url, ...init })
    return reply({ url, ...init })
  })
}
const refuse = (status: number, body: unknown) => answer(() => new Response(JSON.stringify(body), { status }))
const failure = async (made: Promise<unknown>): Promise<CallError> => {
  const thrown = await made.catch((error: unknown) => error)
  if (!(thrown instanceof CallError)) throw new Error(`not a CallError: ${String(thrown)}`)
  return thrown
}

beforeEach(() => {
  sent = []
})
afterEach(() => {
  signOut()
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('a request', () => {
  test('only a call with `keepalive` outlives its page', async () => {
    answer(() => new Response(null, { status: 204 }))
    await call(api.change, { body: { name: 'x' } }, { keepalive: true })
    await call(api.change, { body: { name: 'x' } })
    expect(sent.map(({ keepalive }) => keepalive)).toEqual([true, undefined])
  })

  test('a signed-in call has the token unchanged, and fills path and query', async () => {
    signIn({ token: 'secret', user: asha })
    answer(() => Response.json({ _id: 'a b' }))
    await call(api.one, { params: { id: 'a b/c' } })
    await call(api.list, { query: { search: '50% & more' } })
    expect(sent[0]?.headers.authorization).toBe('secret')
    expect(sent.map(({ url }) => url)).toEqual(['/api/thing/a%20b%2Fc', '/api/thing?search=50%25+%26+more'])
  })

  test('a call without a session has no token', async () => {
    answer(() => Response.json([]))
    await call(api.list)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.headers).not.toHaveProperty('authorization')
  })

  test('sends a body as JSON, and a form as multipart without empty fields', async () => {
    answer(() => new Response(null, { status: 204 }))
    await expect(call(api.change, { body: { name: 'Physics' } })).resolves.toBeUndefined()
    await call(api.create, { body: { name: 'Physics', parent: null } })
    expect(sent[0]?.body).toBe('{"name":"Physics"}')
    expect(sent[0]?.headers['content-type']).toBe('application/json')
    expect([...((sent[1]?.body ?? []) as FormData)]).toEqual([['name', 'Physics']])
    expect(sent[1]?.headers).not.toHaveProperty('content-type')
  })
})

describe('a response', () => {
  test('a failure has the sentence, the code and the fields of the server', async () => {
    refuse(400, { message: 'Name is required', code: 'invalid', fields: { name: 'Name is required' }, requestId: 'r1' })
    const error = await failure(call(api.change, { body: { name: '' } }))
    expect({ ...error }).toMatchObject({ status: 400, code: 'invalid', fields: { name: 'Name is required' }, requestId: 'r1' })
    expect(error.message).toBe('Name is required')
  })

  test('a gateway that returns HTML has no sentence: the reason is given instead', async () => {
    answer(() => new Response('<h1>Bad Gateway</h1>', { status: 502 }))
    expect(await failure(call(api.list))).toMatchObject({ message: 'The server is not working properly.', isFromServer: false })
    answer(() => new Response('<h1>Hotel Wi-Fi</h1>'))
    expect(await failure(call(api.list))).toMatchObject({ message: 'The response could not be read.', isFromServer: false })
  })

  test('a lost network is reported as such', async () => {
    answer(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await failure(call(api.list))).toMatchObject({ status: 0, code: 'network', isFromServer: false })
  })

  test('a caller who aborts a call gets the abort, not a failure', async () => {
    const stop = new AbortController()
    answer(({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))))
    const made = call(api.list, {}, { signal: stop.signal }).catch((error: unknown) => error)
    stop.abort()
    await expect(made).resolves.toMatchObject({ name: 'AbortError' })
  })
})

describe('a slow network', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const silent = () => answer(({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))))

  test('gives up a call that is silent for ten seconds', async () => {
    silent()
    const failed = failure(call(api.list))
    await vi.advanceTimersByTimeAsync(9_999)
    expect(sent[0]?.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await failed).toMatchObject({ status: 0, code: 'timeout', message: 'The server took too long to respond.', isFromServer: false })
  })

  test('gives up a form that may have a file but has none', async () => {
    silent()
    const failed = failure(call(api.upload, { body: { name: 'Physics' } }))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await failed).toMatchObject({ code: 'timeout' })
  })

  test('waits longer for a reply whose bytes still arrive', async () => {
    const pieces = ['[{"_id":', '"a"', '}]']
    answer(({ signal }) => {
      const bytes = new TransformStream<Uint8Array, Uint8Array>()
      const writer = bytes.writable.getWriter()
      signal.addEventListener('abort', () => void writer.abort(signal.reason))
      for (const [at, piece] of pieces.entries()) setTimeout(() => void writer.write(new TextEncoder().encode(piece)), at * 9_000)
      setTimeout(() => void writer.close(), pieces.length * 9_000)
      return new Response(bytes.readable)
    })
    const made = call(api.list)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await made).toEqual([{ _id: 'a' }])
  })
})

describe('the end of a session', () => {
  beforeEach(() => signIn({ token: 'secret', user: asha }))

  test('signs out on a 401', async () => {
    refuse(401, { message: 'Please sign in.', code: 'not_signed_in' })
    await failure(call(api.list))
    expect(getSession()).toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('user')).toBeNull()
  })

  test('signs nobody out on a wrong password, which is a 401', async () => {
    refuse(401, { message: 'Incorrect email or password', code: 'accounts.wrong_sign_in' })
    await failure(call(api.login, { body: { password: 'x' } }))
    expect(getSession()?.token).toBe('secret')
  })

  test('signs out an expired account and keeps the message for the login page, once', async () => {
    refuse(403, { message: 'Your account has expired.', code: 'accounts.expired', expired: true })
    await failure(call(api.list))
    expect(getSession()).toBeNull()
    expect(takeExpiredMessage()).toBe('Your account has expired.')
    expect(takeExpiredMessage()).toBeNull()
  })

  test('leaves no message for the next page if an expired account tries to sign in', async () => {
    signOut()
    refuse(403, { message: 'Your account has expired.', code: 'accounts.expired', expired: true })
    await failure(call(api.login, { body: { password: 'x' } }))
    expect(takeExpiredMessage()).toBeNull()
  })

  test('does not sign out a person who has signed in in another tab since', async () => {
    refuse(403, { message: 'Your account has expired.', code: 'accounts.expired', expired: true })
    const made = failure(call(api.list))
    localStorage.setItem('token', 'new')
    localStorage.setItem('user', JSON.stringify({ ...asha, _id: 'u2' }))
    await made
    expect(localStorage.getItem('token')).toBe('new')
    expect(getSession()?.user._id).toBe('u2')
    expect(takeExpiredMessage()).toBeNull()
  })

  test('signs nobody out on any other 403', async () => {
    refuse(403, { message: 'You are not allowed to do this.', code: 'not_allowed' })
    await failure(call(api.list))
    expect(getSession()?.token).toBe('secret')
  })

  test('leaves the new session alone on a late 401 to an old token', async () => {
    let late: (response: Response) => void = () => {}
    answer(
      () =>
        new Promise((resolve) => {
          late = resolve
        }),
    )
    const made = failure(call(api.list))
    signIn({ token: 'new', user: { ...asha, _id: 'u2' } })
    late(new Response('{"message":"x","code":"not_signed_in"}', { status: 401 }))
    await made
    expect(getSession()?.token).toBe('new')
  })
})

describe('large lists', () => {
  const large = Array.from({ length: 500 }, (_, index) => ({ _id: `thing-${index}` }))
  const withEtag = () =>
    answer(({ headers }) =>
      headers['if-none-match'] === '"1"' ? new Response(null, { status: 304 }) : Response.json(large, { headers: { etag: '"1"' } }),
    )

  test('are requested with the ETag and kept if nothing changed', async () => {
    signIn({ token: 'secret', user: asha })
    withEtag()
    await call(api.list)
    await expect(call(api.list)).resolves.toEqual(large)
    expect(sent.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"'])
  })

  test('are forgotten at sign-out', async () => {
    signIn({ token: 'secret', user: asha })
    withEtag()
    await call(api.list)
    signOut()
    signIn({ token: 'other', user: { ...asha, _id: 'u2' } })
    await call(api.list)
    expect(sent).toHaveLength(2)
    expect(sent.at(-1)?.headers).not.toHaveProperty('if-none-match')
  })
})
