import { type RawBuilder, sql } from 'kysely'
import { cellOf, type MessageIndex } from './messageIndex.ts'
import type { Db } from './tables.ts'
import { transact } from './transact.ts'
import { type TextQuery, wordsOf } from './words.ts'

const CELL_MESSAGES = 4_096

/** The number of a message, which it keeps when its text changes. */
const numberOf = async (tx: Db, id: string): Promise<{ number: number; isNew: boolean }> => {
  const added = await sql<{ number: number }>`insert into search_messages (message_id) values (${id})
    on conflict (message_id) do nothing returning number`.execute(tx)
  if (added.rows[0]) return { number: added.rows[0].number, isNew: true }
  const known = await sql<{ number: number }>`select number from search_messages where message_id = ${id}`.execute(tx)
  return { number: known.rows[0]?.number ?? 0, isNew: false }
}

const put: MessageIndex['put'] = async (tx, { id, conversationId, seq, text }) => {
  const cell = cellOf(conversationId, Math.floor(seq / CELL_MESSAGES))
  const words = wordsOf(text).map((word) => cell + word)
  const { number, isNew } = await numberOf(tx, id)
  if (!isNew) await sql`delete from search_message_words where rowid = ${number}`.execute(tx)
  await sql`insert into search_message_words (rowid, words) values (${number}, ${words.join(' ')})`.execute(tx)
}

/** Words are letters, marks and digits alone, so in quotes they are words and never a command. */
const matchIn = (cell: string, { parts, prefix }: TextQuery): string => {
  const phrases = parts.map((words) => `"${words.map((word) => cell + word).join(' ')}"`)
  return `(${[...phrases, ...(prefix === undefined ? [] : [`"${cell}${prefix}" *`])].join(' AND ')})`
}

const find: MessageIndex['find'] = async (db, query, { cells, before, most }) => {
  const match = cells.map((cell) => matchIn(cell, query)).join(' OR ')
  const older =
    before === undefined
      ? sql``
      : sql`and rowid <= (select number from search_messages where message_id < ${before} order by message_id desc limit 1)`
  const { rows } = await sql<{ id: string }>`select message_id as id from search_messages where number in
    (select rowid from search_message_words where search_message_words match ${match} ${older} order by rowid desc limit ${most})
    order by number desc`.execute(db)
  return rows.map(({ id }) => id)
}

const clear: MessageIndex['clear'] = async (tx) => {
  await sql`delete from search_message_words`.execute(tx)
  await sql`delete from search_messages`.execute(tx)
}

/** So many pages of words are written in one turn of the queue, some ten milliseconds. */
const PAGES = 100

const numberIn = async (db: Db, query: RawBuilder<{ number: number }>): Promise<number> => (await query.execute(db)).rows[0]?.number ?? 0
const pieces = sql<{ number: number }>`select count(distinct segid) as number from search_message_words_idx`
const changes = sql<{ number: number }>`select total_changes() as number`

/** Returns whether there was something to merge: the command itself counts as one change. */
const mergePages = (db: Db, pages: number): Promise<boolean> =>
  transact(db, async (tx) => {
    const before = await numberIn(tx, changes)
    await sql`insert into search_message_words (search_message_words, rank) values ('merge', ${pages})`.execute(tx)
    return (await numberIn(tx, changes)) - before > 1
  })

/** A negative number of pages begins to merge all pieces into one, a positive one goes on with it. */
const tidy: MessageIndex['tidy'] = async (db) => {
  if ((await numberIn(db, pieces)) < 2) return
  for (let goesOn = await mergePages(db, -PAGES); goesOn; ) goesOn = await mergePages(db, PAGES)
}

/** By FTS5, which goes through the messages of a word from the newest. */
export const sqliteMessageIndex: MessageIndex = { cellMessages: CELL_MESSAGES, put, find, tidy, clear }
