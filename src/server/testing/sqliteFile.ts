import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { connect, type Database } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Db } from '#server/db/tables.ts'

export type SqliteFile = {
  folder: string
  /** The database file itself. */
  path: string
  database: Database
  /** Another connection to the same file. */
  witness: DatabaseSync
  /** Whether the witness finds a secret of that name. */
  seenByOthers: (name: string) => boolean
  close: () => Promise<void>
}

/** An empty, migrated SQLite database in a file of its own folder, which closing removes. */
export const openSqliteFile = async (): Promise<SqliteFile> => {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-sqlite-'))
  const path = join(folder, 'carrel.sqlite')
  const database = await connect({ databaseUrl: undefined, dataDir: folder })
  await migrate(database)
  const witness = new DatabaseSync(path, { readOnly: true })
  return {
    folder,
    path,
    database,
    witness,
    seenByOthers: (name) => witness.prepare('select 1 from secrets where name = ?').get(name) !== undefined,
    close: async () => {
      if (witness.isOpen) witness.close()
      await database.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Secrets are the simplest rows. */
export const insertSecret = (db: Db, name: string, value = 'v') =>
  db.insertInto('secrets').values({ name, value, createdAt: 'now' }).execute()

export const secretNames = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('secrets').select('name').orderBy('name').execute()).map((row) => row.name)

/** Makes SQLite roll back everything that is open, as a full disk may. It uses a secret of the name `taken` for that. */
export const breakBatch = (db: Db) =>
  sql`insert or rollback into secrets (name, value, created_at) values ('taken', 'v', 'now')`.execute(db)
