import * as fake from 'fake-indexeddb'
import { vi } from 'vitest'
import type { Document } from '#library/documents/documents.contract.ts'
import { signIn } from '#web/api/session.ts'
import { setOwnDevice } from '#web/offline/ownDevice.ts'
import { fakeDirectory } from '#web/testing/fakeDirectory.ts'
import { pieceBytes } from '../books.ts'

const { IDBFactory, IDBDatabase, IDBObjectStore, IDBIndex, IDBCursor, IDBCursorWithValue, IDBTransaction, IDBRequest, IDBKeyRange } = fake
const classes = { IDBDatabase, IDBObjectStore, IDBIndex, IDBCursor, IDBCursorWithValue, IDBTransaction, IDBRequest, IDBKeyRange }

/** Two pieces and a bit. */
export const size = 2 * pieceBytes + 1_000
export const content = Uint8Array.from({ length: size }, (_, at) => (at * 7 + (at >> 8)) % 256)

export const bookOf = (id: string, fileSize = size): Document => ({
  _id: id,
  title: `Book ${id}`,
  category: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  fileName: `${id}.pdf`,
  filePath: `/files/${id}`,
  fileUrl: `/api/document/${id}/file`,
  downloadUrl: `/api/document/${id}/download`,
  fileSize,
  fileType: 'application/pdf',
  pages: 20,
  coverUrl: null,
})

export type BookServer = {
  isDown: boolean
  etag: string
  lastDay: string | null
  /** Status of documents that are not sent. */
  refused: Map<string, number>
  titles: Map<string, string>
  places: Map<string, number>
  /** Ranges of files that were asked for. */
  ranges: string[]
  /** Called before each range is sent. */
  onRange: (range: string) => void
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const refusal = (status: number) => json({ code: 'refused', message: 'No' }, status)

const fileReply = (server: BookServer, { headers }: RequestInit): Response => {
  const given = new Headers(headers)
  const { etag } = server
  if (given.has('if-none-match')) return new Response(null, { status: given.get('if-none-match') === etag ? 304 : 200, headers: { etag } })
  const range = given.get('range') ?? ''
  server.ranges.push(range)
  server.onRange(range)
  if (server.isDown) throw new TypeError('Failed to fetch')
  const [begin = 0, last = 0] = range.replace('bytes=', '').split('-').map(Number)
  return new Response(content.slice(begin, last + 1), { status: 206, headers: { etag } })
}

const answer = (server: BookServer, address: string, init: RequestInit): Response => {
  const [, id = '', part] = /^\/api\/document\/(\w+)(?:\/(\w+))?$/.exec(address) ?? []
  if (address === '/api/auth/me') return json({ terminationDate: server.lastDay, timeZone: 'Asia/Kolkata' })
  const status = server.refused.get(id)
  if (status !== undefined) return refusal(status)
  if (part === 'file') return fileReply(server, init)
  if (part === 'progress' && init.method === 'PUT') {
    server.places.set(id, JSON.parse(String(init.body)).page)
    return json({ page: server.places.get(id) })
  }
  if (part === 'progress') return json({ page: server.places.get(id) ?? null })
  if (part === undefined && id) return json({ ...bookOf(id), title: server.titles.get(id) ?? bookOf(id).title })
  return refusal(404)
}

let people = 0

/** A student on an own device whose browser can keep books, and a server with any number of them. */
export const givenBooks = (role: 'student' | 'admin' = 'student') => {
  for (const [name, given] of Object.entries(classes)) vi.stubGlobal(name, given)
  vi.stubGlobal('indexedDB', new IDBFactory())
  const directory = fakeDirectory()
  const server: BookServer = {
    isDown: false,
    etag: '"one"',
    lastDay: null,
    refused: new Map(),
    titles: new Map(),
    places: new Map(),
    ranges: [],
    onRange: () => undefined,
  }
  /** A rendered page has a network of its own: call this after it. */
  const serve = () =>
    vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
      if (server.isDown) throw new TypeError('Failed to fetch')
      return answer(server, address, init)
    })
  serve()
  people += 1
  const _id = `person${people}`
  const enter = () => signIn({ token: `token${people}`, user: { _id, name: 'Asha', email: null, role } })
  enter()
  setOwnDevice(_id, true)
  return { directory, server, serve, id: _id, folder: `replies-${_id}`, enter }
}

/** The paths of the pieces of a whole book. */
export const pieces = (folder: string): string[] => [0, 1, 2].map((index) => `${folder}/${index}`)
