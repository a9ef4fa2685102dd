import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from '#server/config.ts'

/*
 * Who works on a data folder. Node has no locks on files, and SQLite has: every program shares one on an empty file of its
 * own, and a restore wants it alone. The system itself lets go of it when a process ends, however it ends.
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

// A handle that nobody holds is collected, and its lock with it.
const held = new Set<DatabaseSync>()

const hold = (database: DatabaseSync): (() => void) => {
  held.add(database)
  return () => {
    held.delete(database)
    database.close()
  }
}

/** Says that this process works on the data folder, until it ends or the returned function is called. Throws a `ConfigError` while a restore runs. */
export const joinDataFolder = (dataDir: string): (() => void) => {
  const taken = take(dataDir, 'begin; select count(*) from sqlite_schema')
  if (!taken) throw new ConfigError('A restore is running on this data folder. Start Carrel again when it is done.')
  return hold(taken)
}

/** Takes the data folder alone; undefined where any other process works on it. */
export const takeDataFolder = (dataDir: string): (() => void) | undefined => {
  const taken = take(dataDir, 'begin exclusive')
  return taken && hold(taken)
}
