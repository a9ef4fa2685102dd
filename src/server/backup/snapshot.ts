import type { Config } from '../config.ts'
import { sqliteFile } from '../db/connect.ts'
import { snapshotOfSqlite } from './rows.sqlite.ts'
import type { Snapshot } from './rows.ts'

/** Opens a snapshot of the configured database. */
export const openSnapshot = async ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Snapshot> => {
  if (!databaseUrl) return snapshotOfSqlite(sqliteFile(dataDir))
  // Loaded on use, so that a program on SQLite starts without it.
  const { snapshotOfPostgres } = await import('./rows.postgres.ts')
  return snapshotOfPostgres(databaseUrl)
}
