import { PGlite, types } from '@electric-sql/pglite'
import { PGliteDialect } from 'kysely'
import { type Database, overDialect } from '#server/db/connect.ts'

/** PostgreSQL inside the process, empty and without tables. It has one connection and takes seconds to start. */
export const connectPglite = (): Database =>
  overDialect(
    'postgres',
    new PGliteDialect({ pglite: () => PGlite.create({ parsers: { [types.INT8]: Number, [types.NUMERIC]: Number } }) }),
  )
