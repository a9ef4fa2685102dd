import { prepared } from '#server/db/compiled.ts'
import type { AuditTable } from '#server/db/tables/system.ts'
import type { Db } from '#server/db/tables.ts'

const insertEntry = prepared((tx, entry: AuditTable) => tx.insertInto('audit').values(entry))
const insertUnsealed = prepared((tx, auditId: string) => tx.insertInto('auditUnsealed').values({ auditId }))

/** Inserts an entry without adding it to the journal yet, so that audited changes do not wait for the ledger lock. */
export const insert = async (db: Db, entry: AuditTable): Promise<void> => {
  await insertEntry(db, entry)
  await insertUnsealed(db, entry.id)
}

/** Selects all entries about a person. */
export const ofTarget = (db: Db, targetId: string) => db.selectFrom('audit').selectAll().where('targetId', '=', targetId).execute()

/** Returns the newest entry of an action about a person since an instant. */
export const lastOf = (db: Db, targetId: string, action: string, after: string) =>
  db
    .selectFrom('audit')
    .select(['actorName', 'at'])
    .where('targetId', '=', targetId)
    .where('action', '=', action)
    .where('at', '>=', after)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const byIds = async (db: Db, ids: readonly string[]): Promise<AuditTable[]> =>
  ids.length === 0 ? [] : db.selectFrom('audit').selectAll().where('id', 'in', ids).orderBy('id').execute()

/** Selects the oldest entries that the journal does not contain yet. */
export const unsealed = (db: Db, limit: number) => db.selectFrom('auditUnsealed').selectAll().orderBy('auditId').limit(limit).execute()

/** Removes entries from the queue for the journal and returns the ids that were still queued. */
export const takeUnsealed = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (await db.deleteFrom('auditUnsealed').where('auditId', 'in', ids).returning('auditId').execute()).map(({ auditId }) => auditId)

export const blank = (db: Db, id: string, values: Pick<AuditTable, 'before' | 'after' | 'salt' | 'commitments'>) =>
  db.updateTable('audit').set(values).where('id', '=', id).execute()
