import type { AuditTable, Db } from '#server/db/tables.ts'

export const insert = (db: Db, entry: AuditTable) => db.insertInto('audit').values(entry).execute()
