import { DatabaseSync } from 'node:sqlite'
import { rowsOf } from './copyText.ts'
import { assertTablesFit, inRows } from './fit.ts'
import type { ArchivedTable } from './manifest.ts'
import { shapesOf } from './rows.sqlite.ts'
import type { TableChange } from './tableChange.ts'

export type LinesOf = (table: ArchivedTable) => AsyncIterable<Buffer>

const quoted = (name: string): string => `"${name}"`

const fill = async (database: DatabaseSync, { name, columns, rows }: ArchivedTable, lines: AsyncIterable<Buffer>): Promise<void> => {
  const places = columns.map(() => '?').join(', ')
  const insert = database.prepare(`insert into ${quoted(name)} (${columns.map(quoted).join(', ')}) values (${places})`)
  let loaded = 0
  try {
    // A numeric column accepts only digits: the tables are strict.
    for await (const row of rowsOf(lines, columns.length)) {
      if (++loaded > rows) break
      insert.run(...row)
    }
    if (loaded !== rows) throw new Error(`there are ${loaded > rows ? 'more' : 'fewer'} than ${rows}`)
  } catch (error) {
    throw inRows(name, error)
  }
}

/**
 * Changes rows in one transaction. The rows are the result of triggers and foreign keys, so triggers are dropped meanwhile, and the
 * keys are checked at the end.
 */
const changeRows = async (database: DatabaseSync, work: () => Promise<void>): Promise<void> => {
  database.exec('begin immediate')
  const triggers = database.prepare(`select name, sql from sqlite_schema where type = 'trigger'`).all()
  for (const { name } of triggers) database.exec(`drop trigger ${quoted(String(name))}`)
  await work()
  const [loose] = database.prepare('pragma foreign_key_check').all()
  if (loose) throw inRows(String(loose.table), new Error(`one refers to a row of "${loose.parent}" that is not in the archive`))
  for (const { sql } of triggers) database.exec(String(sql))
  database.exec('commit')
}

/** Fills the tables of a new file that is migrated as far as the archive. */
export const loadSqlite = async (file: string, tables: readonly ArchivedTable[], lines: LinesOf): Promise<void> => {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  try {
    // An interrupted load is discarded as a whole.
    database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -65536')
    await changeRows(database, async () => {
      assertTablesFit(tables, shapesOf(database))
      for (const table of tables) {
        database.exec(`delete from ${quoted(table.name)}`)
        await fill(database, table, lines(table))
      }
    })
  } finally {
    database.close()
  }
}

const removeRows = (database: DatabaseSync, { table, key, removed }: TableChange): void => {
  if (removed === 'all') {
    database.exec(`delete from ${quoted(table.name)}`)
    return
  }
  const one = database.prepare(`delete from ${quoted(table.name)} where ${key.map(({ name }) => `${quoted(name)} = ?`).join(' and ')}`)
  for (const values of removed) one.run(...values)
}

/** Makes changes in a file that others can read meanwhile; one that is interrupted leaves it as it was. */
export const changeSqlite = async (file: string, changes: readonly TableChange[]): Promise<void> => {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false, timeout: 5_000 })
  try {
    database.exec('pragma synchronous = full; pragma secure_delete = on; pragma cache_size = -65536')
    await changeRows(database, async () => {
      for (const change of changes) {
        removeRows(database, change)
        await fill(database, change.table, change.lines())
      }
    })
  } finally {
    database.close()
  }
}
