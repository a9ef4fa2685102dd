import { createHash, randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { type Endpoint, fillPath } from '#contract/endpoint.ts'
import { newId } from '#server/db/ids.ts'

/* A group of people. `setUpGroup.ts` sets up encryption for them. */

export const MEMBERS = 100
export const DEVICES = 2

export type Person = { _id: string; token: string }
export type Group = { id: string; open: string; admin: Person; others: Person[] }

/** A group to encrypt, and an identical one that stays unencrypted. Its first member is an administrator. */
export const fillGroup = (database: string): Group => {
  const db = new DatabaseSync(database, { timeout: 5_000 })
  const now = new Date().toISOString()
  const addPerson = db.prepare(
    `insert into users (id, name, name_folded, email, email_folded, role, password_hash, created_at) values (?, ?, ?, ?, ?, ?, 'none', ?)`,
  )
  const addSession = db.prepare(`insert into sessions values (?, ?, ?, '', ?, ?, '2999-01-01T00:00:00.000Z')`)
  const addMember = db.prepare('insert into conversation_members values (?, ?, 0, ?)')
  const addGroup = db.prepare(
    `insert into conversations (id, type, name, name_folded, description, post_policy, first_seq, last_seq, last_change, activity, created_at, updated_at)
     values (?, 'group', 'Chemistry', 'chemistry', '', 'all', 1, 0, 0, ?, ?, ?)`,
  )
  const [id, open] = [newId(), newId()]
  const people = Array.from({ length: MEMBERS }, () => ({ _id: newId(), token: randomBytes(32).toString('base64url') }))
  db.exec('begin immediate')
  db.exec(
    `insert into customization (id, show_logo, logo_size, chat) values ('only', 0, 40, '{"allowEncryption":true}')
     on conflict (id) do update set chat = excluded.chat`,
  )
  for (const group of [id, open]) addGroup.run(group, group, now, now)
  for (const [number, { _id, token }] of people.entries()) {
    const email = `reader-${number}@example.org`
    addPerson.run(_id, `Reader ${number}`, `reader ${number}`, email, email, number === 0 ? 'admin' : 'student', now)
    addSession.run(newId(), _id, createHash('sha256').update(token).digest('hex'), now, now)
    for (const group of [id, open]) addMember.run(group, _id, now)
  }
  db.exec('commit')
  db.close()
  const [admin, ...others] = people as [Person, ...Person[]]
  return { id, open, admin, others }
}

type Parts = { params?: Record<string, unknown>; query?: Record<string, string>; body?: object }

export const callOf =
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
