import type { Config } from '../config.ts'
import type { Db } from '../db/tables.ts'
import type { CheckedArchive, OnProgress } from './check.ts'

export type RestoreStep = 'rows' | 'search' | 'files' | 'swap'
export type RestoreOrder = {
  archive: CheckedArchive
  /** The name of the archive. */
  fileName: string
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 's3'>>
  now: Date
  /** A verification code from paper, which the journal of the archive must contain. */
  head?: string | undefined
  /** Compares the restored rows with their journal; returns one sentence for each difference. */
  examine?: (db: Db) => Promise<string[]>
  onStep?: (step: RestoreStep) => void
  onProgress?: OnProgress
}

/** Swaps the restored tables with those in use, which move to a schema of this name. Returns whether there were any. */
export type Swap = (replacedSchema: string) => Promise<boolean>
/** A restored database that is not in use yet. On PostgreSQL it is in the same database and has to be swapped in. */
export type Built = { epoch: string; problems: readonly string[]; swap?: Swap }
