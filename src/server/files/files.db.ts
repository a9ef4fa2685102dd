import { type SqlBool, sql } from 'kysely'
import type { FilesTable } from '#server/db/tables/platform.ts'
import type { Db } from '#server/db/tables.ts'
import type { FileColumn } from '#server/feature/platform.ts'

/**
 * Adds a content to the ledger, or updates the instant of its row: that locks the row until the transaction ends, so that `release`
 * waits and then finds it too young.
 */
export const insert = (db: Db, file: FilesTable) =>
  db
    .insertInto('files')
    .values(file)
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ createdAt: file.createdAt }))
    .execute()

/** Returns those of the hashes that are in the ledger. */
export const namedAmong = async (db: Db, hashes: readonly string[]): Promise<Set<string>> => {
  const rows = hashes.length === 0 ? [] : await db.selectFrom('files').select('sha256').where('sha256', 'in', hashes).execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}

export const isNamed = async (db: Db, sha256: string): Promise<boolean> => (await namedAmong(db, [sha256])).has(sha256)

/**
 * Like `isNamed`, but waits for a transaction that is about to name the content, even one whose client is gone and whose commit is
 * still running: two inserts of one key wait for each other. Must run in a transaction.
 */
export const isOrWillBeNamed = async (tx: Db, sha256: string): Promise<boolean> => {
  const probe = { sha256, size: 0, mediaType: '', createdAt: '' }
  const added = await tx
    .insertInto('files')
    .values(probe)
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .returning('sha256')
    .executeTakeFirst()
  if (added) await tx.deleteFrom('files').where('sha256', '=', sha256).execute()
  return !added
}

const nobodyNames = (columns: readonly FileColumn[]) =>
  sql<SqlBool>`not (${sql.join(
    columns.map(
      ({ table, column }) => sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = files.sha256)`,
    ),
    sql` or `,
  )})`

/** Returns those of the hashes that have been in the ledger since before `before` and that no column names. */
export const unnamedAmong = async (
  db: Db,
  columns: readonly FileColumn[],
  hashes: readonly string[],
  before: string,
): Promise<string[]> => {
  if (hashes.length === 0) return []
  const query = db.selectFrom('files').select('sha256').where('sha256', 'in', hashes).where('createdAt', '<', before)
  return (await query.where(nobodyNames(columns)).execute()).map(({ sha256 }) => sha256)
}

/**
 * Locks the rows of contents that nobody has uploaded since `before`, by an update without effect, and returns their hashes: a
 * concurrent upload of one of them waits, and then names it again.
 */
export const lockOld = async (tx: Db, hashes: readonly string[], before: string): Promise<string[]> => {
  const locked = await tx
    .updateTable('files')
    .set((eb) => ({ createdAt: eb.ref('createdAt') }))
    .where('sha256', 'in', hashes)
    .where('createdAt', '<', before)
    .returning('sha256')
    .execute()
  return locked.map(({ sha256 }) => sha256)
}

/** The instant of a dropped content, also in the index of the migration. */
const DROPPED = ''
/** Earlier than every instant, and later than `DROPPED`. */
export const droppedBefore = '0'

export const drop = async (tx: Db, hashes: readonly string[]): Promise<void> => {
  if (hashes.length > 0) await tx.updateTable('files').set({ createdAt: DROPPED }).where('sha256', 'in', hashes).execute()
}

export const dropped = async (db: Db, limit: number): Promise<string[]> => {
  const query = db.selectFrom('files').select('sha256').where('createdAt', '=', sql.lit(DROPPED)).orderBy('sha256').limit(limit)
  return (await query.execute()).map(({ sha256 }) => sha256)
}

/** Removes the mark of a dropped content that another row names. */
export const takeBack = (tx: Db, sha256: string, createdAt: string) =>
  tx.updateTable('files').set({ createdAt }).where('sha256', '=', sha256).where('createdAt', '=', DROPPED).execute()

/** Fails with a foreign key violation if a row refers to one of them without having uploaded it. */
export const remove = (tx: Db, hashes: readonly string[]) => tx.deleteFrom('files').where('sha256', 'in', hashes).execute()

/** Returns a page of the ledger, ordered by hash, after `after`. */
export const pageAfter = (db: Db, after: string, limit: number) =>
  db.selectFrom('files').select(['sha256', 'size']).where('sha256', '>', after).orderBy('sha256').limit(limit).execute()
