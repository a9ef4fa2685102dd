import * as fake from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { fillPath } from '#contract/endpoint.ts'
import { connection, markOnline } from '#web/api/connection.ts'
import { signIn, signOut } from '#web/api/session.ts'
import { type Mark, marksApi, type SentMark } from '../marks.contract.ts'
import { openMarks, resumeMarks } from './documentMarks.ts'
import { readMarks } from './markStorage.ts'

/** A server that numbers changes as the real one does, for one document. */
const givenServer = () => {
  const server = {
    isDown: false,
    change: 0,
    marks: new Map<string, Mark>(),
    calls: [] as string[],
    paths: [] as string[],
    refuses: undefined as string | undefined,
  }
  const none = { page: null, start: null, end: null, quote: null, color: null, note: null }
  const put = (id: string, mark: Partial<Mark>) =>
    void server.marks.set(id, { ...none, kind: 'bookmark', ...mark, _id: id, change: ++server.change })
  const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://localhost')
    server.calls.push(`${init.method} ${url.pathname.replace(/^.*marks/, '')}${url.search}`)
    server.paths.push(url.pathname)
    if (server.isDown) throw new TypeError('Failed to fetch')
    const id = url.pathname.split('/marks/')[1]
    if (id === undefined) {
      const since = Number(url.searchParams.get('since') ?? 0)
      const items = [...server.marks.values()].filter(({ change }) => change > since).sort((a, b) => a.change - b.change)
      return json({ items: since === 0 ? items.filter(({ kind }) => kind !== 'deleted') : items, hasMore: false })
    }
    if (init.method === 'PUT' && server.refuses) return json({ code: 'marks.too_many', message: server.refuses }, 409)
    if (init.method === 'DELETE') put(id, { kind: 'deleted' })
    else if (server.marks.get(id)?.kind !== 'deleted') put(id, JSON.parse(String(init.body)) as SentMark)
    return init.method === 'DELETE' ? new Response(null, { status: 204 }) : json(server.marks.get(id))
  })
  return { server, put }
}

const highlight: SentMark = { kind: 'highlight', page: 3, start: 4, end: 9, quote: 'तरंग', color: 'yellow', note: '' }
let documents = 0
/** Each test has a document of its own, because opened ones stay open. */
const newId = () => `doc${++documents}`
const shownIn = (id: string) =>
  openMarks(id)
    .shown.get()
    ?.map(({ sent }) => sent)
const user = { _id: 'u1', name: 'Asha', email: null, role: 'student' as const }
const { IDBFactory, IDBKeyRange, ...classes } = fake

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  for (const [name, each] of Object.entries(classes)) if (/^IDB/.test(name)) vi.stubGlobal(name, each)
  signIn({ token: `token ${documents}`, user })
})

test('shows a mark at once, and sends it', async () => {
  const { server } = givenServer()
  const id = newId()
  const marks = openMarks(id)
  const mark = marks.save(highlight)
  expect(shownIn(id)).toEqual([highlight])
  await vi.waitFor(() => expect(server.marks.get(mark)).toMatchObject(highlight))
  expect(server.paths).toContain(`/api${fillPath(marksApi.save.path, { id, markId: mark })}`)
})

test('keeps what is made without a network, and sends it in its order once there is one', async () => {
  const { server } = givenServer()
  server.isDown = true
  const id = newId()
  const marks = openMarks(id)
  const [a, b] = [marks.save(highlight), marks.save({ kind: 'bookmark', page: 7 })]
  marks.save({ ...highlight, color: 'green' }, a)
  marks.remove(b)
  await vi.waitFor(() => expect(connection.get().isLost).toBe(true))
  expect(shownIn(id)).toEqual([{ ...highlight, color: 'green' }])
  server.isDown = false
  markOnline()
  await vi.waitFor(() => expect([server.marks.get(a)?.color, server.marks.get(b)?.kind]).toEqual(['green', 'deleted']))
  await vi.waitFor(async () => expect((await readMarks(id)).marks.get(a)?.unsent).toBe(null))
})

test('sends what an earlier page could not send', async () => {
  const { server } = givenServer()
  server.isDown = true
  const id = newId()
  const mark = openMarks(id).save(highlight)
  await vi.waitFor(async () => expect((await readMarks(id)).marks.get(mark)?.unsent).toBeTypeOf('number'))
  // A reload: nothing is left but the database.
  vi.resetModules()
  const later = await import('./documentMarks.ts')
  const session = await import('#web/api/session.ts')
  session.signIn({ token: `token ${documents}`, user })
  server.isDown = false
  await later.resumeMarks()
  await vi.waitFor(() => expect(server.marks.get(mark)).toMatchObject(highlight))
  await resumeMarks()
})

