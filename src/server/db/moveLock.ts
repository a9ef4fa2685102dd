import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { type Database, sqliteFile } from './connect.ts'
import { isUnavailable } from './violations.ts'

/** The lock of PostgreSQL that a move holds during its last step. On SQLite that is the lock of all writers. */
export const moveLock = 7_021_105

const isFileHeld = (file: string): boolean => {
  const probe = new DatabaseSync(file, { timeout: 0 })
  try {
    probe.exec('begin immediate')
    probe.exec('rollback')
    return false
  } catch (error) {
    if (isUnavailable(error)) return true
    throw error
  } finally {
    probe.close()
  }
}

/**
 * Returns whether a process may be in the last step of a move: both databases release its lock as soon as it ends, however it ends.
 * On SQLite another writer looks the same for a moment.
 */
export const isMoveLocked = async ({ db, dialect }: Pick<Database, 'db' | 'dialect'>, dataDir: string): Promise<boolean> => {
  if (dialect === 'sqlite') return isFileHeld(sqliteFile(dataDir))
  const { rows } = await sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock_shared(${sql.lit(moveLock)}) as is_free`.execute(db)
  return rows[0]?.isFree !== true
}
