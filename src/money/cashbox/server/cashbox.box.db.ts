import type { BoxEntriesTable, Db } from '#server/db/tables.ts'
import { record } from '#server/journal/journal.ts'
import { boxEntryKind, boxEntryVoidKind } from './cashbox.journal.ts'

export const insertEntry = async (tx: Db, entry: BoxEntriesTable): Promise<void> => {
  await tx.insertInto('boxEntries').values(entry).execute()
  record(tx, boxEntryKind, entry)
}

export const entry = (db: Db, id: string) => db.selectFrom('boxEntries').selectAll().where('id', '=', id).executeTakeFirst()

export const entryByClientId = (db: Db, clientId: string) =>
  db.selectFrom('boxEntries').selectAll().where('clientId', '=', clientId).executeTakeFirst()

type Voided = Pick<BoxEntriesTable, 'voidedAt' | 'voidedOn' | 'voidedBy' | 'voidedByName' | 'voidReason'>

export const setVoid = async (tx: Db, id: string, voided: Voided): Promise<void> => {
  await tx.updateTable('boxEntries').set(voided).where('id', '=', id).execute()
  record(tx, boxEntryVoidKind, { id, ...voided })
}

/** Entries of these days, the newest first, behind `after`. */
export const page = (db: Db, days: { from: string; to: string } | undefined, limit: number, after: string | undefined) =>
  db
    .selectFrom('boxEntries')
    .selectAll()
    .$if(days !== undefined, (query) => query.where('bookedOn', '>=', days?.from ?? '').where('bookedOn', '<=', days?.to ?? ''))
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** The content of the picture of an entry. */
export const photoOf = (db: Db, id: string) =>
  db
    .selectFrom('boxEntries')
    .innerJoin('files', 'files.sha256', 'boxEntries.photoSha256')
    .select(['files.sha256', 'files.size', 'files.mediaType'])
    .where('boxEntries.id', '=', id)
    .executeTakeFirst()
