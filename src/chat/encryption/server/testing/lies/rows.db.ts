import { sql } from 'kysely'
import { attachmentsFeature } from '#chat/attachments/server/attachments.feature.ts'
import { chatFeature } from '#chat/conversations/server/conversations.feature.ts'
import { isSqlite } from '#server/db/dialect.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { encryptionFeature } from '../../encryption.feature.ts'

/** The rows of chat and encryption at one moment. */
export type Rows = readonly (readonly [table: keyof Tables, rows: readonly object[]])[]

const tables = Object.keys({ ...chatFeature.tables, ...attachmentsFeature.tables, ...encryptionFeature.tables }) as (keyof Tables)[]

export const copyRows = (db: Db): Promise<Rows> =>
  Promise.all(tables.map(async (table) => [table, await db.selectFrom(table).selectAll().execute()] as const))

/** Restores the rows. Other tests only check the rows of their own people. */
export const putBackRows = (db: Db, rows: Rows): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // The rows of all tables together satisfy the foreign keys, but intermediate states do not.
    await (isSqlite(db) ? sql`pragma defer_foreign_keys = on` : sql`set local session_replication_role = replica`).execute(tx)
    for (const [table] of rows) await tx.deleteFrom(table).execute()
    for (const [table, kept] of rows)
      if (kept.length > 0)
        await tx
          .insertInto(table)
          .values(kept as never)
          .execute()
    // Written by the test itself, not by a call.
    await sql`delete from test_writes`.execute(tx)
  })
