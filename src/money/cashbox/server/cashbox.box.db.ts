import type { BoxEntriesTable } from '#server/db/tables/money.cashbox.ts'
import type { Db } from '#server/db/tables.ts'
import { record, recordNew } from '#server/journal/journal.ts'
import { boxEntryDateKind, boxEntryKind, boxEntryVoidKind } from './cashbox.journal.ts'

export const insertEntry = async (tx: Db, entry: BoxEntriesTable): Promise<void> => {
  await tx.insertInto('boxEntries').values(entry).execute()
  recordNew(tx, [boxEntryKind, boxEntryDateKind], entry)
}

export const entry = (db: Db, id: string) => db.selectFrom('boxEntries').selectAll().where('id', '=', id).executeTakeFirst()

export const entryByClientId = (db: Db, clientId: string) =>
  db.selectFrom('boxEntries').selectAll().where('clientId', '=', clientId).executeTakeFirst()

type Voided = Pick<BoxEntriesTable, 'voidedAt' | 'voidedOn' | 'voidedBy' | 'voidedByName' | 'voidReason'>

export const setVoid = async (tx: Db, id: string, voided: Voided): Promise<void> => {
  await tx.updateTable('boxEntries').set(voided).where('id', '=', id).execute()
  record(tx, boxEntryVoidKind, { id, ...voided })
}

/** Filter of a list: a range of days, and the instant until which entries count. */
export type Filter = { days: { from: string; to: string } | undefined; until: string | undefined }

const notVoided = { voidedAt: null, voidedOn: null, voidedBy: null, voidedByName: null, voidReason: null }

/** Returns a page of the entries as they were at that instant, newest first, after the cursor `after`. */
export const page = async (db: Db, { days, until }: Filter, limit: number, after: string | undefined): Promise<BoxEntriesTable[]> => {
  const found = await db
    .selectFrom('boxEntries')
    .selectAll()
    .$if(until !== undefined, (query) => query.where('enteredAt', '<=', until ?? ''))
    .$if(days !== undefined, (query) => query.where('bookedOn', '>=', days?.from ?? '').where('bookedOn', '<=', days?.to ?? ''))
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return found.map((row) => (until !== undefined && row.voidedAt !== null && row.voidedAt > until ? { ...row, ...notVoided } : row))
}

/** Returns the content of an entry's picture. */
export const photoOf = (db: Db, id: string) =>
  db
    .selectFrom('boxEntries')
    .innerJoin('files', 'files.sha256', 'boxEntries.photoSha256')
    .select(['files.sha256', 'files.size', 'files.mediaType'])
    .where('boxEntries.id', '=', id)
    .executeTakeFirst()
