import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from '#server/config.ts'

/*
 * Locks on a data folder. Node has no file locks, but SQLite has: every program takes a shared lock on an empty file of its own,
 * and a restore an exclusive one. The system releases it whenever a process ends.
 */

const open = (dataDir: string): DatabaseSync => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return new DatabaseSync(join(dataDir, 'carrel.lock'), { timeout: 0 })
}

const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === 5

const take = (dataDir: string, statement: string): DatabaseSync | undefined => {
  const database = open(dataDir)
  try {
    database.exec(statement)
    return database
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

// An unreferenced handle would be garbage-collected, and its lock released.
const held = new Set<DatabaseSync>()

const hold = (database: DatabaseSync): (() => void) => {
  held.add(database)
  return () => {
    held.delete(database)
    database.close()
  }
}

/**
 * Takes a shared lock on the data folder, until the process ends or the returned function is called. Throws a `ConfigError` while a
 * restore runs.
 */
export const joinDataFolder = (dataDir: string): (() => void) => {
  const taken = take(dataDir, 'begin; select count(*) from sqlite_schema')
  if (!taken) throw new ConfigError('A restore is running on this data folder. Start Carrel again when it is done.')
  return hold(taken)
}

/** Takes an exclusive lock on the data folder; returns undefined if any other process uses it. */
export const takeDataFolder = (dataDir: string): (() => void) | undefined => {
  const taken = take(dataDir, 'begin exclusive')
  return taken && hold(taken)
}
