import { setTimeout as wait } from 'node:timers/promises'
import type { Clocked } from '../clock.ts'
import type { Config } from '../config.ts'
import { sqliteFile } from '../db/connect.ts'
import { setMove } from '../db/programState.ts'
import type { Storage } from '../files/storage.ts'
import type { Fence } from './fence.ts'
import { type FileMover, type FilesProgress, moveFiles } from './files.ts'
import { compareRows, type RowsJob, type Synced, syncRows } from './rows.ts'
import type { OpenTarget } from './target.ts'

export type MoveStep = 'files' | 'rows' | 'catchingUp' | 'checkingFiles' | 'pausing' | 'last' | 'comparing' | 'switching'

/** The copy differs from the source, although both were read at one moment: nothing was switched. */
export class DifferenceError extends Error {}

export type MoveOrder = Clocked & {
  config: Config
  storage: Storage
  to: OpenTarget
  onStep: (step: MoveStep) => void
  onProgress: (done: number, total: number) => void
}

export type MoveResult = {
  rows: number
  tables: number
  sha256: string
  files: number | undefined
  damaged: readonly string[]
  pauseMs: number
}

/** Tables that say which contents this hall has put into a bucket. */
const ofFiles = ['kept_contents', 'content_marks']

/** Passes before the last step end when this few rows have changed since the one before, or after this many passes. */
const FEW_ROWS = 200
const MOST_PASSES = 6

/** Every server reads twice a second that it must not write any more. */
const NOTICE_MS = 2_000

const takeFence = async ({ databaseUrl, dataDir }: Config): Promise<Fence> =>
  databaseUrl
    ? (await import('./fence.postgres.ts')).fencePostgres(databaseUrl)
    : (await import('./fence.sqlite.ts')).fenceSqlite(sqliteFile(dataDir))

/** Copies until little is left to do. The hall works on meanwhile. */
const copyMost = async ({ onStep, onProgress }: MoveOrder, job: RowsJob, files: FileMover | undefined): Promise<void> => {
  onStep('rows')
  let synced = await syncRows(job, { isFirst: true, onTable: onProgress })
  if (files) {
    onStep('files')
    await files.copyMissing(synced.contents, onProgress)
    onStep('checkingFiles')
    await assertFiles(files, synced, onProgress)
  }
  onStep('catchingUp')
  for (let pass = 1; pass < MOST_PASSES && (pass === 1 || synced.changed > FEW_ROWS); pass++) synced = await syncRows(job)
  await files?.copyMissing(synced.contents)
  if (files) await assertFiles(files, synced)
}

const assertFiles = async (files: FileMover, { contents }: Synced, onProgress?: FilesProgress): Promise<void> => {
  const changed = await files.findChanged(contents, onProgress)
  if (changed.length > 0)
    throw new DifferenceError(
      `Files in the new place that differ from their originals, and were removed there: ${changed.length} (${changed.slice(0, 5).join(', ')})`,
    )
}

/** Nothing is written in the source meanwhile. Returns the comparison of all rows. */
const copyRest = async (job: RowsJob, files: FileMover | undefined, onStep: MoveOrder['onStep']): Promise<Synced> => {
  onStep('last')
  const { contents } = await syncRows(job)
  await files?.copyMissing(contents)
  onStep('comparing')
  const compared = await compareRows(job)
  if (compared.changed > 0 || compared.sha256.source !== compared.sha256.target)
    throw new DifferenceError(`${compared.changed} rows in the new database differ from the old one`)
  if (files) await assertFiles(files, compared)
  return compared
}

/** Holds up writers, copies and compares the rest, and records in the source that its data is elsewhere. */
const switchOver = async (order: MoveOrder, job: RowsJob, files: FileMover | undefined): Promise<Synced> => {
  const { config, db, to, clock, onStep } = order
  const note = to.target.label
  const tell = (state: 'leaving' | 'moved') => ({ state, note, at: clock().toISOString() })
  onStep('pausing')
  await setMove(db, tell('leaving'))
  let fence: Fence | undefined
  try {
    await wait(NOTICE_MS)
    fence = await takeFence(config)
    const compared = await copyRest(job, files, onStep)
    onStep('switching')
    await fence.finish(tell('moved'))
    return compared
  } catch (error) {
    await fence?.release()
    await setMove(db, undefined).catch(() => undefined)
    throw error
  }
}

/**
 * Moves a hall to another database and storage while people work; writes wait for the last step alone. Nothing of the source is
 * changed but the mark that it has moved. Until that is set, the target refuses to be used. A move that was killed at any point goes
 * on when it is started again.
 */
export const move = async (order: MoveOrder): Promise<MoveResult> => {
  const { config, storage, to } = order
  const { target, database } = to
  const except = target.doFilesStay ? [] : ofFiles
  const job: RowsJob = { source: config, target: target.config, db: database.db, except }
  const files = target.doFilesStay ? undefined : await moveFiles(storage, to.storage)
  await copyMost(order, job, files)
  const began = performance.now()
  const { rows, tables, sha256 } = await switchOver(order, job, files)
  const pauseMs = performance.now() - began
  await setMove(database.db, undefined)
  return { rows, tables, sha256: sha256.source, files: files?.count(), damaged: [...(files?.damaged ?? [])], pauseMs }
}
