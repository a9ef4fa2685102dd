import { newId } from '#server/db/ids.ts'
import { sqliteMessageIndex } from '#server/db/messageIndex.sqlite.ts'
import { cellOf } from '#server/db/messageIndex.ts'
import { filling, type Insert } from './filling.ts'

const CONVERSATIONS = 50

const words = ['seat', 'notes', 'fan', 'library', 'exam', 'charger', 'morning', 'afternoon', 'physics', 'fees', 'water', 'quiet']
const sentence = (number: number): string =>
  Array.from({ length: 8 }, (_, at) => words[(number * 7 + at * at * 5 + Math.floor(number / 12)) % words.length]).join(' ')

let indexed = 0

/** Adds a message to the index of words, as the program does. */
const index = (insert: Insert, messageId: string, conversationId: string, seq: number, text: string): void => {
  const cell = cellOf(conversationId, Math.floor(seq / sqliteMessageIndex.cellMessages))
  insert('searchMessages', { number: ++indexed, messageId })
  insert('searchMessageWords', { rowid: indexed, words: text.replaceAll(/\S+/g, (word) => cell + word) })
}

const fillGroup = (insert: Insert, number: number, messages: number, me: string, people: readonly string[]): string => {
  const [id, at] = [newId(), new Date().toISOString()]
  const shown = { type: 'group', name: `Group ${number}`, nameFolded: `group ${number}`, description: '', postPolicy: 'all' }
  insert('conversations', { id, ...shown, firstSeq: 1, lastSeq: messages, lastChange: 0, activity: newId(), createdAt: at, updatedAt: at })
  for (const userId of [me, ...people]) insert('conversationMembers', { conversationId: id, userId, joinedSeq: 0, joinedAt: at })
  for (let seq = 1; seq <= messages; seq++) {
    const message = newId()
    const content = sentence(seq)
    const sent = { type: 'text', senderId: people[seq % people.length] ?? me, clientId: message, content, createdAt: at }
    insert('messages', { id: message, conversationId: id, seq, change: 0, ...sent })
    index(insert, message, id, seq, content)
  }
  insert('conversationReads', { conversationId: id, userId: me, readSeq: messages - 20, markedUnread: 0 })
  return id
}

/**
 * Gives the calling account this many messages of others in fifty groups, half of them in the first. Returns the first group.
 */
export const fillMessages = (database: string, count: number): string =>
  filling(database, ['messages'], (db, insert) => {
    indexed = 0
    const me = String(db.prepare(`select id from users where role = 'superadmin'`).get()?.id)
    const people = (db.prepare(`select id from users where role = 'student' limit 100`).all() as { id: string }[]).map(({ id }) => id)
    const rest = Math.floor(count / 2 / (CONVERSATIONS - 1))
    const groups = Array.from({ length: CONVERSATIONS }, (_, number) => fillGroup(insert, number, number ? rest : count / 2, me, people))
    return groups[0] ?? ''
  })
