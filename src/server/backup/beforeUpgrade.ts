import type { Config } from '../config.ts'
import { ConfigError } from '../config.ts'
import type { Database } from '../db/connect.ts'
import { currentNames } from '../db/earlierMigrations.ts'
import { appliedMigrations } from '../db/migrate.ts'
import { migrations } from '../db/migrations.ts'
import { version } from '../version.ts'
import { archiveName } from './archives.ts'
import { makeArchive } from './make.ts'
import { openSnapshot } from './snapshot.ts'

/** Returns whether this version would change the database; false for one that it refuses. */
const isOlder = (done: readonly string[]): boolean => {
  const names = currentNames(done)
  if (!names || names.length === 0) return false
  // An earlier version does not start on a database whose migrations have their current names.
  const hasEarlierNames = names !== done
  return (hasEarlierNames || names.length < migrations.length) && names.every((name, at) => migrations[at]?.name === name)
}

/**
 * Saves the rows before this version changes the database, because a migration cannot be undone. If that fails, nothing is changed,
 * and a `ConfigError` says what to do.
 */
export const copyBeforeUpgrade = async (
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'backupDir' | 'timeZone'>,
  database: Database,
  now: Date,
): Promise<string | undefined> => {
  const done = await appliedMigrations(database)
  if (!isOlder(done)) return undefined
  const { backupDir: folder, timeZone } = config
  try {
    const snapshot = await openSnapshot(config)
    const order = { snapshot, folder, name: archiveName(now, 'upgrade'), madeAt: now, program: version, timeZone }
    return (await makeArchive(order)).fileName
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(
      `The database was not upgraded, because the copy that is made first could not be written to "${folder}": ${why} Make room there, or set BACKUP_DIR to another folder.`,
    )
  }
}
