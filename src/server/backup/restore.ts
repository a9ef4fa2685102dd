import { join } from 'node:path'
import type { Config } from '../config.ts'
import { connect, sqliteFile } from '../db/connect.ts'
import { type Migration, migrate, migrations, NewerSchemaError } from '../db/migrate.ts'
import { rewriteOnce } from '../db/rewrite.ts'
import type { Db } from '../db/tables.ts'
import type { CheckedArchive, OnProgress } from './check.ts'
import { finishRows } from './finish.ts'
import { loadSqlite } from './load.sqlite.ts'
import { changePlaces, discardRestoring, makeRestoringFolder, sayReady, syncFile } from './swap.ts'
import { linesIn, unpackFiles } from './unpack.ts'

export type RestoreStep = 'rows' | 'search' | 'files' | 'swap'
export type RestoreOrder = {
  archive: CheckedArchive
  /** The name of the archive. */
  fileName: string
  config: Pick<Config, 'databaseUrl' | 'dataDir'>
  now: Date
  /** A verification code from paper, which the journal of the archive must contain. */
  head?: string | undefined
  /** Compares the restored rows with their journal; returns what is wrong with them. */
  examine?: (db: Db) => Promise<string[]>
  onStep?: (step: RestoreStep) => void
  onProgress?: OnProgress
}
/** `replaced` is where the old data lies now, on the disk and, on PostgreSQL, in a schema. */
export type Restored = {
  rows: number
  files: number
  replacedFolder: string
  replacedSchema: string | undefined
  /** What `examine` found. */
  problems: readonly string[]
}

/** The archive must be of this version of the program or an earlier one. */
export const mustBeKnown = ({ manifest }: CheckedArchive, known: readonly Migration[] = migrations): void => {
  const foreign = manifest.migrations.find((name, at) => known[at]?.name !== name)
  if (foreign)
    throw new NewerSchemaError(
      `The backup was made by a newer version of Carrel (${manifest.program}, it contains the unknown migration "${foreign}"): restore it with that version or a later one.`,
    )
}

/** Puts the restored tables in the place of those in use, which go to a schema of this name; returns whether there were any. */
export type Swap = (replacedSchema: string) => Promise<boolean>
/** A restored database that nobody uses yet. On PostgreSQL it is in the same database, and has to be put in its place. */
export type Built = { epoch: string; problems: readonly string[]; swap?: Swap }

const stamp = (now: Date): string => now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')

const DATABASE = 'carrel.sqlite'

/** An empty database is brought as far as the archive, filled, and brought on to the present: so archives of every age go one way. */
const buildSqlite = async (order: RestoreOrder, folder: string): Promise<Built> => {
  const { archive } = order
  const { manifest } = archive
  const place = { databaseUrl: undefined, dataDir: folder }
  const empty = await connect(place)
  await migrate(empty, manifest.migrations.length)
  await empty.close()
  await loadSqlite(sqliteFile(folder), manifest.tables, linesIn(archive))
  const database = await connect(place)
  try {
    const built = await finishRows(database, order)
    await rewriteOnce(database, true)
    return built
  } finally {
    await database.close()
    await syncFile(sqliteFile(folder))
  }
}

const putFiles = async ({ archive, onStep, onProgress = () => {} }: RestoreOrder, folder: string): Promise<number> => {
  if (!archive.manifest.withFiles) return 0
  onStep?.('files')
  return unpackFiles(archive, join(folder, 'files'), onProgress)
}

const rowsIn = ({ manifest }: CheckedArchive): number => manifest.tables.reduce((sum, { rows }) => sum + rows, 0)

const buildOnPostgres = async (order: RestoreOrder, databaseUrl: string): Promise<Built> => {
  // Loaded on use, so that a program on SQLite starts without it.
  const { buildPostgres } = await import('./restore.postgres.ts')
  return buildPostgres(order, databaseUrl)
}

/**
 * Puts an archive in the place of the data. All is built beside it first; what fails before the end changes nothing, and what
 * was there before is set aside. The data folder must be nobody else's meanwhile.
 */
export const restore = async (order: RestoreOrder): Promise<Restored> => {
  const { archive, now, onStep } = order
  const { databaseUrl, dataDir } = order.config
  mustBeKnown(archive)
  const [replaced, schema] = [`replaced-${stamp(now)}`, `replaced_${stamp(now).toLowerCase()}`]
  const filePlaces = archive.manifest.withFiles ? ['files'] : []
  let files = 0
  let built: Built
  try {
    const folder = await makeRestoringFolder(dataDir)
    files = await putFiles(order, folder)
    onStep?.('rows')
    built = databaseUrl ? await buildOnPostgres(order, databaseUrl) : await buildSqlite(order, folder)
    onStep?.('swap')
    await sayReady(dataDir, { replaced, epoch: built.epoch, places: built.swap ? filePlaces : [...filePlaces, DATABASE] })
  } catch (error) {
    await discardRestoring(dataDir)
    throw error
  }
  // Should the connection be lost in the middle of this, the next start sees by the epoch whether it was done.
  const hadSchema = await built.swap?.(schema)
  const replacedFolder = await changePlaces(dataDir)
  return { rows: rowsIn(archive), files, replacedFolder, replacedSchema: hadSchema ? schema : undefined, problems: built.problems }
}
