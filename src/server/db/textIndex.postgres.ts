import { sql } from 'kysely'
import type { Db } from './tables.ts'
import { type FoundPage, type IndexedPage, MANY_PAGES, type TextIndex } from './textIndex.ts'
import { transact } from './transact.ts'
import type { TextQuery } from './words.ts'

/** The last place that a vector can hold. */
const LAST_PLACE = 16_383
const PLACES_OF_A_WORD = 255

/** A vector holds less than a megabyte; a page with so many different words is none that somebody wrote. */
const VECTOR_BYTES = 800_000
const BYTES_OF_A_PLACE = 6

/** A vector as PostgreSQL reads it: each word in quotes, with its places. Words are letters, marks and digits alone. */
const vectorOf = ({ words }: IndexedPage): string => {
  const places = new Map<string, number[]>()
  let bytes = 0
  for (const [at, word] of words.entries()) {
    const known = places.get(word)
    if (known && (at >= LAST_PLACE || known.length >= PLACES_OF_A_WORD)) continue
    bytes += BYTES_OF_A_PLACE + (known ? 0 : Buffer.byteLength(word))
    if (bytes > VECTOR_BYTES) break
    if (known) known.push(at + 1)
    else places.set(word, [Math.min(at + 1, LAST_PLACE)])
  }
  return [...places].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ')
}

const add: TextIndex['add'] = async (tx, sha256, pages) => {
  for (const one of pages)
    await sql`insert into search_pages (sha256, page, words) values (${sha256}, ${one.page}, ${vectorOf(one)}::tsvector)`.execute(tx)
}

const queryOf = ({ parts, prefix }: TextQuery): string =>
  [...parts.map((words) => `(${words.map((word) => `'${word}'`).join(' <-> ')})`), ...(prefix === undefined ? [] : [`'${prefix}':*`])].join(
    ' & ',
  )

/** The best page of each content, the best content first. */
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
  select sha256, min(page) as page from search_pages where words @@ ${query}::tsquery
  group by sha256 order by count(*) desc, sha256 limit ${most}`.execute(db)

/** For a common word PostgreSQL would read the words of all pages one by one, which takes forty times as long as the index. */
const byIndex = (tx: Db) => sql`set local enable_seqscan = off`.execute(tx)

const find: TextIndex['find'] = (db, query, most) =>
  transact(db, async (tx) => {
    const asked = queryOf(query)
    await byIndex(tx)
    if (await isMany(tx, asked)) return (await counted(tx, asked, most)).rows
    const best = new Map<string, FoundPage>()
    for (const { sha256, page } of (await weighed(tx, asked)).rows) if (!best.has(sha256)) best.set(sha256, { sha256, page })
    return [...best.values()].slice(0, most)
  })

/** By vectors of words that are cut already, and an index over them. */
export const postgresTextIndex: TextIndex = { add, find }
