import { type RawBuilder, sql } from 'kysely'
import { cellOf, type IndexedMessage, type MessageIndex } from './messageIndex.ts'
import type { Db } from './tables.ts'
import { transact } from './transact.ts'
import { type TextQuery, wordsOf } from './words.ts'

const CELL_MESSAGES = 4_096

const numberIn = async (db: Db, query: RawBuilder<{ number: number }>): Promise<number> => (await query.execute(db)).rows[0]?.number ?? 0

const wordsIn = ({ conversationId, seq, text }: IndexedMessage): string => {
  const cell = cellOf(conversationId, Math.floor(seq / CELL_MESSAGES))
  return wordsOf(text)
    .map((word) => cell + word)
    .join(' ')
}

/** The number of a message, which it keeps when its text changes. */
const numberOf = async (tx: Db, id: string): Promise<number | undefined> =>
  (await sql<{ number: number }>`select number from search_messages where message_id = ${id}`.execute(tx)).rows[0]?.number

/** Above all that the words are kept by, too: words of another message must not become those of this one. */
const addNumber = async (tx: Db, id: string): Promise<number> =>
  numberIn(
    tx,
    sql`insert into search_messages (number, message_id) values (1 + max(
      (select coalesce(max(number), 0) from search_messages), (select coalesce(max(id), 0) from search_message_words_docsize)
    ), ${id}) returning number`,
  )

/** FTS5 has the words alone, so that they are found in its pages again, it is told which they were. */
const forget = (tx: Db, number: number, words: string) =>
  sql`insert into search_message_words (search_message_words, rowid, words) values ('delete', ${number}, ${words})`.execute(tx)

const put: MessageIndex['put'] = async (tx, message, before = null) => {
  const known = before === null ? undefined : await numberOf(tx, message.id)
  if (known !== undefined) await forget(tx, known, wordsIn({ ...message, text: before ?? '' }))
  const number = known ?? (await addNumber(tx, message.id))
  await sql`insert into search_message_words (rowid, words) values (${number}, ${wordsIn(message)})`.execute(tx)
}

const remove: MessageIndex['remove'] = async (tx, messages) => {
  for (const message of messages) {
    const number = await numberOf(tx, message.id)
    if (number === undefined) continue
    await forget(tx, number, wordsIn(message))
    await sql`delete from search_messages where number = ${number}`.execute(tx)
  }
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
  await sql`insert into search_message_words (search_message_words) values ('delete-all')`.execute(tx)
  await sql`delete from search_messages`.execute(tx)
}

/** So many pages of words are written in one turn of the queue, some ten milliseconds. */
const PAGES = 100

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
export const sqliteMessageIndex: MessageIndex = { cellMessages: CELL_MESSAGES, put, remove, find, tidy, clear }
