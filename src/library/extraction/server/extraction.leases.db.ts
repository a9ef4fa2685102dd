import { sql } from 'kysely'
import { databaseTime } from '#server/db/databaseClock.ts'
import type { Db } from '#server/db/tables.ts'

/** A content is free again so long after its holder was last heard of. */
const LEASE_MS = 30_000

export type Lease = { sha256: string; holder: string }

/** The lease belongs to another process by now, or the content was deleted. */
export class LeaseLost extends Error {}

const untilThen = (db: Db) => sql<number>`${databaseTime(db)} + ${sql.lit(LEASE_MS)}`

/** Takes a content; returns how often it was taken and neither finished nor released, or undefined if another process has it. */
export const take = async (db: Db, { sha256, holder }: Lease): Promise<number | undefined> => {
  const expiresAt = untilThen(db)
  const taken = await db
    .insertInto('extractionLeases')
    .values({ sha256, holder, expiresAt, attempts: 1 })
    .onConflict((conflict) =>
      conflict
        .column('sha256')
        .doUpdateSet((eb) => ({ holder, expiresAt, attempts: eb('extractionLeases.attempts', '+', 1) }))
        .where('extractionLeases.expiresAt', '<=', databaseTime(db)),
    )
    .returning('attempts')
    .executeTakeFirst()
  return taken?.attempts
}

const held = (db: Db, { sha256, holder }: Lease) =>
  db.updateTable('extractionLeases').where('sha256', '=', sha256).where('holder', '=', holder)

/** Extends a lease. In a transaction, it also keeps others from taking it until the end. Throws `LeaseLost` if another process has it. */
export const renew = async (db: Db, lease: Lease): Promise<void> => {
  if (
    (
      await held(db, lease)
        .set({ expiresAt: untilThen(db) })
        .returning('sha256')
        .execute()
    ).length === 0
  )
    throw new LeaseLost()
}

/** Ends a lease, usually in the transaction that saves the result. Throws `LeaseLost` if another process has it. */
export const end = async (db: Db, { sha256, holder }: Lease): Promise<void> => {
  const ended = await db
    .deleteFrom('extractionLeases')
    .where('sha256', '=', sha256)
    .where('holder', '=', holder)
    .returning('sha256')
    .execute()
  if (ended.length === 0) throw new LeaseLost()
}

/** Frees a content that was not finished for another reason than the content, so that this attempt does not count. */
export const release = async (db: Db, lease: Lease): Promise<void> => {
  await held(db, lease)
    .set((eb) => ({ expiresAt: 0, attempts: eb('attempts', '-', 1) }))
    .execute()
  await db.deleteFrom('extractionLeases').where('sha256', '=', lease.sha256).where('attempts', '<=', 0).execute()
}

/** Frees what earlier processes held, for an installation of a single one. */
export const freeAll = (db: Db) => db.updateTable('extractionLeases').set({ expiresAt: 0 }).execute()

/** Returns whether any content is held, or was left a short time ago by a process that was killed. */
export const hasLeases = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('extractionLeases')
    .select('sha256')
    .where('expiresAt', '>', sql<number>`${databaseTime(db)} - ${sql.lit(LEASE_MS)}`)
    .limit(1)
    .executeTakeFirst()) !== undefined
