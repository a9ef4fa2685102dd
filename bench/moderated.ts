import type { DatabaseSync } from 'node:sqlite'
import { newId } from '#server/db/ids.ts'
import { filling, type Insert } from './filling.ts'

const OWN = 60

type Message = { id: string }

/** Half as many flagged and reported messages as people; one student has reported sixty in both halls. */
const fillReports = (db: DatabaseSync, insert: Insert, me: string, student: string): void => {
  const at = new Date().toISOString()
  const people = Number(db.prepare(`select count(*) as count from users`).get()?.count)
  // A few in each conversation.
  const wanted = Math.floor(people / 2) + OWN
  const messages = db.prepare(`select id from messages where seq <= 1 + ? / 50 limit ?`).all(wanted, wanted) as Message[]
  for (const [number, { id: messageId }] of messages.entries()) {
    insert('messageFlags', { messageId, flaggedBy: me, reason: 'Please look at this', flaggedAt: at })
    const outcome = { outcome: number % 2 ? 'upheld' : null, decidedBy: number % 2 ? me : null, decidedAt: number % 2 ? at : null }
    const report = { id: newId(), messageId, reporterId: number < OWN ? student : me, reason: 'Insults', createdAt: at, ...outcome }
    insert('messageReports', { ...report, seenAt: null, disclosed: null })
  }
}

/** A private conversation of each student with the next one, with one message. */
const fillPrivate = (insert: Insert, students: readonly string[]): void => {
  const at = new Date().toISOString()
  for (const [number, one] of students.entries()) {
    const other = students[(number + 1) % students.length] ?? one
    const [id, message] = [newId(), newId()]
    const empty = {
      builtIn: null,
      name: null,
      nameFolded: null,
      description: '',
      postPolicy: 'all',
      firstSeq: 1,
      lastSeq: 1,
      lastChange: 0,
    }
    const pair = { type: 'private', pairKey: [one, other].toSorted().join(' ') }
    insert('conversations', { id, ...pair, ...empty, activity: message, createdAt: at, updatedAt: at })
    for (const userId of [one, other]) insert('conversationMembers', { conversationId: id, userId, joinedSeq: 0, joinedAt: at })
    const sent = { seq: 1, change: 0, type: 'text', senderId: one, clientId: message, content: 'good morning', createdAt: at }
    insert('messages', { id: message, conversationId: id, ...sent })
  }
}

/** Fills in what the moderators of chat see, and a message of the superadmin that everybody has read. Returns that message. */
export const fillModerated = (database: string, studentToken: string): string =>
  filling(database, [], (db, insert) => {
    const students = (db.prepare(`select id from users where role = 'student' order by id`).all() as Message[]).map(({ id }) => id)
    const me = String(db.prepare(`select id from users where role = 'superadmin'`).get()?.id)
    const student = String(db.prepare(`select user_id as id from sessions where token_hash = ?`).get(studentToken)?.id)
    fillReports(db, insert, me, student)
    fillPrivate(insert, students)
    const [id, at] = [newId(), new Date().toISOString()]
    const sent = { seq: 1, change: 0, type: 'text', senderId: me, clientId: id, content: 'welcome', createdAt: at }
    insert('messages', { id, conversationId: 'general', ...sent })
    db.prepare(`update conversations set first_seq = 1, last_seq = 1, activity = ? where id = 'general'`).run(id)
    for (const userId of students)
      insert('conversationReads', { conversationId: 'general', userId, readSeq: 1, markedUnread: 0, deliveredSeq: 1 })
    return id
  })
