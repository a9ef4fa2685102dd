import { existsSync } from 'node:fs'
import { ConfigError, readConfig } from './config.ts'
import { connect, type Database, sqliteFile } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { diskStorage } from './files/disk.ts'
import type { Platform } from './platform.ts'

export type Opened = Pick<Platform, 'config' | 'db' | 'storage' | 'clock'> & { database: Database }

/** Opens the configured database, brought up to date, and the storage: what every program of the product begins with. */
export const open = async (env: Record<string, string | undefined>): Promise<Opened> => {
  const config = readConfig(env)
  const database = await connect(config)
  await migrate(database)
  return { config, database, db: database.db, storage: await diskStorage(config.dataDir), clock: () => new Date() }
}

/** As `open`, for a program that looks after a library: a mistyped `DATA_DIR` must not make an empty one, in which all is well. */
export const openExisting = async (env: Record<string, string | undefined>): Promise<Opened> => {
  const { databaseUrl, dataDir } = readConfig(env)
  if (!databaseUrl && !existsSync(sqliteFile(dataDir))) throw new ConfigError(`DATA_DIR: there is no library in "${dataDir}".`)
  return open(env)
}
