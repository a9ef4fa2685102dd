import { sql } from 'kysely'
import type { Db } from './tables.ts'
import { COUNTED_PAGES, type FoundPage, MANY_PAGES, type TextIndex } from './textIndex.ts'
import { queryOf, vectorOf } from './textVector.ts'
import { transact } from './transact.ts'
import type { TextQuery } from './words.ts'

/** The number of contents that are returned at once. */
const PART = 100

/** The maximum number of pages whose contents are counted. */
const PAGES_OF_CONTENTS = 20_000

const add: TextIndex['add'] = async (tx, sha256, pages) => {
  for (const one of pages)
    await sql`insert into search_pages (sha256, page, words) values (${sha256}, ${one.page}, ${vectorOf(one.words)}::tsvector)`.execute(tx)
}

/** The best page of each content, best content first. */
const weighed = (db: Db, query: string) =>
  sql<FoundPage>`
  select sha256, page, ts_rank(words, ${query}::tsquery) as rank from search_pages
  where words @@ ${query}::tsquery order by rank desc, sha256, page limit ${MANY_PAGES + 1}`.execute(db)

const isMany = async (db: Db, query: string): Promise<boolean> => {
  const some = sql`select 1 from search_pages where words @@ ${query}::tsquery limit ${MANY_PAGES + 1}`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${some}) as matching`.execute(db)
  return (rows[0]?.count ?? 0) > MANY_PAGES
}

const counted = (db: Db, query: string, most: number) =>
  sql<FoundPage>`
  select sha256, min(page) as page
  from (select sha256, page from search_pages where words @@ ${query}::tsquery limit ${COUNTED_PAGES}) as matching
  group by sha256 order by count(*) desc, sha256 limit ${most}`.execute(db)

/** For a common word PostgreSQL would scan the words of all pages, which takes forty times as long as the index. */
const byIndex = (tx: Db) => sql`set local enable_seqscan = off`.execute(tx)

const best = (db: Db, query: TextQuery, most: number): Promise<FoundPage[]> =>
  transact(db, async (tx) => {
    const asked = queryOf(query)
    await byIndex(tx)
    if (await isMany(tx, asked)) return (await counted(tx, asked, most)).rows
    const found = new Map<string, FoundPage>()
    for (const { sha256, page } of (await weighed(tx, asked)).rows) if (!found.has(sha256)) found.set(sha256, { sha256, page })
    return [...found.values()].slice(0, most)
  })

const find: TextIndex['find'] = async function* (db, query, most) {
  const found = await best(db, query, most)
  for (let from = 0; from < found.length; from += PART) yield found.slice(from, from + PART)
}

/** Groups a limited number of pages: `distinct` alone would read all that match. */
const among: TextIndex['among'] = (db, query, most) =>
  transact(db, async (tx) => {
    await byIndex(tx)
    const { rows } = await sql<{ sha256: string; pages: number }>`select sha256, count(*) as pages
      from (select sha256 from search_pages where words @@ ${queryOf(query)}::tsquery limit ${PAGES_OF_CONTENTS + 1}) as matching
      group by sha256`.execute(tx)
    const pages = rows.reduce((sum, one) => sum + one.pages, 0)
    return { contents: rows.slice(0, most).map(({ sha256 }) => sha256), isAll: rows.length <= most && pages <= PAGES_OF_CONTENTS }
  })

/** Uses vectors of words that are split already, with an index. */
export const postgresTextIndex: TextIndex = { add, find, among }
