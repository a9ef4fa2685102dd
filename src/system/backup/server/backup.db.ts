import { sql } from 'kysely'
import { isSqlite } from '#server/db/dialect.ts'
import type { Db } from '#server/db/tables.ts'

/** Returns the total size of all stored files in bytes. */
export const bytesOfFiles = async (db: Db): Promise<number> => {
  const { bytes } = await db
    .selectFrom('files')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('size'), sql<number>`0`).as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

export const bytesOfDatabase = async (db: Db): Promise<number> => {
  const asked = isSqlite(db)
    ? sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
    : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  return Number((await asked.execute(db)).rows[0]?.bytes ?? 0)
}

/** Returns name and version of the database. */
export const versionOfDatabase = async (db: Db): Promise<string> => {
  const asked = isSqlite(db)
    ? sql<{ version: string }>`select sqlite_version() as version`
    : sql<{ version: string }>`select current_setting('server_version') as version`
  const version = (await asked.execute(db)).rows[0]?.version ?? ''
  return `${isSqlite(db) ? 'SQLite' : 'PostgreSQL'} ${version}`
}
