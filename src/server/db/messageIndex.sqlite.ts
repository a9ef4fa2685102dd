import { type RawBuilder, sql } from 'kysely'
import { emptyLog } from './log.ts'
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

/** The number of a message, which does not change with its text. */
const numberOf = async (tx: Db, id: string): Promise<number | undefined> =>
  (await sql<{ number: number }>`select number from search_messages where message_id = ${id}`.execute(tx)).rows[0]?.number

/** Higher than every number in use, so that the index never takes another message's words for this one's. */
const addNumber = async (tx: Db, id: string): Promise<number> =>
  numberIn(
    tx,
    sql`insert into search_messages (number, message_id) values (1 + max(
      (select coalesce(max(number), 0) from search_messages), (select coalesce(max(id), 0) from search_message_words_docsize)
    ), ${id}) returning number`,
  )

/** FTS5 stores only the index: to delete words it has to be given them again. */
const forget = (tx: Db, number: number, words: string) =>
  sql`insert into search_message_words (search_message_words, rowid, words) values ('delete', ${number}, ${words})`.execute(tx)

const remember = (tx: Db, number: number, words: string) =>
  sql`insert into search_message_words (rowid, words) values (${number}, ${words})`.execute(tx)

/**
 * Records that FTS5 has words of a message that are to be replaced, or erased if there are no new ones. If there is a record
 * already, FTS5 still has the words from before it.
 */
const noteChange = (tx: Db, number: number, words: string, newWords: string | null) =>
  sql`insert into search_message_changes (number, words, new_words) values (${number}, ${words}, ${newWords})
    on conflict (number) do update set new_words = excluded.new_words`.execute(tx)

const put: MessageIndex['put'] = async (tx, message, before = null) => {
  const known = before === null ? undefined : await numberOf(tx, message.id)
  if (known !== undefined) await noteChange(tx, known, wordsIn({ ...message, text: before ?? '' }), wordsIn(message))
  else await remember(tx, await addNumber(tx, message.id), wordsIn(message))
}

const remove: MessageIndex['remove'] = async (tx, messages) => {
  for (const message of messages) {
    const number = await numberOf(tx, message.id)
    if (number === undefined) continue
    await noteChange(tx, number, wordsIn(message), null)
    await sql`delete from search_messages where number = ${number}`.execute(tx)
  }
}

type Change = { number: number; words: string; newWords: string | null }

/** Messages erased per turn of the queue, at a millisecond or two each. */
const ERASED_AT_ONCE = 10

const eraseSome = async (tx: Db): Promise<number> => {
  const { rows } = await sql<Change>`select number, words, new_words from search_message_changes
    order by number limit ${ERASED_AT_ONCE}`.execute(tx)
  for (const { number, words, newWords } of rows) {
    await forget(tx, number, words)
    if (newWords !== null) await remember(tx, number, newWords)
    await sql`delete from search_message_changes where number = ${number}`.execute(tx)
  }
  return rows.length
}

const isErased = async (db: Db): Promise<boolean> => (await sql`select 1 from search_message_changes limit 1`.execute(db)).rows.length === 0

const erase: MessageIndex['erase'] = async (db) => {
  if (await isErased(db)) return
  while ((await transact(db, eraseSome)) === ERASED_AT_ONCE);
  // Until the log is moved into the file, the file has the words.
  await emptyLog(db)
}

/** Words have only letters, marks and digits, so in quotes they are never a command. */
const matchIn = (cell: string, { parts, prefix }: TextQuery): string => {
  const phrases = parts.map((words) => `"${words.map((word) => cell + word).join(' ')}"`)
  return `(${[...phrases, ...(prefix === undefined ? [] : [`"${cell}${prefix}" *`])].join(' AND ')})`
}

/** Returns whether a query matches words that FTS5 does not have yet, with the same result as FTS5. */
const isMatch = (words: string, cells: readonly string[], { parts, prefix }: TextQuery): boolean => {
  const text = ` ${words} `
  const has = (cell: string) =>
    parts.every((part) => text.includes(` ${part.map((word) => cell + word).join(' ')} `)) &&
    (prefix === undefined || text.includes(` ${cell}${prefix}`))
  return cells.some(has)
}

/**
 * One statement, and thus one snapshot: otherwise a change could enter the index in between. There are few changes, those of the
 * last seconds.
 */
const find: MessageIndex['find'] = async (db, query, { cells, before, most }) => {
  const match = cells.map((cell) => matchIn(cell, query)).join(' OR ')
  const [older, olderChange] =
    before === undefined
      ? [sql``, sql``]
      : [
          sql`and rowid <= (select number from search_messages where message_id < ${before} order by message_id desc limit 1)`,
          sql`and message_id < ${before}`,
        ]
  const { rows } = await sql<{ id: string; newWords: string | null }>`
    select number, message_id as id, null as new_words from search_messages where number in
      (select rowid from search_message_words where search_message_words match ${match} ${older}
        and rowid not in (select number from search_message_changes) order by rowid desc limit ${most})
    union all
    select number, message_id, new_words from search_message_changes join search_messages using (number)
      where new_words is not null ${olderChange}
    order by number desc`.execute(db)
  const found = rows.filter(({ newWords }) => newWords === null || isMatch(newWords, cells, query))
  return found.slice(0, most).map(({ id }) => id)
}

const clear: MessageIndex['clear'] = async (tx) => {
  await sql`insert into search_message_words (search_message_words) values ('delete-all')`.execute(tx)
  await sql`delete from search_messages`.execute(tx)
  await sql`delete from search_message_changes`.execute(tx)
}

/** Index pages written per turn of the queue, which takes tens of milliseconds. */
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

/** A negative number of pages starts merging all segments into one, a positive one continues it. */
const tidy: MessageIndex['tidy'] = async (db) => {
  if ((await numberIn(db, pieces)) < 2) return
  for (let goesOn = await mergePages(db, -PAGES); goesOn; ) goesOn = await mergePages(db, PAGES)
}

/** Uses FTS5, which goes through the messages of a word from the newest. */
export const sqliteMessageIndex: MessageIndex = { cellMessages: CELL_MESSAGES, put, remove, find, erase, tidy, clear }
