import { SqliteAdapter } from 'kysely'
import type { Db } from './tables.ts'

/** For the few questions that the two databases are asked in different ways. */
export const isSqlite = (db: Db): boolean => db.getExecutor().adapter instanceof SqliteAdapter
