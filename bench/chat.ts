import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '#server/db/ids.ts'
import type { Bench } from './lists.ts'
import { inTurn, type Result } from './measure.ts'
import { fileHere, freePort, memoryOf, runProgram, startServer } from './processes.ts'

const MEMBERS = 100
const IDLE_SOCKETS = 1_000
const RATE = 20

export type Room = { tokens: string[]; path: string }
type Seen = { perSecond: number; p99: number }

/** A group of a hundred students who are signed in. */
export const fillRoom = (database: string): Room => {
  const db = new DatabaseSync(database, { timeout: 5_000 })
  const now = new Date().toISOString()
  const [group, tokens] = [newId(), Array.from({ length: MEMBERS }, () => randomBytes(32).toString('base64url'))]
  const addPerson = db.prepare(
    `insert into users (id, name, name_folded, email, email_folded, role, password_hash, created_at) values (?, ?, ?, ?, ?, 'student', 'none', ?)`,
  )
  const addSession = db.prepare(`insert into sessions values (?, ?, ?, '', ?, ?, '2999-01-01T00:00:00.000Z')`)
  const addMember = db.prepare('insert into conversation_members values (?, ?, 0, ?)')
  db.exec('begin immediate')
  db.prepare(
    `insert into conversations (id, type, name, name_folded, description, post_policy, first_seq, last_seq, last_change, activity, created_at, updated_at)
     values (?, 'group', 'Physics', 'physics', '', 'all', 1, 0, 0, ?, ?, ?)`,
  ).run(group, group, now, now)
  for (const [number, token] of tokens.entries()) {
    const id = newId()
    const email = `member-${number}@example.org`
    addPerson.run(id, `Member ${number}`, `member ${number}`, email, email, now)
    addSession.run(newId(), id, createHash('sha256').update(token).digest('hex'), now, now)
    addMember.run(group, id, now)
  }
  db.exec('commit')
  db.close()
  return { tokens, path: `/api/chat/conversations/${group}/messages` }
}

const inRoom = (origin: string, path: string, tokens: readonly string[], more: object): Promise<Seen> =>
  runProgram<Seen>('room.mjs', { origin, path, tokens, ...more }, { pinned: true })

/** Measures the memory of a thousand idle sockets. */
const measureIdle = async ({ carrel }: Bench, { tokens }: Room): Promise<Result> => {
  const before = memoryOf(carrel.pid) ?? 0
  const sockets = Array.from({ length: IDLE_SOCKETS }, (_, at) => tokens[at % MEMBERS] ?? '')
  const open = inRoom(carrel.origin, '', sockets, { idle: 20, seconds: 0 })
  await wait(15_000)
  const kib = (((memoryOf(carrel.pid) ?? 0) - before) * 1_024) / IDLE_SOCKETS
  await open
  return { what: `memory for each of ${IDLE_SOCKETS} idle sockets`, unit: 'KiB', measured: kib, atMost: 30 }
}

/**
 * Measures messages to a room of a hundred people, each durable before it is acknowledged, against Socket.IO with one INSERT per
 * message.
 */
export const measureChat = async (bench: Bench): Promise<Result[]> => {
  const { carrel, database, folder, seconds } = bench
  const room = fillRoom(database)
  const idle = await measureIdle(bench, room)
  const headers = { authorization: room.tokens[0] ?? '', 'content-type': 'application/json' }
  const first = await fetch(carrel.origin + room.path, { method: 'POST', headers, body: JSON.stringify({ content: 'Hello' }) })
  const message: unknown = await first.json()
  const port = await freePort()
  const settings = JSON.stringify({ port, database: join(folder, 'room.sqlite'), message })
  const bare = await startServer([fileHere('limits/chat.mjs')].concat(settings), port)
  const ask = (origin: string, path: string, more: object) => inRoom(origin, path, room.tokens, { seconds, ...more })
  const many = await inTurn(
    async () => (await ask(carrel.origin, room.path, {})).perSecond,
    async () => (await ask(bare.origin, '/messages', {})).perSecond,
  )
  const quick = await inTurn(
    async () => (await ask(carrel.origin, room.path, { rate: RATE, seconds: 10 })).p99,
    async () => (await ask(bare.origin, '/messages', { rate: RATE, seconds: 10 })).p99,
  )
  await bare.stop()
  return [
    {
      what: `messages to ${MEMBERS} members, each durable`,
      unit: '/s',
      measured: many.ours,
      limit: { what: 'Socket.IO + INSERT', measured: many.limit },
      atLeast: 0.7,
    },
    { what: `p99 until all ${MEMBERS} have a message, at ${RATE}/s`, unit: 'ms', measured: quick.ours, atMost: 10 },
    { what: 'the same of Socket.IO + INSERT', unit: 'ms', measured: quick.limit },
    idle,
  ]
}
