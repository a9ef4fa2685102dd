import { sql } from 'kysely'
import type { Db } from './tables.ts'
import { COUNTED_PAGES, ENOUGH_CONTENTS, type FoundPage, MANY_PAGES, type TextIndex } from './textIndex.ts'
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

/** The number of newest pages in which a query is looked for first, if nearly every page has its words. */
const NEWEST_PAGES = 10_000

/** The expected number of pages that have all of the words, from which on the newest are looked through instead of the index. */
const DENSE_PAGES = 20_000

/** `pages` rows were in `counted` blocks when the table was analyzed; now it has `blocks`. */
type TableSize = { pages: number; counted: number; blocks: number }
type Estimate = { 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }

/**
 * Returns the block of the table at which its last pages begin, if PostgreSQL expects so many pages with these words that its index,
 * which has no order, would take longer; undefined otherwise, and if the table was never analyzed.
 */
const newestBlock = async (tx: Db, asked: string): Promise<number | undefined> => {
  const { rows } = await sql<TableSize>`select reltuples::bigint as pages, relpages as counted,
    pg_relation_size(oid) / current_setting('block_size')::integer as blocks from pg_class where oid = to_regclass('search_pages')`.execute(
    tx,
  )
  const { pages, counted: countedBlocks, blocks } = rows[0] ?? { pages: 0, counted: 0, blocks: 0 }
  if (pages < DENSE_PAGES) return undefined
  const explained = await sql<Estimate>`explain (format json) select from search_pages where words @@ ${asked}::tsquery`.execute(tx)
  if ((explained.rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0) < DENSE_PAGES) return undefined
  return Math.max(0, Math.floor(blocks - (countedBlocks / pages) * NEWEST_PAGES))
}

type CountedContent = FoundPage & { pages: number }

/**
 * The contents among the newest pages if many have the words, those with most pages first; undefined if the index is as good. With
 * `offset 0`, PostgreSQL reads these blocks instead of the index.
 */
const amongNewest = (db: Db, query: TextQuery): Promise<CountedContent[] | undefined> =>
  transact(db, async (tx) => {
    const asked = queryOf(query)
    const block = await newestBlock(tx, asked)
    if (block === undefined) return undefined
    await byIndex(tx)
    const { rows } = await sql<CountedContent>`select sha256, min(page) as page, count(*) as pages from (
        select sha256, page from (
          select sha256, page, words from search_pages where ctid >= ${`(${block},0)`}::tid offset 0
        ) as newest where words @@ ${asked}::tsquery limit ${COUNTED_PAGES}
      ) as matching group by sha256 order by count(*) desc, sha256`.execute(tx)
    return rows
  })

const hasPhrase = ({ parts }: TextQuery): boolean => parts.some((words) => words.length > 1)

/** A phrase can be anywhere on a page that has its words, so it costs most, and a part of the contents is enough. */
const enoughOf = (query: TextQuery, most: number): number => (hasPhrase(query) ? ENOUGH_CONTENTS : most)

const find: TextIndex['find'] = async function* (db, query, most) {
  const newest = (await amongNewest(db, query)) ?? []
  // The index would not count more pages either.
  const isEnough = newest.length >= enoughOf(query, most) || newest.reduce((sum, { pages }) => sum + pages, 0) >= COUNTED_PAGES
  const first = isEnough ? newest.slice(0, most) : []
  yield* inParts(first)
  if (first.length === most || (isEnough && !hasPhrase(query))) return
  const known = new Set(first.map(({ sha256 }) => sha256))
  const others = (await best(db, query, most)).filter(({ sha256 }) => !known.has(sha256))
  yield* inParts(others.slice(0, most - first.length))
}

function* inParts(found: readonly FoundPage[]): Generator<FoundPage[]> {
  for (let from = 0; from < found.length; from += PART) yield found.slice(from, from + PART).map(({ sha256, page }) => ({ sha256, page }))
}

const namesOf = (found: readonly { sha256: string }[], most: number): string[] => found.slice(0, most).map(({ sha256 }) => sha256)

/** Groups a limited number of pages: `distinct` alone would read all that match. */
const among: TextIndex['among'] = async (db, query, most) => {
  const newest = await amongNewest(db, query)
  if (newest && newest.length >= enoughOf(query, most)) return { contents: namesOf(newest, most), isAll: false }
  return transact(db, async (tx) => {
    await byIndex(tx)
    const { rows } = await sql<{ sha256: string; pages: number }>`select sha256, count(*) as pages
      from (select sha256 from search_pages where words @@ ${queryOf(query)}::tsquery limit ${PAGES_OF_CONTENTS + 1}) as matching
      group by sha256`.execute(tx)
    const pages = rows.reduce((sum, one) => sum + one.pages, 0)
    return { contents: namesOf(rows, most), isAll: rows.length <= most && pages <= PAGES_OF_CONTENTS }
  })
}

/** Uses vectors of words that are split already, with an index. */
export const postgresTextIndex: TextIndex = { add, find, among }
