import type { AuditTable, Db } from '#server/db/tables.ts'

export const insert = (db: Db, entry: AuditTable) => db.insertInto('audit').values(entry).execute()

/** What was written about a person until now. */
export const ofTarget = (db: Db, targetId: string) =>
  db.selectFrom('audit').select(['id', 'before', 'after']).where('targetId', '=', targetId).execute()

export const blank = (db: Db, id: string, values: Pick<AuditTable, 'before' | 'after'>) =>
  db.updateTable('audit').set(values).where('id', '=', id).execute()
