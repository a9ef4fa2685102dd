import type { Db, FilesTable } from '#server/db/tables.ts'

/** Names a content; it stands in the ledger once, however many rows use it. */
export const insert = (db: Db, file: FilesTable) =>
  db
    .insertInto('files')
    .values(file)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Those of the hashes that the ledger names. */
export const namedAmong = async (db: Db, hashes: readonly string[]): Promise<Set<string>> => {
  const rows = hashes.length === 0 ? [] : await db.selectFrom('files').select('sha256').where('sha256', 'in', hashes).execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** A page of the ledger in the order of the hashes, behind `after`. */
export const pageAfter = (db: Db, after: string, limit: number) =>
  db.selectFrom('files').select(['sha256', 'size']).where('sha256', '>', after).orderBy('sha256').limit(limit).execute()
