import type { Snapshot } from '../backup/rows.ts'
import { clearSearch, makeSearchAgain } from '../backup/searchAgain.db.ts'
import { openSnapshot } from '../backup/snapshot.ts'
import type { TableChange } from '../backup/tableChange.ts'
import type { Config } from '../config.ts'
import { sqliteFile } from '../db/connect.ts'
import type { Db } from '../db/tables.ts'
import { type Compared, compareTable, digestOf } from './compare.ts'
import { forgetChanged, indexChanged, searchChangesOf } from './search.db.ts'

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>

/** The rows of two databases that become equal. */
export type RowsJob = {
  source: Place
  target: Place
  /** The target, on which nobody else works. */
  db: Db
  /** Tables that differ, because they say where the files are. */
  except: readonly string[]
}

export type Synced = {
  contents: Snapshot['contents']
  rows: number
  tables: number
  changed: number
  sha256: { source: string; target: string }
}

/** Throws if the databases were migrated differently. */
const assertSameTables = async (source: Snapshot, target: Snapshot): Promise<void> => {
  const namesOf = ({ migrations, tables }: Snapshot) => JSON.stringify([migrations, tables.map(({ name }) => name)])
  if (namesOf(source) !== namesOf(target)) throw new Error('The two databases have different tables.')
}

const makeChanges = async ({ databaseUrl, dataDir }: Place, changes: readonly TableChange[]): Promise<void> => {
  if (!databaseUrl) {
    const { changeSqlite } = await import('../backup/load.sqlite.ts')
    return changeSqlite(sqliteFile(dataDir), changes)
  }
  // Loaded on use, so that a program on SQLite starts without it.
  const { changePostgres } = await import('../backup/load.postgres.ts')
  return changePostgres(databaseUrl, changes)
}

const searched = ['documents', 'messages', 'page_texts']

/** Makes the changes, and those that they need in the search indexes. With very many of them, these are made again. */
const apply = async ({ target, db }: RowsJob, compared: readonly Compared[], isFirst: boolean): Promise<void> => {
  const changes = compared.flatMap(({ change }) => change ?? [])
  const isWhole = isFirst || changes.some(({ table, removed }) => removed === 'all' && searched.includes(table.name))
  const search = isWhole ? undefined : await searchChangesOf(compared)
  if (search) await forgetChanged(db, search)
  else await clearSearch(db)
  if (changes.length > 0) await makeChanges(target, changes)
  if (search) await indexChanged(db, search)
  else await makeSearchAgain(db)
}

const countChanged = (compared: readonly Compared[]): number =>
  compared.reduce((sum, { change }) => sum + (change ? change.table.rows + (change.removed === 'all' ? 0 : change.removed.length) : 0), 0)

type Pass = { isFirst?: boolean; onTable?: (done: number, total: number) => void }

const compareAll = async (job: RowsJob, pair: { source: Snapshot; target: Snapshot }, { onTable }: Pass): Promise<Compared[]> => {
  await assertSameTables(pair.source, pair.target)
  const tables = pair.source.tables.filter(({ name }) => !job.except.includes(name))
  const compared: Compared[] = []
  for (const table of tables) {
    compared.push(await compareTable(pair, table))
    onTable?.(compared.length, tables.length)
  }
  return compared
}

const summaryOf = (source: Snapshot, compared: readonly Compared[]): Synced => ({
  contents: source.contents,
  rows: compared.reduce((sum, one) => sum + one.source.rows, 0),
  tables: compared.length,
  changed: countChanged(compared),
  sha256: {
    source: digestOf(compared.map((one) => ({ name: one.table.name, counted: one.source }))),
    target: digestOf(compared.map((one) => ({ name: one.table.name, counted: one.target }))),
  },
})

/** Compares every row of both databases at one moment, and lets `use` work on the result before the snapshots are closed. */
const withCompared = async (job: RowsJob, pass: Pass, use: (compared: Compared[], target: Snapshot) => Promise<void>): Promise<Synced> => {
  const source = await openSnapshot(job.source)
  try {
    const target = await openSnapshot(job.target)
    try {
      const compared = await compareAll(job, { source, target }, pass)
      await use(compared, target)
      return summaryOf(source, compared)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Makes the rows of the target equal to those of the source. The first pass also makes the search indexes. */
export const syncRows = (job: RowsJob, pass: Pass = {}): Promise<Synced> =>
  withCompared(job, pass, async (compared, target) => {
    if (!pass.isFirst && compared.every(({ change }) => change === undefined)) return
    // Its open transaction would hold up changes of the tables.
    await target.close()
    await apply(job, compared, pass.isFirst === true)
  })

/** Compares all rows, and changes nothing. */
export const compareRows = (job: RowsJob): Promise<Synced> => withCompared(job, {}, async () => undefined)
