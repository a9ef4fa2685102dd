import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Dialect, Kysely } from 'kysely'
import { ConfigError } from '../config.ts'
import { registerVersion } from './compiled.ts'
import { ping } from './ping.ts'
import { inMemory, sqliteDialect } from './sqlite.ts'
import type { Db, Tables } from './tables.ts'
import { camelCase, outerGuard } from './transact.ts'
import { isDiskFull } from './violations.ts'
import { openGate, type WriteGate } from './writeGate.ts'

export type DialectName = 'sqlite' | 'postgres'

export type Database = {
  db: Db
  dialect: DialectName
  gate: WriteGate
  /** Lets running transactions finish first. */
  close: () => Promise<void>
}

/** A database over a Kysely dialect, with the plugins that every outer instance has. */
export const overDialect = (name: DialectName, dialect: Dialect, gate: WriteGate = openGate()): Database => {
  const db = new Kysely<Tables>({ dialect, plugins: [outerGuard, camelCase] })
  return { db, dialect: name, gate, close: () => db.destroy() }
}

/** One line with the reason, also if several addresses were tried and the error itself has no message. */
const reason = (error: unknown): string => {
  if (error instanceof AggregateError) return reason(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

const connectPostgres = async (databaseUrl: string): Promise<Database> => {
  // Loaded on use, so that a program on SQLite starts without it.
  const { postgresDialect } = await import('./postgres.ts')
  const gate = openGate()
  const database = overDialect('postgres', postgresDialect({ databaseUrl, gate }), gate)
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

/**
 * Creates a missing database, because SQLite would let everybody on the machine read it in a folder that existed before. SQLite gives
 * its log the same mode. An existing file is not opened: closing it would release the locks that this process has on it.
 */
const createPrivately = async (file: string): Promise<void> => {
  await writeFile(file, '', { flag: 'wx', mode: 0o600 }).catch(unlessExists)
}

const unlessExists = (error: unknown): void => {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}

const connectSqlite = async (dataDir: string): Promise<Database> => {
  try {
    // The file has password hashes: nobody else on the machine needs to read the folder.
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await createPrivately(sqliteFile(dataDir))
    let version: (() => number) | undefined
    const onOpen = (read: () => number): void => {
      version = read
    }
    const gate = openGate()
    const database = overDialect('sqlite', sqliteDialect({ file: sqliteFile(dataDir), onOpen, gate }), gate)
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
export const connectMemory = (content?: Uint8Array): Database => {
  const gate = openGate()
  return overDialect('sqlite', sqliteDialect({ file: inMemory, content, gate }), gate)
}
