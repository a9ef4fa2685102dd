import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { given } from '#server/testing/given.ts'
import { picture } from '#server/testing/pictures.ts'

const json = (body: object) => ({ type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) })

const form = async (fields: Record<string, string>, field: string, content: Buffer) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append(field, new Blob([new Uint8Array(content)]), 'a.png')
  const encoded = new Response(body)
  return { type: encoded.headers.get('content-type') ?? '', bytes: Buffer.from(await encoded.arrayBuffer()) }
}

/** A server on a port, and a call whose body arrives in two pieces, with something in between. */
const givenServer = async () => {
  const app = await given()
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.server.address() as AddressInfo
  const call = async (token: string, path: string, { type, bytes }: ReturnType<typeof json>, between: () => Promise<unknown>) => {
    const begun = new Promise<void>((resolve) => app.server.server.once('request', () => resolve()))
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    const head = `authorization: ${token}\r\ncontent-type: ${type}\r\ncontent-length: ${bytes.length}\r\nconnection: close`
    socket.write(`POST /api${path} HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`)
    socket.write(bytes.subarray(0, 8))
    await begun
    // The session of another call is read after that of this one, which has been admitted by then.
    expect((await app.withToken(token).get('/auth/me')).status).toBe(200)
    await between()
    socket.write(bytes.subarray(8))
    let reply = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      reply += text
    })
    await once(socket, 'close')
    return Number(/^HTTP\/1.1 (\d{3})/.exec(reply)?.[1])
  }
  return { app, call }
}

const rowsOf = async ({ app }: Awaited<ReturnType<typeof givenServer>>) => ({
  boxEntries: (await app.db.selectFrom('boxEntries').select('id').execute()).length,
  categories: (await app.db.selectFrom('categories').select('id').execute()).length,
})

const endings = {
  'was deleted': async (boss, { _id }) => boss.del(`/user/${_id}`),
  'lost the role': async (boss, { _id }) => boss.put(`/user/${_id}`, { role: 'student' }),
  'signed out': async (_boss, caller) => caller.post('/auth/logout'),
} satisfies Record<string, (boss: Caller, caller: Caller) => Promise<unknown>>
type Caller = Awaited<ReturnType<Awaited<ReturnType<typeof given>>['as']>>

describe.each(Object.entries(endings))('a call whose caller %s before the body arrived', (_name, end) => {
  test.each([
    ['JSON', 'manager', '/user/fees/box', async () => json({ kind: 'out', amount: 500, purpose: 'Water cans' })],
    ['a form with a file', 'admin', '/category', async () => form({ name: 'Physics' }, 'image', await picture())],
  ] as const)('changes nothing: %s', async (_kind, role: Role, path, bodyOf) => {
    const server = await givenServer()
    const { app, call } = server
    const [boss, caller] = [await app.as('superadmin'), await app.as(role)]
    const before = await rowsOf(server)
    const body = await bodyOf()
    expect(await call(caller.token, path, body, () => end(boss, caller))).toBe(401)
    expect(await rowsOf(server)).toEqual(before)
    const other = await app.as(role)
    expect(await call(other.token, path, body, async () => undefined)).toBe(201)
    expect(await rowsOf(server)).not.toEqual(before)
  })
})
