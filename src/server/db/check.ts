import { sql } from 'kysely'
import type { Check } from '../feature/check.ts'
import { isSqlite } from './dialect.ts'
import type { Db } from './tables.ts'

/** The maximum number of lines that SQLite reports about a broken file. */
const MOST = 20

const checkSqlite = async (db: Db): Promise<string[]> => {
  const broken = await sql<{ integrityCheck: string }>`pragma integrity_check(${sql.lit(MOST)})`.execute(db)
  const lines = broken.rows.map(({ integrityCheck }) => integrityCheck).filter((line) => line !== 'ok')
  const loose = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db)
  return [
    ...lines.map((line) => `The database file is damaged: ${line}`),
    ...loose.rows.slice(0, MOST).map(({ table, parent }) => `A row of "${table}" refers to a row of "${parent}" that is not there.`),
  ]
}

/** PostgreSQL enforces its constraints itself; this checks that everything can be read, and that no constraint was disabled. */
const checkPostgres = async (db: Db): Promise<string[]> => {
  const invalid = await sql<{ name: string }>`select conname::text as name from pg_constraint
    where not convalidated and connamespace = current_schema()::regnamespace limit ${MOST}`.execute(db)
  const off = await sql<{ name: string }>`select t.tgname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgenabled = 'D' and c.relnamespace = current_schema()::regnamespace limit ${MOST}`.execute(db)
  const tables = await sql<{ name: string }>`select tablename::text as name from pg_tables where schemaname = current_schema()`.execute(db)
  for (const { name } of tables.rows) await sql`select count(*) from ${sql.table(name)} as every where every is not null`.execute(db)
  return [
    ...invalid.rows.map(({ name }) => `A rule of the database has not been checked: ${name}`),
    ...off.rows.map(({ name }) => `A trigger of the database is switched off: ${name}`),
  ]
}

export const databaseCheck: Check = { name: 'database', run: ({ db }) => (isSqlite(db) ? checkSqlite(db) : checkPostgres(db)) }
