import { DatabaseSync } from 'node:sqlite'
import { codeOf } from '../journal/digest.ts'
import { toLine, type Value } from './copyText.ts'
import { isArchived, type KeyColumn, type Snapshot, type TableShape } from './rows.ts'

const CHUNK = 64 * 1_024

const quoted = (name: string): string => `"${name}"`

export const shapesOf = (database: DatabaseSync): TableShape[] => {
  const tables = database.prepare(`select name from sqlite_schema where type = 'table' order by name`).all()
  const columns = database.prepare('select name from pragma_table_info(?) order by cid')
  return tables
    .map(({ name }) => String(name))
    .filter(isArchived)
    .map((name) => ({ name, columns: columns.all(name).map((column) => String(column.name)) }))
}

async function* linesOf(
  database: DatabaseSync,
  { name, columns }: TableShape,
  orderedBy: readonly KeyColumn[] = [],
): AsyncGenerator<Buffer> {
  const order = orderedBy.length > 0 ? ` order by ${orderedBy.map((column) => quoted(column.name)).join(', ')}` : ''
  const rows = database.prepare(`select ${columns.map(quoted).join(', ')} from ${quoted(name)}${order}`)
  rows.setReturnArrays(true)
  rows.setReadBigInts(true)
  let text = ''
  for (const row of rows.iterate()) {
    text += toLine(row as unknown as Value[])
    if (text.length < CHUNK) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text) yield Buffer.from(text)
}

/** A reading transaction of another connection is SQLite's snapshot; other connections can write meanwhile. */
export const snapshotOfSqlite = async (file: string): Promise<Snapshot> => {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  // The snapshot is that of the first reading statement.
  database.exec('begin')
  const names = database.prepare('select name from migrations order by number').all()
  const tables = shapesOf(database)
  const last = tables.some(({ name }) => name === 'journal') && database.prepare('select seq, hash from journal order by seq desc').get()
  return {
    dialect: 'sqlite',
    migrations: names.map(({ name }) => String(name)),
    tables,
    ...(last && { head: codeOf({ seq: Number(last.seq), hash: String(last.hash) }) }),
    contents: database
      .prepare('select sha256, size from files order by sha256')
      .all()
      .map(({ sha256, size }) => ({ sha256: String(sha256), size: Number(size) })),
    lines: (table, orderedBy) => linesOf(database, table, orderedBy),
    keyOf: async (table) =>
      database
        .prepare('select name, type from pragma_table_info(?) where pk > 0 order by pk')
        .all(table)
        .map(({ name, type }) => ({ name: String(name), isNumber: type === 'INTEGER' })),
    close: async () => {
      if (database.isOpen) database.close()
    },
  }
}
