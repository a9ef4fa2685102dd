import type { LockerChargesTable } from '#server/db/tables/money.lockers.ts'
import type { Db } from '#server/db/tables.ts'
import { record } from '#server/journal/journal.ts'
import { lockerChargeKind } from './lockers.journal.ts'

export const monthsOf = async (db: Db, userIds: readonly string[]): Promise<Pick<LockerChargesTable, 'userId' | 'period'>[]> =>
  userIds.length === 0 ? [] : db.selectFrom('lockerCharges').select(['userId', 'period']).where('userId', 'in', userIds).execute()

/** Returns the charged month of a student, with the current fee of its locker, which may have been deleted. */
export const ofMonth = (db: Db, userId: string, period: number) =>
  db
    .selectFrom('lockerCharges')
    .leftJoin('lockers', 'lockers.id', 'lockerCharges.lockerId')
    .select(['lockerCharges.chargeId', 'lockers.fee'])
    .where('userId', '=', userId)
    .where('period', '=', period)
    .executeTakeFirst()

/** Remembers that months were charged. The primary key decides: a second writer fails with a unique violation. */
export const insert = async (tx: Db, charges: readonly LockerChargesTable[]): Promise<void> => {
  if (charges.length > 0) await tx.insertInto('lockerCharges').values(charges).execute()
  for (const charge of charges) record(tx, lockerChargeKind, charge)
}

/** Stores the dearer locker that a month was charged for. Requires the ledger lock. */
export const update = async (tx: Db, { userId, period, ...charge }: LockerChargesTable): Promise<void> => {
  await tx.updateTable('lockerCharges').set(charge).where('userId', '=', userId).where('period', '=', period).execute()
  record(tx, lockerChargeKind, { userId, period, ...charge })
}
