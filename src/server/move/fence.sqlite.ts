import { DatabaseSync } from 'node:sqlite'
import { isUnavailable } from '../db/violations.ts'
import { type Fence, FenceError } from './fence.ts'

/** How long it waits for a transaction that is running, in milliseconds. */
const PATIENCE_MS = 8_000

/** A transaction that may write holds up all other writers of the file, and no reader. */
export const fenceSqlite = async (file: string): Promise<Fence> => {
  const database = new DatabaseSync(file, { timeout: PATIENCE_MS })
  try {
    database.exec('pragma synchronous = full; begin immediate')
  } catch (error) {
    database.close()
    throw isUnavailable(error) ? new FenceError() : error
  }
  const close = async (): Promise<void> => {
    if (database.isOpen) database.close()
  }
  return {
    finish: async ({ state, note, at }) => {
      database.prepare('update program_state set move_state = ?, move_note = ?, move_at = ?').run(state, note, at)
      database.exec('commit')
      await close()
    },
    release: close,
  }
}
