import { createHash, createPublicKey, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { type Endpoint, fillPath } from '#contract/endpoint.ts'
import { newId } from '#server/db/ids.ts'
import type { Bench } from './lists.ts'
import { median, type Result } from './measure.ts'

const MEMBERS = 100
const DEVICES = 2
const ROUNDS = 5
const PAGE = 50

type Message = { _id: string; unreadable?: string }
/** What browsers run, as far as it is measured. It is loaded by its address, because the types of the browser are not those of Node. */
type Client = {
  enable: (conversation: string) => Promise<void>
  seal: (sealing: object) => Promise<object>
  openMessage: (message: Message) => Promise<Message>
  changed: (conversation: string) => void
  close: () => void
}
const folder = new URL('../src/chat/encryption/web/client/', import.meta.url)
const { makeEncryption } = (await import(new URL('makeEncryption.ts', folder).href)) as { makeEncryption: (ports: object) => Client }
const { memoryStorage } = (await import(new URL('storage.ts', folder).href)) as { memoryStorage: () => object }

/** A wrapping key that nobody has the other half of: wrapping for it costs what it costs for any. */
const wrappingKey = (): { id: string; pem: string } => {
  const n = randomBytes(256)
  n[0] = (n[0] ?? 0) | 0x80
  n[255] = (n[255] ?? 0) | 1
  const key = createPublicKey({ key: { kty: 'RSA', n: n.toString('base64url'), e: 'AQAB' }, format: 'jwk' })
  const id = createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('base64url')
  return { id, pem: key.export({ format: 'pem', type: 'spki' }) as string }
}

type Group = { id: string; open: string; admin: { _id: string; token: string } }

/** A group of a hundred people with two devices each, the first of them an administrator without one, and the same group to stay open. */
const fillGroup = (database: string): Group => {
  const db = new DatabaseSync(database, { timeout: 5_000 })
  const now = new Date().toISOString()
  const signing = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'pem', type: 'spki' }) as string
  const addPerson = db.prepare(
    `insert into users (id, name, name_folded, email, email_folded, role, password_hash, created_at) values (?, ?, ?, ?, ?, ?, 'none', ?)`,
  )
  const addDevice = db.prepare(`insert into devices values (?, ?, 'browser', 'Chrome', ?, ?, null, ?, ?, null)`)
  const addMember = db.prepare('insert into conversation_members values (?, ?, 0, ?)')
  const [id, open, token] = [newId(), newId(), randomBytes(32).toString('base64url')]
  const people = Array.from({ length: MEMBERS }, () => newId())
  db.exec('begin immediate')
  for (const group of [id, open])
    db.prepare(
      `insert into conversations (id, type, name, name_folded, description, post_policy, first_seq, last_seq, last_change, activity, created_at, updated_at)
       values (?, 'group', 'Chemistry', 'chemistry', '', 'all', 1, 0, 0, ?, ?, ?)`,
    ).run(group, group, now, now)
  for (const [number, person] of people.entries()) {
    const email = `reader-${number}@example.org`
    addPerson.run(person, `Reader ${number}`, `reader ${number}`, email, email, number === 0 ? 'admin' : 'student', now)
    for (const group of [id, open]) addMember.run(group, person, now)
    for (let count = 0; number > 0 && count < DEVICES; count++) {
      const key = wrappingKey()
      addDevice.run(key.id, person, key.pem, signing, now, now)
    }
  }
  const admin = people[0] ?? ''
  const hash = createHash('sha256').update(token).digest('hex')
  db.prepare(`insert into sessions values (?, ?, ?, '', ?, ?, '2999-01-01T00:00:00.000Z')`).run(newId(), admin, hash, now, now)
  db.exec('commit')
  db.close()
  return { id, open, admin: { _id: admin, token } }
}

type Parts = { params?: Record<string, unknown>; query?: Record<string, string>; body?: object }

const callOf =
  (origin: string, token: string) =>
  async ({ method, path }: Pick<Endpoint, 'method' | 'path'>, { params, query = {}, body }: Parts = {}): Promise<unknown> => {
    const search = new URLSearchParams(query).toString()
    const headers = { authorization: token, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(`${origin}/api${fillPath(path, params)}${search && `?${search}`}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const medianOf = async (rounds: number, work: () => Promise<unknown>): Promise<number> => {
  const seen = []
  for (let round = 0; round < rounds; round++) seen.push(await timed(work))
  return median(seen)
}

/** Switching on, the next key, sending and reading in a group of a hundred people with two devices each, as one browser does it. */
export const measureEncryption = async ({ carrel, database }: Bench): Promise<Result[]> => {
  const { id, open, admin } = fillGroup(database)
  const call = callOf(carrel.origin, admin.token)
  const openStorage = async () => memoryStorage()
  const client = makeEncryption({ call, openStorage, me: admin, deviceName: () => 'Chrome', after: () => () => {} })
  const post = (conversation: string, body: object) =>
    call({ method: 'POST', path: '/chat/conversations/:id/messages' }, { params: { id: conversation }, body })
  const send = async (): Promise<void> => {
    const clientId = randomUUID()
    const sealing = { conversation: id, clientId, revision: 1, type: 'text', text: 'See you at two', replyTo: null, file: null }
    await post(id, { content: null, clientId, encryption: await client.seal(sealing) })
  }
  const db = new DatabaseSync(database, { timeout: 5_000 })
  const wearOut = () => db.prepare('update conversations set required_key_version = key_version + 1 where id = ?').run(id)
  const enabled = await timed(() => client.enable(id))
  const renewed = await medianOf(ROUNDS, async () => {
    wearOut()
    client.changed(id)
    await send()
  })
  const sent = await medianOf(10 * ROUNDS, send)
  const sentOpen = await medianOf(10 * ROUNDS, () => post(open, { content: 'See you at two', clientId: randomUUID() }))
  const path = '/chat/conversations/:id/messages'
  const page = (await call({ method: 'GET', path }, { params: { id }, query: { limit: String(PAGE) } })) as { items: Message[] }
  const read = await medianOf(ROUNDS, async () => {
    for (const message of page.items) if ((await client.openMessage(message)).unreadable) throw new Error('A message was not opened')
  })
  db.close()
  client.close()
  const group = `${MEMBERS} people with ${DEVICES} devices`
  return [
    { what: `switching on encryption for ${group}`, unit: 'ms', measured: enabled },
    { what: `a message that needs the next key first, ${group}`, unit: 'ms', measured: renewed },
    { what: 'a message, encrypted and sent', unit: 'ms', measured: sent, limit: { what: 'the same, open', measured: sentOpen } },
    { what: `opening a page of ${PAGE} encrypted messages`, unit: 'ms', measured: read },
  ]
}
