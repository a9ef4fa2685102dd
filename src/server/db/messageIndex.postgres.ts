import { sql } from 'kysely'
import { cellOf, type MessageIndex } from './messageIndex.ts'
import { queryOf, vectorOf } from './textVector.ts'
import { transact } from './transact.ts'
import { type TextQuery, wordsOf } from './words.ts'

const CELL_MESSAGES = 1_024

const put: MessageIndex['put'] = async (tx, { id, conversationId, seq, text }) => {
  const cell = cellOf(conversationId, Math.floor(seq / CELL_MESSAGES))
  const words = vectorOf(wordsOf(text).map((word) => cell + word))
  await sql`insert into search_messages (message_id, words) values (${id}, ${words}::tsvector)
    on conflict (message_id) do update set words = excluded.words`.execute(tx)
}

const remove: MessageIndex['remove'] = async (tx, messages) => {
  const ids = JSON.stringify(messages.map(({ id }) => id))
  await sql`delete from search_messages where message_id in (select jsonb_array_elements_text(${ids}::jsonb))`.execute(tx)
}

const inCell = (cell: string, { parts, prefix }: TextQuery): TextQuery => ({
  parts: parts.map((words) => words.map((word) => cell + word)),
  prefix: prefix === undefined ? undefined : cell + prefix,
})

/** Queries each cell separately, because the index skips a cell that lacks a word, but not one of many cells. */
const find: MessageIndex['find'] = (db, query, { cells, before, most }) =>
  transact(db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const queries = JSON.stringify(cells.map((cell) => queryOf(inCell(cell, query))))
    const older = before === undefined ? sql`` : sql`and message_id < ${before}`
    // `offset 0` makes PostgreSQL look up the words first, instead of going through all messages in order of id.
    const { rows } = await sql<{ id: string }>`select hit.id from jsonb_array_elements_text(${queries}::jsonb) as asked (query),
      lateral (
        select id from (
          select message_id as id from search_messages where words @@ asked.query::tsquery ${older} offset 0
        ) as found order by id desc limit ${most}
      ) as hit order by hit.id desc limit ${most}`.execute(tx)
    return rows.map(({ id }) => id)
  })

const clear: MessageIndex['clear'] = async (tx) => void (await sql`delete from search_messages`.execute(tx))

const nothing = async (): Promise<void> => {}

/** Uses vectors of words with an index. */
export const postgresMessageIndex: MessageIndex = { cellMessages: CELL_MESSAGES, put, remove, find, erase: nothing, tidy: nothing, clear }
