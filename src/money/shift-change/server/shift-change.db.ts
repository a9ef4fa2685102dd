import type { ShiftChangesTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import { record } from '#server/journal/journal.ts'
import { shiftChangeKind } from './shift-change.journal.ts'

export const byClientId = (db: Db, clientId: string): Promise<ShiftChangesTable | undefined> =>
  db.selectFrom('shiftChanges').selectAll().where('clientId', '=', clientId).executeTakeFirst()

/** Returns the changes of a student, in the order of their days and, within a day, in the order they were made. */
export const ofUser = (db: Db, userId: string) =>
  db.selectFrom('shiftChanges').select(['fromDay', 'fromFee']).where('userId', '=', userId).orderBy('fromDay').orderBy('id').execute()

export const insert = async (tx: Db, change: ShiftChangesTable): Promise<void> => {
  await tx.insertInto('shiftChanges').values(change).execute()
  record(tx, shiftChangeKind, change)
}
