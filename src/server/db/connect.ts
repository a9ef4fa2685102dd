import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Dialect, Kysely } from 'kysely'
import { sqliteDialect } from './sqlite.ts'
import type { Db, Tables } from './tables.ts'
import { camelCase, outerGuard } from './transact.ts'

export type DialectName = 'sqlite' | 'postgres'

export type Database = {
  db: Db
  dialect: DialectName
  /** Lets running transactions finish first. */
  close: () => Promise<void>
}

/** A database over a Kysely dialect, with the plugins that every outer instance has. */
export const overDialect = (name: DialectName, dialect: Dialect): Database => {
  const db = new Kysely<Tables>({ dialect, plugins: [outerGuard, camelCase] })
  return { db, dialect: name, close: () => db.destroy() }
}

/** Opens PostgreSQL at `databaseUrl`, or the SQLite file `carrel.sqlite` in `dataDir`, which is made where it is missing. */
export const connect = async (given: { databaseUrl: string | undefined; dataDir: string }): Promise<Database> => {
  if (given.databaseUrl) {
    // Loaded on use, so that a program on SQLite starts without it.
    const { postgresDialect } = await import('./postgres.ts')
    return overDialect('postgres', postgresDialect({ databaseUrl: given.databaseUrl }))
  }
  // The file holds password hashes: nobody else on the machine needs to read the folder.
  await mkdir(given.dataDir, { recursive: true, mode: 0o700 })
  return overDialect('sqlite', sqliteDialect({ file: join(given.dataDir, 'carrel.sqlite') }))
}

/** A SQLite database in memory, for tests and tools. */
export const connectMemory = (): Database => overDialect('sqlite', sqliteDialect({ file: ':memory:' }))
