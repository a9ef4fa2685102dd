import type { Config } from '../config.ts'
import { ConfigError } from '../config.ts'
import type { Database } from '../db/connect.ts'
import { appliedMigrations, migrations } from '../db/migrate.ts'
import { version } from '../version.ts'
import { archiveName } from './archives.ts'
import { makeArchive } from './make.ts'
import { openSnapshot } from './snapshot.ts'

/**
 * Keeps the rows as they are before this version changes the database, because a migration cannot be taken back. Where that
 * fails nothing is changed: a `ConfigError` says what to do.
 */
export const copyBeforeUpgrade = async (
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'backupDir' | 'timeZone'>,
  database: Database,
  now: Date,
): Promise<string | undefined> => {
  const done = await appliedMigrations(database)
  const isOlder = done.length > 0 && done.length < migrations.length && done.every((name, at) => migrations[at]?.name === name)
  if (!isOlder) return undefined
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
