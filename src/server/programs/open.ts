import { existsSync } from 'node:fs'
import { copyBeforeUpgrade } from '#server/backup/beforeUpgrade.ts'
import { epochIn } from '#server/backup/restore.db.ts'
import { changePlaces, discardRestoring, isHalfRestored, readReady } from '#server/backup/swap.ts'
import { systemClock } from '#server/clock.ts'
import { type Config, ConfigError, readConfig } from '#server/config.ts'
import { connect, type Database, sqliteFile } from '#server/db/connect.ts'
import { appliedMigrations, migrate } from '#server/db/migrate.ts'
import { programStateOf } from '#server/db/programState.ts'
import { rewriteOnce } from '#server/db/rewrite.ts'
import type { Platform } from '#server/feature/platform.ts'
import { isBucketAway } from '#server/files/bucketAway.ts'
import { openStorage } from '#server/files/openStorage.ts'
import { joinDataFolder, takeDataFolder } from './inUse.ts'

export type Opened = Pick<Platform, 'config' | 'db' | 'storage' | 'clock'> & {
  database: Database
  /** True if the database was empty, like that of a new installation, or of an unmounted disk. */
  wasEmpty: boolean
}

/** Finishes a restore that was killed while swapping old and new data. */
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
  // The tables were swapped in one transaction before the files: the epoch shows whether that happened.
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

/** Throws a `ConfigError` if the bucket refuses the settings. One that is away does not stop a start: it may be back in a minute. */
const assertBucket = async ({ s3 }: Config, { remote }: Opened['storage']): Promise<void> => {
  await remote?.probe().catch((error: unknown) => {
    if (!isBucketAway(error)) throw error
    if (!error.isRefused) return
    throw new ConfigError(
      `S3_BUCKET: ${s3?.endpoint} refuses the bucket "${s3?.bucket}" (${error.reason}). Check its name and region, and the keys.`,
    )
  })
}

/** Throws a `ConfigError` if the data is elsewhere, or only a part of it has arrived here. */
const assertHere = async (database: Database): Promise<void> => {
  const state = await programStateOf(database)
  if (state?.moveState === 'moved')
    throw new ConfigError(
      `The data of this hall was moved to ${state.moveNote} (${state.moveAt}). Start Carrel with the settings that "npm run move" printed. To go on here instead, without what was entered there, run "npm run move -- --stay".`,
    )
  if (state?.moveState === 'arriving')
    throw new ConfigError(
      'A move into this database has not ended. Run "npm run move" again with the settings of the old database; until then, use those.',
    )
}

type Opening = { env: Record<string, string | undefined>; isMoving?: boolean }

/** Opens the configured database, migrated, and the storage: every program of the product begins with this. */
export const open = async (env: Record<string, string | undefined>): Promise<Opened> => openDatabase({ env })

const openDatabase = async ({ env, isMoving = false }: Opening): Promise<Opened> => {
  const config = readConfig(env)
  const database = await connectTo(config)
  if (!isMoving) await assertHere(database)
  const wasEmpty = (await appliedMigrations(database)).length === 0
  await copyBeforeUpgrade(config, database, systemClock())
  await migrate(database)
  await rewriteOnce(database, wasEmpty)
  const storage = await openStorage({ config, db: database.db, clock: systemClock })
  await assertBucket(config, storage)
  return { config, database, db: database.db, storage, clock: systemClock, wasEmpty }
}

/**
 * Like `open`, for a program that maintains an existing library: a mistyped `DATA_DIR` must not create an empty one without any
 * problems.
 */
export const openExisting = async (env: Record<string, string | undefined>, options: Omit<Opening, 'env'> = {}): Promise<Opened> => {
  const { databaseUrl, dataDir } = readConfig(env)
  if (!databaseUrl && !existsSync(sqliteFile(dataDir)) && !isHalfRestored(dataDir))
    throw new ConfigError(`DATA_DIR: there is no library in "${dataDir}".`)
  return openDatabase({ env, ...options })
}
