import { join } from 'node:path'
import { connect, sqliteFile } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { rewriteOnce } from '../db/rewrite.ts'
import { migrationsOf } from './age.ts'
import type { CheckedArchive } from './check.ts'
import { finishRows } from './finish.ts'
import { loadSqlite } from './load.sqlite.ts'
import type { Built, RestoreOrder } from './restoreOrder.ts'
import { changePlaces, discardRestoring, makeRestoringFolder, markReady, syncFile } from './swap.ts'
import { linesIn, unpackFiles } from './unpack.ts'

/** `replaced` is the new place of the old data: on the disk and, on PostgreSQL, in a schema. */
export type Restored = {
  rows: number
  files: number
  replacedFolder: string
  replacedSchema: string | undefined
  /** The differences that `examine` found. */
  problems: readonly string[]
}

const stamp = (now: Date): string => now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')

const DATABASE = 'carrel.sqlite'

/**
 * Migrates an empty database as far as the archive, fills it, and migrates it to the current schema, so that archives of every
 * version take the same path.
 */
const buildSqlite = async (order: RestoreOrder, folder: string): Promise<Built> => {
  const { archive } = order
  const { manifest } = archive
  const place = { databaseUrl: undefined, dataDir: folder }
  const empty = await connect(place)
  await migrate(empty, migrationsOf(manifest))
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

const putFiles = async ({ archive, config, onStep, onProgress = () => {} }: RestoreOrder, folder: string): Promise<number> => {
  if (!archive.manifest.withFiles) return 0
  onStep?.('files')
  if (config.s3) {
    const { unpackToBucket } = await import('./unpackToBucket.ts')
    return unpackToBucket(archive, config.s3, onProgress)
  }
  return unpackFiles(archive, join(folder, 'files'), onProgress)
}

const rowsIn = ({ manifest }: CheckedArchive): number => manifest.tables.reduce((sum, { rows }) => sum + rows, 0)

const buildOnPostgres = async (order: RestoreOrder, databaseUrl: string): Promise<Built> => {
  // Loaded on use, so that a program on SQLite starts without it.
  const { buildPostgres } = await import('./restore.postgres.ts')
  return buildPostgres(order, databaseUrl)
}

/**
 * Replaces the data by an archive. Everything is built beside the data first: a failure before the end changes nothing, and the old
 * data is set aside. The caller must have exclusive use of the data folder.
 */
export const restore = async (order: RestoreOrder): Promise<Restored> => {
  const { archive, now, onStep } = order
  const { databaseUrl, dataDir, s3 } = order.config
  // Refuses an archive of another version before anything is written.
  migrationsOf(archive.manifest)
  const [replaced, schema] = [`replaced-${stamp(now)}`, `replaced_${stamp(now).toLowerCase()}`]
  const filePlaces = archive.manifest.withFiles && !s3 ? ['files'] : []
  let files = 0
  let built: Built
  try {
    const folder = await makeRestoringFolder(dataDir)
    files = await putFiles(order, folder)
    onStep?.('rows')
    built = databaseUrl ? await buildOnPostgres(order, databaseUrl) : await buildSqlite(order, folder)
    onStep?.('swap')
    await markReady(dataDir, { replaced, epoch: built.epoch, places: built.swap ? filePlaces : [...filePlaces, DATABASE] })
  } catch (error) {
    await discardRestoring(dataDir)
    throw error
  }
  // If the connection is lost here, the next start sees by the epoch whether the swap happened.
  const hadSchema = await built.swap?.(schema)
  const replacedFolder = await changePlaces(dataDir)
  return { rows: rowsIn(archive), files, replacedFolder, replacedSchema: hadSchema ? schema : undefined, problems: built.problems }
}
