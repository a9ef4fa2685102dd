import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { refuseInsideTransaction } from './transact.ts'

const int8 = 20
const numeric = 1700

/** Counts and sums come as numbers, as on SQLite; ours stay far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 || oid === numeric
      ? Number
      : format === 'binary'
        ? pg.types.getTypeParser(oid, 'binary')
        : pg.types.getTypeParser(oid, 'text'),
}

export type PostgresOptions = { databaseUrl: string; maxConnections?: number }

/** PostgreSQL by a pool of connections. Nothing is retried: a lost connection fails the call that had it. */
export const postgresDialect = ({ databaseUrl, maxConnections = 10 }: PostgresOptions): Dialect => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'carrel',
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    types,
  })
  // The server may close a connection that nobody uses; the pool opens another, and without a listener the process would end.
  pool.on('error', () => {})
  return new PostgresDialect({
    pool: {
      options: pool.options,
      connect: async () => {
        refuseInsideTransaction()
        return pool.connect()
      },
      end: () => pool.end(),
    },
  })
}
