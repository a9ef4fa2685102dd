import { sql } from 'kysely'
import { isSqlite } from '../db/dialect.ts'
import { messageIndexOf } from '../db/messageIndexOf.ts'
import type { Db } from '../db/tables.ts'
import { textIndexOf } from '../db/textIndexOf.ts'
import { transact } from '../db/transact.ts'
import { wordsOf } from '../db/words.ts'

/** Pages or messages that are indexed in one transaction. */
const atOnce = 500

const emptySqlite = [
  'delete from search_titles',
  'delete from search_title_parts',
  'insert into search_titles (document_id) select id from documents order by id',
  `insert into search_title_parts (rowid, title)
    select number, title_folded from search_titles join documents on documents.id = search_titles.document_id`,
  'delete from search_texts',
  'delete from search_pages',
]
const emptyPostgres = ['delete from search_pages']

const pagesAfter = (db: Db, sha256: string, page: number) =>
  db
    .selectFrom('pageTexts')
    .select(['sha256', 'page', 'text'])
    .where((is) => is.or([is('sha256', '>', sha256), is.and([is('sha256', '=', sha256), is('page', '>', page)])]))
    .orderBy('sha256')
    .orderBy('page')
    .limit(atOnce)
    .execute()

/** Empties the search indexes; on SQLite titles are indexed at once. */
export const clearSearch = (db: Db): Promise<void> =>
  transact(db, async (tx) => {
    for (const statement of isSqlite(db) ? emptySqlite : emptyPostgres) await sql.raw(statement).execute(tx)
    await messageIndexOf(db).clear(tx)
  })

const indexPages = async (db: Db): Promise<void> => {
  const index = textIndexOf(db)
  let last = { sha256: '', page: 0 }
  for (;;) {
    const pages = await pagesAfter(db, last.sha256, last.page)
    await transact(db, async (tx) => {
      const bySha256 = Map.groupBy(pages, ({ sha256 }) => sha256)
      for (const [sha256, some] of bySha256)
        await index.add(
          tx,
          sha256,
          some.map(({ page, text }) => ({ page, words: wordsOf(text) })),
        )
    })
    const end = pages.at(-1)
    if (!end || pages.length < atOnce) return
    last = end
  }
}

const messagesAfter = (db: Db, id: string) =>
  db
    .selectFrom('messages')
    .select(['id', 'conversationId', 'seq', 'content'])
    .where('id', '>', id)
    .where('content', 'is not', null)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .limit(atOnce)
    .execute()

/** Indexes all messages, oldest first. */
const indexMessages = async (db: Db): Promise<void> => {
  const index = messageIndexOf(db)
  let last = ''
  for (;;) {
    const messages = await messagesAfter(db, last)
    await transact(db, async (tx) => {
      for (const { content, ...message } of messages) await index.put(tx, { ...message, text: content ?? '' })
    })
    const end = messages.at(-1)
    if (!end || messages.length < atOnce) break
    last = end.id
  }
  await index.tidy(db)
}

/** Rebuilds the search indexes from titles and texts. */
export const makeSearchAgain = async (db: Db): Promise<void> => {
  await clearSearch(db)
  await indexPages(db)
  await indexMessages(db)
}
