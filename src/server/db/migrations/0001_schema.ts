import { type Kysely, sql } from 'kysely'
import { cashboxIndexes, cashboxTables } from './0001_schema/cashbox.ts'
import { chatIndexes, chatTables } from './0001_schema/chat.ts'
import { encryptionIndexes, encryptionTables } from './0001_schema/encryption.ts'
import { addFirstRows } from './0001_schema/firstRows.ts'
import { hallIndexes, hallTables } from './0001_schema/hall.ts'
import { libraryIndexes, libraryTables } from './0001_schema/library.ts'
import { moneyIndexes, moneyTables } from './0001_schema/money.ts'
import { peopleIndexes, peopleTables } from './0001_schema/people.ts'
import { platformIndexes, platformTables } from './0001_schema/platform.ts'
import { searchOnPostgres } from './0001_schema/search.postgres.ts'
import { searchOnSqlite } from './0001_schema/search.sqlite.ts'
import { sumsOnPostgres } from './0001_schema/sums.postgres.ts'
import { sumsOnSqlite } from './0001_schema/sums.sqlite.ts'
import { sumsIndexes, sumsTables } from './0001_schema/sums.ts'
import { systemIndexes, systemTables } from './0001_schema/system.ts'
import { type DialectName, dialects } from './0001_schema/types.ts'

/*
 * Frozen: a change of the schema is another migration. The schema of 0.9.0, which the 30 migrations of the versions before it
 * made: docs/decisions/0025-one-schema.md.
 */

const tables = [
  platformTables,
  peopleTables,
  systemTables,
  libraryTables,
  hallTables,
  moneyTables,
  cashboxTables,
  sumsTables,
  chatTables,
  encryptionTables,
]

const indexes = (dialect: DialectName): readonly string[] => [
  ...platformIndexes,
  ...peopleIndexes,
  ...systemIndexes,
  ...libraryIndexes(dialect),
  ...hallIndexes,
  ...moneyIndexes,
  ...cashboxIndexes,
  ...sumsIndexes,
  ...chatIndexes(dialect),
  ...encryptionIndexes,
]

// Of two triggers that one change fires, SQLite runs the newer one first.
const triggers = { sqlite: [...searchOnSqlite, ...sumsOnSqlite], postgres: [...searchOnPostgres, ...sumsOnPostgres] }

export const up = async (db: Kysely<unknown>, dialect: DialectName): Promise<void> => {
  const types = dialects[dialect]
  const statements = [...tables.flatMap((tablesOf) => tablesOf(types)), ...indexes(dialect), ...triggers[dialect]]
  for (const statement of statements) await sql.raw(statement).execute(db)
  await addFirstRows(db)
}
