import { existsSync } from 'node:fs'
import { copyBeforeUpgrade } from '#server/backup/beforeUpgrade.ts'
import { epochIn } from '#server/backup/restore.db.ts'
import { changePlaces, discardRestoring, isHalfRestored, readReady } from '#server/backup/swap.ts'
import { type Config, ConfigError, readConfig } from '#server/config.ts'
import { connect, type Database, sqliteFile } from '#server/db/connect.ts'
import { appliedMigrations, migrate } from '#server/db/migrate.ts'
import { rewriteOnce } from '#server/db/rewrite.ts'
import type { Platform } from '#server/feature/platform.ts'
import { diskStorage } from '#server/files/disk.ts'
import { joinDataFolder, takeDataFolder } from './inUse.ts'

export type Opened = Pick<Platform, 'config' | 'db' | 'storage' | 'clock'> & {
  database: Database
  /** Whether the database had nothing in it, as that of a new installation, or of a disk that is not mounted. */
  wasEmpty: boolean
}

/** Finishes a restore that was killed while old and new data changed places. */
const finishRestore = async (config: Config, isDone: () => Promise<boolean>): Promise<void> => {
  if (!isHalfRestored(config.dataDir)) return
  const release = takeDataFolder(config.dataDir)
  if (!release) throw new ConfigError('A restore is running on this data folder. Start Carrel again when it is done.')
  try {
    if (await isDone()) await changePlaces(config.dataDir)
    else await discardRestoring(config.dataDir)
  } finally {
    release()
  }
}

const connectTo = async (config: Config): Promise<Database> => {
  if (!config.databaseUrl) {
    await finishRestore(config, async () => true)
    joinFolder(config)
    return connect(config)
  }
  const database = await connect(config)
  // The tables changed places in one transaction before the files did: the epoch tells whether it came to that.
  await finishRestore(config, async () => (await epochIn(database.db)) === (await readReady(config.dataDir)).epoch)
  joinFolder(config)
  return database
}

const joinFolder = ({ dataDir }: Config): void => {
  try {
    joinDataFolder(dataDir)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(
      `DATA_DIR: the database in "${dataDir}" cannot be used (${error instanceof Error ? error.message : String(error)}).`,
    )
  }
}

/** Opens the configured database, brought up to date, and the storage: what every program of the product begins with. */
export const open = async (env: Record<string, string | undefined>): Promise<Opened> => {
  const config = readConfig(env)
  const database = await connectTo(config)
  const clock = () => new Date()
  const wasEmpty = (await appliedMigrations(database)).length === 0
  await copyBeforeUpgrade(config, database, clock())
  await migrate(database)
  await rewriteOnce(database, wasEmpty)
  return { config, database, db: database.db, storage: await diskStorage(config.dataDir), clock, wasEmpty }
}

/** As `open`, for a program that looks after a library: a mistyped `DATA_DIR` must not make an empty one, in which all is well. */
export const openExisting = async (env: Record<string, string | undefined>): Promise<Opened> => {
  const { databaseUrl, dataDir } = readConfig(env)
  if (!databaseUrl && !existsSync(sqliteFile(dataDir)) && !isHalfRestored(dataDir))
    throw new ConfigError(`DATA_DIR: there is no library in "${dataDir}".`)
  return open(env)
}
