import { sql } from 'kysely'
import { linesOf, valuesIn } from '../backup/copyText.ts'
import { isSqlite } from '../db/dialect.ts'
import type { IndexedMessage } from '../db/messageIndex.ts'
import { messageIndexOf } from '../db/messageIndexOf.ts'
import type { Db } from '../db/tables.ts'
import { textIndexOf } from '../db/textIndexOf.ts'
import { transact } from '../db/transact.ts'
import { wordsOf } from '../db/words.ts'
import type { Compared } from './compare.ts'

type Columns = Readonly<Record<string, string | null>>
/** The rows of one table whose entries in the search indexes change, before and after. */
type Rows = { before: readonly Columns[]; after: readonly Columns[] }

const asColumns = (columns: readonly string[], line: string): Columns => {
  const values = valuesIn(line)
  return Object.fromEntries(columns.map((name, at) => [name, values[at] ?? null]))
}

const rowsOf = async (all: readonly Compared[], name: string): Promise<Rows> => {
  const compared = all.find(({ table }) => table.name === name)
  if (!compared?.change) return { before: [], after: [] }
  const { table, change, before } = compared
  const after: Columns[] = []
  for await (const line of linesOf(change.lines())) after.push(asColumns(table.columns, line))
  return { before: before.map((line) => asColumns(table.columns, line)), after }
}

const messagesIn = (rows: readonly Columns[]): IndexedMessage[] =>
  rows.flatMap(({ id, conversation_id, seq, content, deleted_at }) =>
    content == null || deleted_at != null ? [] : [{ id: id ?? '', conversationId: conversation_id ?? '', seq: Number(seq), text: content }],
  )

const forgetPage = (tx: Db, { sha256, page }: Columns) =>
  isSqlite(tx)
    ? sql`delete from search_pages where rowid = (select number * 8192 + ${Number(page)} from search_texts where sha256 = ${sha256})`.execute(
        tx,
      )
    : sql`delete from search_pages where sha256 = ${sha256} and page = ${Number(page)}`.execute(tx)

const forgetTitle = async (tx: Db, { id }: Columns): Promise<void> => {
  await sql`delete from search_title_parts where rowid = (select number from search_titles where document_id = ${id})`.execute(tx)
  await sql`delete from search_titles where document_id = ${id}`.execute(tx)
}

const addTitle = async (tx: Db, { id, title_folded }: Columns): Promise<void> => {
  await sql`insert into search_titles (document_id) values (${id})`.execute(tx)
  await sql`insert into search_title_parts (rowid, title) select number, ${title_folded} from search_titles where document_id = ${id}`.execute(
    tx,
  )
}

export type SearchChanges = { messages: Rows; pages: Rows; titles: Rows }

/** Returns what changes in the search indexes with these rows. */
export const searchChangesOf = async (all: readonly Compared[]): Promise<SearchChanges> => ({
  messages: await rowsOf(all, 'messages'),
  pages: await rowsOf(all, 'page_texts'),
  titles: await rowsOf(all, 'documents'),
})

/** Removes the entries of rows that are about to change or disappear. */
export const forgetChanged = (db: Db, { messages, pages, titles }: SearchChanges): Promise<void> =>
  transact(db, async (tx) => {
    await messageIndexOf(tx).remove(tx, messagesIn(messages.before))
    for (const page of pages.before) await forgetPage(tx, page)
    if (isSqlite(tx)) for (const title of titles.before) await forgetTitle(tx, title)
  })

/** Adds the entries of rows that have changed or are new, and erases deleted words. */
export const indexChanged = async (db: Db, { messages, pages, titles }: SearchChanges): Promise<void> => {
  await transact(db, async (tx) => {
    for (const message of messagesIn(messages.after)) await messageIndexOf(tx).put(tx, message)
    for (const { sha256, page, text } of pages.after)
      await textIndexOf(tx).add(tx, sha256 ?? '', [{ page: Number(page), words: wordsOf(text ?? '') }])
    if (isSqlite(tx)) for (const title of titles.after) await addTitle(tx, title)
  })
  await messageIndexOf(db).erase(db)
}
