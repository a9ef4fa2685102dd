import { sql } from 'kysely'
import { newId } from '#server/db/ids.ts'
import type { Db } from '#server/db/tables.ts'
import { isDiskFull } from '#server/db/violations.ts'

/** Limits a SQLite database to this number of pages, as if the disk were full beyond them. */
export const allowPages = (db: Db, pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(db)

export const pagesOf = async (db: Db): Promise<number> =>
  (await sql<{ pageCount: number }>`pragma page_count`.execute(db)).rows[0]?.pageCount ?? 0

/** Every branch of a table's trees has to be full, and the branch of a row is random. */
const REFUSALS = 60

/** Uses up all room for sessions, so that not one more can be stored, and leaves none for anything else that grows. */
export const fillUp = async (db: Db, userId: string): Promise<void> => {
  await allowPages(db, await pagesOf(db))
  const at = '2026-01-01T00:00:00.000Z'
  for (let refused = 0; refused < REFUSALS; ) {
    const row = { id: newId(), userId, tokenHash: newId().padEnd(64, '0'), device: '', createdAt: at, lastUsedAt: at, expiresAt: at }
    const filling = db.insertInto('sessions').values({ ...row, tokenHash: row.tokenHash.split('').toReversed().join('') })
    await filling.execute().catch((error: unknown) => {
      if (!isDiskFull(error)) throw error
      refused++
    })
  }
}

export const makeRoom = (db: Db) => allowPages(db, 100_000)
