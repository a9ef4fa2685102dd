import type { Clocked } from '../clock.ts'
import { type Config, ConfigError } from '../config.ts'
import { connect, type Database } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { markArrival, programStateOf } from '../db/programState.ts'
import { openStorage } from '../files/openStorage.ts'
import type { Storage } from '../files/storage.ts'

/** Where a move goes. */
export type Target = {
  config: Config
  /** Names the database, without secrets. */
  label: string
  /** Whether the files stay where they are. */
  doFilesStay: boolean
}

export type OpenTarget = { target: Target; database: Database; storage: Storage }

export const labelOf = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string => {
  if (!databaseUrl) return `SQLite in "${dataDir}"`
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL at "${host}${pathname}"`
}

const notEmpty = (what: string): ConfigError =>
  new ConfigError(`${what}, and a move overwrites nothing. Choose an empty place, or empty this one. Nothing was changed.`)

const hasContents = async (storage: Storage, isCounted: (content: { isForeign?: boolean }) => boolean): Promise<boolean> => {
  for await (const content of storage.list()) if (isCounted(content)) return true
  return false
}

/** Throws unless the database is empty, which it then records, or has what an interrupted move of the same hall has left. */
const claim = async (target: Target, database: Database, id: string, at: string): Promise<void> => {
  const tables = await database.db.introspection.getTables()
  const state = await programStateOf(database)
  if (state?.moveState === 'arriving' && state.moveNote === id) return
  if (tables.length > 0) throw notEmpty(`${target.label} has tables already`)
  const { s3, dataDir } = target.config
  if (!s3 && !target.doFilesStay) {
    const storage = await openStorage({ config: target.config, db: database.db, clock: () => new Date(at) })
    if (await hasContents(storage, () => true)) throw notEmpty(`The folder "${dataDir}" has uploaded files already`)
  }
  await markArrival(database.db, { state: 'arriving', note: id, at })
}

/**
 * Opens the place where a move goes, and prepares its database. Throws a `ConfigError` if it is not empty, unless this is what an
 * interrupted move of the same hall has left there.
 */
export const openTarget = async (target: Target, id: string, clock: Clocked['clock']): Promise<OpenTarget> => {
  const { config } = target
  const database = await connect(config)
  try {
    await claim(target, database, id, clock().toISOString())
    await migrate(database)
    const storage = await openStorage({ config, db: database.db, clock })
    await storage.remote?.probe()
    // What another installation has put there would be foreign for ever.
    if (config.s3 && !target.doFilesStay && (await hasContents(storage, ({ isForeign }) => isForeign === true)))
      throw notEmpty(`The bucket "${config.s3.bucket}" has files of another hall already`)
    return { target, database, storage }
  } catch (error) {
    await database.close()
    throw error
  }
}
