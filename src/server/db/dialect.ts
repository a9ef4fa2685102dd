import { SqliteAdapter } from 'kysely'
import type { Db } from './tables.ts'

/** For the few queries that differ between the databases. */
export const isSqlite = (db: Db): boolean => db.getExecutor().adapter instanceof SqliteAdapter
