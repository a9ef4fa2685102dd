import { type RawBuilder, sql } from 'kysely'
import { isSqlite } from './dialect.ts'
import type { Db } from './tables.ts'

/**
 * The milliseconds of the database's own clock, for leases and limits that several nodes compare: the clocks of their machines may
 * differ.
 */
export const databaseTime = (db: Db): RawBuilder<number> =>
  isSqlite(db)
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`

/** Reads the database's own clock. */
export const databaseNow = async (db: Db): Promise<Date> => {
  const { rows } = await sql<{ now: number }>`select ${databaseTime(db)} as now`.execute(db)
  return new Date(Number(rows[0]?.now))
}
