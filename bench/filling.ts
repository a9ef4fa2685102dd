import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

type Row = Readonly<Record<string, SQLInputValue>>
export type Insert = (table: string, row: Row) => void

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns a function that inserts rows with the names of the program; each table has one shape of rows. */
const inserting = (db: DatabaseSync): Insert => {
  const statements = new Map<string, StatementSync>()
  const statementOf = (table: string, row: Row): StatementSync => {
    const known = statements.get(table)
    if (known) return known
    const columns = Object.keys(row).map(snakeCase)
    const text = `insert into ${snakeCase(table)} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
    const statement = db.prepare(text)
    statements.set(table, statement)
    return statement
  }
  return (table, row) => void statementOf(table, row).run(...Object.values(row))
}

/** Removes the triggers of these tables and those indexes that have a name, and returns a function that makes them again. */
const withoutExtras = (db: DatabaseSync, tables: readonly string[]): (() => void) => {
  const names = JSON.stringify(tables)
  const extras = db
    .prepare(
      `select type, name, sql from sqlite_schema where type in ('index', 'trigger') and sql is not null
        and tbl_name in (select value from json_each(?)) order by rowid`,
    )
    .all(names) as { type: string; name: string; sql: string }[]
  for (const { type, name } of extras) db.exec(`drop ${type} ${name}`)
  return () => {
    for (const { sql } of extras) db.exec(sql)
  }
}

/**
 * Fills the database of a stopped server in one transaction that is neither synced nor can be rolled back: three million rows would
 * fill the log first. The tables with many rows get their indexes and triggers at the end.
 */
export const filling = <T>(database: string, many: readonly string[], fill: (db: DatabaseSync, insert: Insert) => T): T => {
  const db = new DatabaseSync(database)
  try {
    db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -400000; pragma foreign_keys = off; begin immediate')
    const restoreExtras = withoutExtras(db, many)
    const filled = fill(db, inserting(db))
    restoreExtras()
    db.exec('commit; pragma journal_mode = wal')
    return filled
  } finally {
    db.close()
  }
}
