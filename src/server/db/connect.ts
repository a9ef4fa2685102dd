import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Dialect, Kysely } from 'kysely'
import { ConfigError } from '../config.ts'
import { registerVersion } from './compiled.ts'
import { ping } from './ping.ts'
import { inMemory, sqliteDialect } from './sqlite.ts'
import type { Db, Tables } from './tables.ts'
import { camelCase, outerGuard } from './transact.ts'
import { isDiskFull } from './violations.ts'

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

/** One line with the reason, also if several addresses were tried and the error itself has no message. */
const reason = (error: unknown): string => {
  if (error instanceof AggregateError) return reason(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

const connectPostgres = async (databaseUrl: string): Promise<Database> => {
  // Loaded on use, so that a program on SQLite starts without it.
  const { postgresDialect } = await import('./postgres.ts')
  const database = overDialect('postgres', postgresDialect({ databaseUrl }))
  try {
    await ping(database.db)
    return database
  } catch (error) {
    await database.close()
    // The address is not repeated in full: it may contain a password.
    throw new ConfigError(`DATABASE_URL: PostgreSQL at "${new URL(databaseUrl).host}" cannot be used (${reason(error)}).`)
  }
}

export const sqliteFile = (dataDir: string): string => join(dataDir, 'carrel.sqlite')

const connectSqlite = async (dataDir: string): Promise<Database> => {
  try {
    // The file has password hashes: nobody else on the machine needs to read the folder.
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    let version: (() => number) | undefined
    const onOpen = (read: () => number): void => {
      version = read
    }
    const database = overDialect('sqlite', sqliteDialect({ file: sqliteFile(dataDir), onOpen }))
    await ping(database.db)
    if (version) registerVersion(database.db, version)
    return database
  } catch (error) {
    if (isDiskFull(error)) throw new ConfigError(`DATA_DIR: the disk of "${dataDir}" is full. Make room and start again.`)
    throw new ConfigError(`DATA_DIR: the database in "${dataDir}" cannot be used (${reason(error)}).`)
  }
}

/**
 * Opens PostgreSQL at `databaseUrl`, or the SQLite file `carrel.sqlite` in `dataDir`, which is created if it is missing. Throws a
 * `ConfigError` with one sentence if that fails.
 */
export const connect = ({ databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string }): Promise<Database> =>
  databaseUrl ? connectPostgres(databaseUrl) : connectSqlite(dataDir)

/** A SQLite database in memory, for tests and tools: an empty one, or a copy of the one whose file has these bytes. */
export const connectMemory = (content?: Uint8Array): Database => overDialect('sqlite', sqliteDialect({ file: inMemory, content }))
