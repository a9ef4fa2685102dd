import { isSqlite } from './dialect.ts'
import type { Db } from './tables.ts'
import { postgresTextIndex } from './textIndex.postgres.ts'
import { sqliteTextIndex } from './textIndex.sqlite.ts'
import type { TextIndex } from './textIndex.ts'

/** How pages are found by their words in this database. */
export const textIndexOf = (db: Db): TextIndex => (isSqlite(db) ? sqliteTextIndex : postgresTextIndex)