test('fetches only what changed since the last change that is here, also after a reload', async () => {
  const { server, put } = givenServer()
  const id = newId()
  put('a', { page: 1 })
  put('b', { page: 2 })
  await openMarks(id).sync()
  put('c', { page: 3 })
  put('a', { kind: 'deleted' })
  server.calls = []
  await openMarks(id).sync()
  expect(server.calls).toContain('GET ?since=2')
  expect(shownIn(id)).toEqual([
    { kind: 'bookmark', page: 2 },
    { kind: 'bookmark', page: 3 },
  ])
  vi.resetModules()
  const later = await import('./documentMarks.ts')
  const session = await import('#web/api/session.ts')
  session.signIn({ token: `token ${documents}`, user })
  server.calls = []
  await later.openMarks(id).sync()
  expect(server.calls).toEqual(['GET ?since=4'])
  expect(later.openMarks(id).shown.get()).toHaveLength(2)
})

test('shows the bookmarks of two devices on one page once, and deletes both', async () => {
  const { server, put } = givenServer()
  const id = newId()
  put('a', { page: 5 })
  put('b', { page: 5 })
  const marks = openMarks(id)
  await marks.sync()
  expect(shownIn(id)).toEqual([{ kind: 'bookmark', page: 5 }])
  marks.remove('a')
  await vi.waitFor(() => expect([...server.marks.values()].map(({ kind }) => kind)).toEqual(['deleted', 'deleted']))
})

test('does not bring back what another device deleted', async () => {
  const { server, put } = givenServer()
  const id = newId()
  put('a', { ...highlight })
  const marks = openMarks(id)
  await marks.sync()
  server.isDown = true
  marks.save({ ...highlight, note: 'Later' }, 'a')
  await vi.waitFor(() => expect(connection.get().isLost).toBe(true))
  put('a', { kind: 'deleted' })
  server.isDown = false
  markOnline()
  await vi.waitFor(() => expect(shownIn(id)).toEqual([]))
  expect(server.marks.get('a')?.kind).toBe('deleted')
})

test('keeps a mark that the server refuses, with the reason, and sends it again when asked', async () => {
  const { server } = givenServer()
  server.refuses = 'You have too many'
  const id = newId()
  const marks = openMarks(id)
  const mark = marks.save(highlight)
  await vi.waitFor(() => expect(marks.shown.get()?.[0]).toMatchObject({ refused: 'You have too many', sent: highlight }))
  server.refuses = undefined
  marks.save(highlight, mark)
  await vi.waitFor(() => expect(server.marks.has(mark)).toBe(true))
  await vi.waitFor(() => expect(marks.shown.get()?.[0]?.refused).toBe(undefined))
})

test('leaves nothing on the device when the person signs out', async () => {
  givenServer()
  const id = newId()
  const mark = openMarks(id).save(highlight)
  await vi.waitFor(async () => expect((await readMarks(id)).marks.has(mark)).toBe(true))
  signOut()
  await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]))
  signIn({ token: 'another', user })
  expect((await readMarks(id)).marks.size).toBe(0)
})

test('stores nothing on the devices of staff', async () => {
  const { server } = givenServer()
  signIn({ token: 'of staff', user: { ...user, role: 'manager' } })
  const id = newId()
  openMarks(id).save(highlight)
  await vi.waitFor(() => expect(server.marks.size).toBe(1))
  expect(await indexedDB.databases()).toEqual([])
})

test('shows what the server had at most 14 days ago', async () => {
  const { put } = givenServer()
  const id = newId()
  put('old', highlight)
  openMarks(id)
  await vi.waitFor(async () => expect((await readMarks(id)).marks.has('old')).toBe(true))
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 14 * 86_400_000)
  expect((await readMarks(id)).marks.size).toBe(0)
})

test('sends no mark with the session of the person who signs in next', async () => {
  const { server } = givenServer()
  server.isDown = true
  const id = newId()
  const marks = openMarks(id)
  const first = marks.save(highlight)
  marks.save({ kind: 'bookmark', page: 4 })
  await vi.waitFor(async () => expect((await readMarks(id)).marks.size).toBe(2))
  const answer = Promise.withResolvers<void>()
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_: string, { method = '' }: RequestInit) => {
    sent.push(method)
    await answer.promise
    return new Response(JSON.stringify({ ...highlight, _id: first, change: 1 }))
  })
  server.isDown = false
  const ended = marks.sync()
  await vi.waitFor(() => expect(sent).toEqual(['PUT']))
  signOut()
  signIn({ token: 'of another person', user: { ...user, _id: 'u2' } })
  answer.resolve()
  await ended
  expect(sent).toEqual(['PUT'])
})
