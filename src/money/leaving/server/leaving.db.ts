import type { LeavingsTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import { record } from '#server/journal/journal.ts'
import { leavingKind } from './leaving.journal.ts'

export const byClientId = (db: Db, clientId: string): Promise<LeavingsTable | undefined> =>
  db.selectFrom('leavings').selectAll().where('clientId', '=', clientId).executeTakeFirst()

export const insert = async (tx: Db, leaving: LeavingsTable): Promise<void> => {
  await tx.insertInto('leavings').values(leaving).execute()
  record(tx, leavingKind, leaving)
}
