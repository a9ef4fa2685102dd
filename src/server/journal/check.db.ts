import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { type Kind, refOf } from './kind.ts'

/** The reference of a row, as SQL: the columns of the key with a blank between them. */
const refIn = ({ table, key }: Kind): RawBuilder<string> =>
  sql<string>`${sql.join(
    key.map((column) => sql`cast(${sql.ref(`${table}.${column}`)} as text)`),
    sql` || ' ' || `,
  )}`

type Row = Record<string, unknown>

const comparing = (key: readonly string[], last: Row | undefined): RawBuilder<unknown> =>
  last === undefined
    ? sql`1 = 1`
    : sql`(${sql.join(key.map((column) => sql.ref(column)))}) > (${sql.join(key.map((column) => sql`${last[column]}`))})`

const columnsOf = ({ key, columns, named }: Kind, more: readonly string[]): string[] => [
  ...new Set([...key, ...columns, ...(named ? [named] : []), ...more]),
]

/** Returns rows of a table after `last`, ordered by their key, with the columns that a kind covers. */
export const rowsAfter = async (db: Db, kind: Kind, last: Row | undefined, limit: number, more: readonly string[] = []): Promise<Row[]> =>
  (
    await sql<Row>`select ${sql.join(columnsOf(kind, more).map((column) => sql.ref(column)))} from ${sql.table(kind.table)}
      where ${comparing(kind.key, last)} order by ${sql.join(kind.key.map((column) => sql.ref(column)))} limit ${limit}`.execute(db)
  ).rows

const hasNo = (kind: Kind): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from ${sql.table(kind.table)} where ${refIn(kind)} = known.ref)`

/** Returns references with journal entries but without a row, except those that Carrel itself deleted. */
export const withoutRow = async (db: Db, kind: Kind, limit: number): Promise<string[]> =>
  (
    await sql<{ ref: string }>`select distinct known.ref from (
        select ref from journal where kind = ${kind.name} union select ref from journal_genesis where kind = ${kind.name}
      ) known where ${hasNo(kind)} and ${kind.withdrawn ? hasNo({ ...kind, table: kind.withdrawn }) : sql`1 = 1`} order by 1 limit ${limit}`.execute(
      db,
    )
  ).rows.map(({ ref }) => ref)

/** Returns references of rows that exist although Carrel deleted them. */
export const withdrawnWithRow = async (db: Db, kind: Kind, limit: number): Promise<string[]> => {
  if (!kind.withdrawn) return []
  const listed = { ...kind, table: kind.withdrawn }
  const { rows } = await sql<{ ref: string }>`select ${refIn(kind)} as ref from ${sql.table(kind.table)}
    where ${refIn(kind)} in (select ${refIn(listed)} from ${sql.table(kind.withdrawn)}) order by 1 limit ${limit}`.execute(db)
  return rows.map(({ ref }) => ref)
}

/** Returns those of the references whose entry is to be written later. */
export const pendingOf = async (db: Db, { pending }: Kind, refs: readonly string[]): Promise<ReadonlySet<string>> => {
  if (!pending || refs.length === 0) return new Set()
  const { rows } = await sql<{ ref: string }>`select ${sql.ref(pending.column)} as ref from ${sql.table(pending.table)}
    where ${sql.ref(pending.column)} in (${sql.join(refs)})`.execute(db)
  return new Set(rows.map(({ ref }) => ref))
}

/** Returns references whose entry is to be written later, but without a row. */
export const pendingWithoutRow = async (db: Db, kind: Kind, limit: number): Promise<string[]> => {
  const { pending } = kind
  if (!pending) return []
  const { rows } = await sql<{
    ref: string
  }>`select ${sql.ref(`${pending.table}.${pending.column}`)} as ref from ${sql.table(pending.table)}
    where not exists (select 1 from ${sql.table(kind.table)} where ${refIn(kind)} = ${sql.ref(`${pending.table}.${pending.column}`)})
    limit ${limit}`.execute(db)
  return rows.map(({ ref }) => ref)
}

/** The name of a row for people: its number if it has one, else its reference. */
export const nameOf = (kind: Kind, row: Row): string => String((kind.named && row[kind.named]) || refOf(kind, row))
