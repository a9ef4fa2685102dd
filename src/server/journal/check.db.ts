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

/** Rows of a table behind `last`, in the order of their key, with the columns that a kind covers. */
export const rowsAfter = async (db: Db, kind: Kind, last: Row | undefined, limit: number, more: readonly string[] = []): Promise<Row[]> =>
  (
    await sql<Row>`select ${sql.join(columnsOf(kind, more).map((column) => sql.ref(column)))} from ${sql.table(kind.table)}
      where ${comparing(kind.key, last)} order by ${sql.join(kind.key.map((column) => sql.ref(column)))} limit ${limit}`.execute(db)
  ).rows

/** References that the journal has entries of, and that no row has. */
export const withoutRow = async (db: Db, kind: Kind, limit: number): Promise<string[]> =>
  (
    await sql<{ ref: string }>`select distinct known.ref from (
        select ref from journal where kind = ${kind.name} union select ref from journal_genesis where kind = ${kind.name}
      ) known where not exists (select 1 from ${sql.table(kind.table)} where ${refIn(kind)} = known.ref) order by 1 limit ${limit}`.execute(
      db,
    )
  ).rows.map(({ ref }) => ref)

/** The references among these whose entry is to be written later. */
export const pendingOf = async (db: Db, { pending }: Kind, refs: readonly string[]): Promise<ReadonlySet<string>> => {
  if (!pending || refs.length === 0) return new Set()
  const { rows } = await sql<{ ref: string }>`select ${sql.ref(pending.column)} as ref from ${sql.table(pending.table)}
    where ${sql.ref(pending.column)} in (${sql.join(refs)})`.execute(db)
  return new Set(rows.map(({ ref }) => ref))
}

/** References whose entry is to be written later, and that no row has. */
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

/** How people know a row: its number where it has one, else its reference. */
export const nameOf = (kind: Kind, row: Row): string => String((kind.named && row[kind.named]) || refOf(kind, row))
