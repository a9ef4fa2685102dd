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

/** What a list is narrowed to: days, and what was entered until an instant. */
export type Filter = { days: { from: string; to: string } | undefined; until: string | undefined }

const notVoided = { voidedAt: null, voidedOn: null, voidedBy: null, voidedByName: null, voidReason: null }

/** Entries of the filter as they were then, the newest first, behind `after`. */
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

/** The content of the picture of an entry. */
export const photoOf = (db: Db, id: string) =>
  db
    .selectFrom('boxEntries')
    .innerJoin('files', 'files.sha256', 'boxEntries.photoSha256')
    .select(['files.sha256', 'files.size', 'files.mediaType'])
    .where('boxEntries.id', '=', id)
    .executeTakeFirst()
