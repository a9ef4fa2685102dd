import { sql } from 'kysely'
import type { ChargesTable, WithdrawnChargesTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import { record } from '#server/journal/journal.ts'
import { withdrawalKind } from './fees.journal.ts'

/** Returns whether monthly fees are charged by a job, and since when. */
export const charging = (db: Db) => db.selectFrom('charging').select(['isOn', 'startedAt', 'since']).executeTakeFirstOrThrow()

const chargeable = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'slot', 'monthlyFee', 'dateJoined', 'terminationDate', 'createdAt'])
    .where('role', '=', 'student')
    .where('deletedAt', 'is', null)
    .where('dateJoined', 'is not', null)

export type Chargeable = Awaited<ReturnType<typeof chargeableAfter>>[number]

/** Returns students with a joining date, ordered by id, after the id `after`. */
export const chargeableAfter = (db: Db, limit: number, after: string) =>
  chargeable(db).where('id', '>', after).orderBy('id').limit(limit).execute()

export const chargeableStudent = (db: Db, id: string) => chargeable(db).where('id', '=', id).executeTakeFirst()

/** Returns the months of these students whose monthly fee was charged automatically and withdrawn. */
export const withdrawnMonths = async (db: Db, userIds: readonly string[]): Promise<{ userId: string; period: number }[]> =>
  userIds.length === 0
    ? []
    : db
        .selectFrom('withdrawnCharges')
        .select(['userId', 'period'])
        .where('userId', 'in', userIds)
        .where(sql<boolean>`not exists (select 1 from locker_charges where locker_charges.charge_id = withdrawn_charges.id)`)
        .execute()

/** Returns those of these fees that never had a payment and whose amount and notes were not changed. */
export const untouched = (tx: Db, ids: readonly string[]): Promise<ChargesTable[]> =>
  tx
    .selectFrom('charges')
    .selectAll()
    .where('id', 'in', ids)
    .where('notes', '=', '')
    .where(sql<boolean>`not exists (select 1 from allocations where allocations.charge_id = charges.id)`)
    .where(sql<boolean>`not exists (select 1 from adjustments where adjustments.charge_id = charges.id)`)
    .execute()

/** Deletes a fee without payments, and lists it as withdrawn. */
export const withdraw = async (tx: Db, row: WithdrawnChargesTable): Promise<void> => {
  await tx.deleteFrom('charges').where('id', '=', row.id).execute()
  await tx.insertInto('withdrawnCharges').values(row).execute()
  record(tx, withdrawalKind, row)
}
