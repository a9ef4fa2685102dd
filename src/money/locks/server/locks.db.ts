import { prepared } from '#server/db/compiled.ts'
import type { MonthLocksTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import { record } from '#server/journal/journal.ts'
import { monthLockKind } from './locks.journal.ts'

const newestLock = prepared((db) => db.selectFrom('monthLocks').select('period').orderBy('period', 'desc').limit(1))

/** Returns the newest locked month; every month before it is locked too. */
export const newest = async (db: Db): Promise<number | undefined> => (await newestLock(db))[0]?.period

export const all = (db: Db, limit: number) => db.selectFrom('monthLocks').selectAll().orderBy('period', 'desc').limit(limit).execute()

export const insert = async (tx: Db, lock: MonthLocksTable): Promise<void> => {
  await tx.insertInto('monthLocks').values(lock).execute()
  record(tx, monthLockKind, lock)
}
