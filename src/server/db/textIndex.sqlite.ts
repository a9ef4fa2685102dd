import { type RawBuilder, sql } from 'kysely'
import type { Db } from './tables.ts'
import { COUNTED_PAGES, ENOUGH_CONTENTS, type FoundPage, MANY_PAGES, NEWEST_CONTENTS, type TextIndex } from './textIndex.ts'
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

/** The query with its last word as a whole word. */
const whole = ({ parts, prefix }: TextQuery): TextQuery => ({
  parts: prefix === undefined ? parts : [...parts, [prefix]],
  prefix: undefined,
})

/** A condition on the row number of a page. FTS5 stops at a limit only if it is an integer, and numbers are bound as reals. */
type Part = RawBuilder<unknown>
const everyPage: Part = sql`1 = 1`

/**
 * The parts of the index in which pages are looked for one after the other: the newest contents first if the query has a phrase and
 * there are many contents.
 */
const partsOf = async (db: Db, { parts }: TextQuery): Promise<Part[]> => {
  if (parts.every((words) => words.length < 2)) return [everyPage]
  const { rows } = await sql<{ newest: number | null }>`select max(number) as newest from search_texts`.execute(db)
  const first = sql.lit(((rows[0]?.newest ?? 0) - NEWEST_CONTENTS + 1) * PAGES)
  return (rows[0]?.newest ?? 0) > NEWEST_CONTENTS ? [sql`rowid >= ${first}`, sql`rowid < ${first}`] : [everyPage]
}

const hasMany = async (db: Db, match: string): Promise<boolean> => {
  const some = sql`select 1 from search_pages where search_pages match ${match} limit ${MANY_PAGES + 1}`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${some})`.execute(db)
  return (rows[0]?.count ?? 0) > MANY_PAGES
}

type Best = { number: number; page: number }

/** All pages with their weight, best first. */
const weighed = async (db: Db, match: string): Promise<Best[]> => {
  const pages = sql<{ id: number }>`select rowid as id from search_pages where search_pages match ${match} order by rank, rowid desc`
  const best = new Map<number, Best>()
  for (const { id } of (await pages.execute(db)).rows) {
    const number = Math.floor(id / PAGES)
    if (!best.has(number)) best.set(number, { number, page: id % PAGES })
  }
  return [...best.values()]
}

const counted = async (db: Db, match: string, part: Part, most: number): Promise<Best[]> => {
  const newest = sql`select rowid as id from search_pages where search_pages match ${match} and ${part}
    order by rowid desc limit ${COUNTED_PAGES}`
  return (
    await sql<Best>`select id / ${sql.lit(PAGES)} as number, min(id) % ${sql.lit(PAGES)} as page from (${newest})
      group by 1 order by count(*) desc, 1 desc limit ${most}`.execute(db)
  ).rows
}

const named = async (db: Db, numbers: readonly number[]): Promise<Map<number, string>> => {
  const { rows } = await sql<{ number: number; sha256: string }>`select number, sha256 from search_texts
    where number in (select value from json_each(${JSON.stringify(numbers)}))`.execute(db)
  return new Map(rows.map(({ number, sha256 }) => [number, sha256]))
}

const NAMED_AT_ONCE = 100

async function* withNames(db: Db, best: readonly Best[]): AsyncGenerator<FoundPage[]> {
  for (let from = 0; from < best.length; from += NAMED_AT_ONCE) {
    const some = best.slice(from, from + NAMED_AT_ONCE)
    const names = await named(
      db,
      some.map(({ number }) => number),
    )
    yield some.flatMap(({ number, page }): FoundPage[] => {
      const sha256 = names.get(number)
      return sha256 === undefined ? [] : [{ sha256, page }]
    })
  }
}

/** The contents that have the last word as a whole word, if they are as many as wanted: then no longer words are looked for. */
const countedWhole = async (db: Db, query: TextQuery, most: number): Promise<Best[] | undefined> => {
  const match = matchOf(whole(query))
  if (query.prefix === undefined || !(await hasMany(db, match))) return undefined
  const best = await counted(db, match, everyPage, most)
  return best.length < most ? undefined : best
}

const find: TextIndex['find'] = async function* (db, query, most) {
  const [match, parts] = [matchOf(query), await partsOf(db, query)]
  const enough = parts.length === 1 ? await countedWhole(db, query, most) : undefined
  if (enough) return yield* withNames(db, enough)
  if (parts.length === 1 && !(await hasMany(db, match))) return yield* withNames(db, (await weighed(db, match)).slice(0, most))
  for (const part of parts) yield* withNames(db, await counted(db, match, part, most))
}

const numbersIn = async (db: Db, match: string, part: Part, most: number): Promise<number[]> =>
  (
    await sql<{ number: number }>`select distinct rowid / ${sql.lit(PAGES)} as number from search_pages
      where search_pages match ${match} and ${part} limit ${most + 1}`.execute(db)
  ).rows.map(({ number }) => number)

type Look = { match: string; part: Part; enough: number }

/** What is looked for one after the other, until enough is found. */
const looksOf = async (db: Db, query: TextQuery, most: number): Promise<Look[]> => {
  const [newest, older] = await partsOf(db, query)
  const looks: Look[] = []
  if (newest && older) looks.push({ match: matchOf(query), part: newest, enough: ENOUGH_CONTENTS })
  else if (query.prefix !== undefined) looks.push({ match: matchOf(whole(query)), part: everyPage, enough: most + 1 })
  return [...looks, { match: matchOf(query), part: everyPage, enough: 0 }]
}

const among: TextIndex['among'] = async (db, query, most) => {
  const looks = await looksOf(db, query, most)
  for (const { match, part, enough } of looks) {
    const numbers = await numbersIn(db, match, part, most)
    if (numbers.length < enough) continue
    const names = await named(db, numbers.slice(0, most))
    return { contents: [...names.values()], isAll: enough === 0 && numbers.length <= most }
  }
  return { contents: [], isAll: true }
}

/** Uses FTS5 with words that are split already. */
export const sqliteTextIndex: TextIndex = { add, find, among }
