import { type SqlBool, sql } from 'kysely'
import type { Db, FilesTable } from '#server/db/tables.ts'

/**
 * Names a content; it stands in the ledger once, however many rows use it. Where it stands there already its instant
 * becomes this one: that holds the row until the transaction ends, so that `release` waits and then finds it young.
 */
export const insert = (db: Db, file: FilesTable) =>
  db
    .insertInto('files')
    .values(file)
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ createdAt: file.createdAt }))
    .execute()

/** Those of the hashes that the ledger names. */
export const namedAmong = async (db: Db, hashes: readonly string[]): Promise<Set<string>> => {
  const rows = hashes.length === 0 ? [] : await db.selectFrom('files').select('sha256').where('sha256', 'in', hashes).execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}

/**
 * Who names a content, and so keeps it: every column there is that refers to the ledger, but for those of `about`. A test
 * holds both against the schema.
 */
export const naming = [
  { table: 'documents', column: 'fileSha256' },
  { table: 'users', column: 'pictureSha256' },
  { table: 'categories', column: 'imageSha256' },
  { table: 'extractions', column: 'coverSha256' },
] as const

/** What was read out of a content. It does not keep the content: it goes with it. */
export const about = ['pageTexts', 'extractions'] as const

const nobodyNames = () =>
  sql<SqlBool>`not (${sql.join(
    naming.map(
      ({ table, column }) => sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = files.sha256)`,
    ),
    sql` or `,
  )})`

/** Those of the hashes that have stood in the ledger since before `before` and that no row names. */
export const unnamedAmong = async (db: Db, hashes: readonly string[], before: string): Promise<string[]> => {
  if (hashes.length === 0) return []
  const query = db.selectFrom('files').select('sha256').where('sha256', 'in', hashes).where('createdAt', '<', before)
  return (await query.where(nobodyNames()).execute()).map(({ sha256 }) => sha256)
}

/**
 * Lets go of unnamed contents that nobody has taken in since, with what was read out of them; answers how many. In a
 * transaction. They are held first, by a change that changes nothing: whoever takes one of them in again waits, and then
 * names it anew. Fails with a foreign key violation where somebody refers to one at the same moment without taking it in.
 */
export const release = async (db: Db, hashes: readonly string[], before: string): Promise<number> => {
  const held = await db
    .updateTable('files')
    .set((eb) => ({ createdAt: eb.ref('createdAt') }))
    .where('sha256', 'in', hashes)
    .where('createdAt', '<', before)
    .returning('sha256')
    .execute()
  const released = held.map(({ sha256 }) => sha256)
  if (released.length === 0) return 0
  for (const table of about) await db.deleteFrom(table).where('sha256', 'in', released).execute()
  await db.deleteFrom('files').where('sha256', 'in', released).execute()
  return released.length
}

/** A page of the ledger in the order of the hashes, behind `after`. */
export const pageAfter = (db: Db, after: string, limit: number) =>
  db.selectFrom('files').select(['sha256', 'size']).where('sha256', '>', after).orderBy('sha256').limit(limit).execute()
