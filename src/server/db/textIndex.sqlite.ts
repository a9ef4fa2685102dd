import { sql } from 'kysely'
import type { Db } from './tables.ts'
import { COUNTED_PAGES, type FoundPage, MANY_PAGES, type TextIndex } from './textIndex.ts'
import type { TextQuery } from './words.ts'

/** The maximum number of pages per content, as in the migration. */
const PAGES = 8_192

const numberOf = async (tx: Db, sha256: string): Promise<number> => {
  await sql`insert into search_texts (sha256) values (${sha256}) on conflict (sha256) do nothing`.execute(tx)
  const { rows } = await sql<{ number: number }>`select number from search_texts where sha256 = ${sha256}`.execute(tx)
  return rows[0]?.number ?? 0
}

const add: TextIndex['add'] = async (tx, sha256, pages) => {
  const number = await numberOf(tx, sha256)
  for (const { page, words } of pages)
    await sql`insert into search_pages (rowid, words) values (${number * PAGES + page}, ${words.join(' ')})`.execute(tx)
}

/** Words have only letters, marks and digits, so in quotes they are never a command. */
const matchOf = ({ parts, prefix }: TextQuery): string =>
  [...parts.map((words) => `"${words.join(' ')}"`), ...(prefix === undefined ? [] : [`"${prefix}" *`])].join(' ')

type Best = { number: number; page: number }

/** All pages with their weight, best first; undefined if there are many. */
const weighed = async (db: Db, match: string): Promise<Best[] | undefined> => {
  const some = sql`select 1 from search_pages where search_pages match ${match} limit ${MANY_PAGES + 1}`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${some})`.execute(db)
  if ((rows[0]?.count ?? 0) > MANY_PAGES) return undefined
  const pages = sql<{ id: number }>`select rowid as id from search_pages where search_pages match ${match} order by rank, rowid desc`
  const best = new Map<number, Best>()
  for (const { id } of (await pages.execute(db)).rows) {
    const number = Math.floor(id / PAGES)
    if (!best.has(number)) best.set(number, { number, page: id % PAGES })
  }
  return [...best.values()]
}

const counted = async (db: Db, match: string, most: number): Promise<Best[]> => {
  const newest = sql`select rowid as id from search_pages where search_pages match ${match} order by rowid desc limit ${COUNTED_PAGES}`
  return (
    await sql<Best>`select id / ${sql.lit(PAGES)} as number, min(id) % ${sql.lit(PAGES)} as page from (${newest})
      group by 1 order by count(*) desc, 1 desc limit ${most}`.execute(db)
  ).rows
}

const find: TextIndex['find'] = async (db, query, most) => {
  const match = matchOf(query)
  const best = ((await weighed(db, match)) ?? (await counted(db, match, most))).slice(0, most)
  if (best.length === 0) return []
  const wanted = JSON.stringify(best.map(({ number }) => number))
  const names = await sql<{ number: number; sha256: string }>`select number, sha256 from search_texts
    where number in (select value from json_each(${wanted}))`.execute(db)
  const known = new Map(names.rows.map(({ number, sha256 }) => [number, sha256]))
  return best.flatMap(({ number, page }): FoundPage[] => {
    const sha256 = known.get(number)
    return sha256 === undefined ? [] : [{ sha256, page }]
  })
}

const among: TextIndex['among'] = (db, query, use) =>
  use(
    db,
    sql<string>`(select sha256 from search_texts where number in
      (select distinct rowid / ${sql.lit(PAGES)} from search_pages where search_pages match ${matchOf(query)}))`,
  )

/** Uses FTS5 with words that are split already. */
export const sqliteTextIndex: TextIndex = { add, find, among }
