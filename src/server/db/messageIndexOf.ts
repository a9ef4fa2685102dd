import { isSqlite } from './dialect.ts'
import { postgresMessageIndex } from './messageIndex.postgres.ts'
import { sqliteMessageIndex } from './messageIndex.sqlite.ts'
import type { MessageIndex } from './messageIndex.ts'
import type { Db } from './tables.ts'

/** Returns the message index of this kind of database. */
export const messageIndexOf = (db: Db): MessageIndex => (isSqlite(db) ? sqliteMessageIndex : postgresMessageIndex)
