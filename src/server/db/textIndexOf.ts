import { isSqlite } from './dialect.ts'
import type { Db } from './tables.ts'
import { postgresTextIndex } from './textIndex.postgres.ts'
import { sqliteTextIndex } from './textIndex.sqlite.ts'
import type { TextIndex } from './textIndex.ts'

/** Returns the text index of this kind of database. */
export const textIndexOf = (db: Db): TextIndex => (isSqlite(db) ? sqliteTextIndex : postgresTextIndex)
