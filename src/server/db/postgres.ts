import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { nameOfStatement, nameStatement } from './statementNames.ts'
import { refuseInsideTransaction } from './transact.ts'

const int8 = 20
const numeric = 1700

/** Counts and sums are numbers, as on SQLite; ours stay far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 || oid === numeric
      ? Number
      : format === 'binary'
        ? pg.types.getTypeParser(oid, 'binary')
        : pg.types.getTypeParser(oid, 'text'),
}

export type PostgresOptions = {
  databaseUrl: string
  maxConnections?: number
  /** Schemas in which names are looked up; the server's setting by default. */
  searchPath?: string
}

/** How long a call waits for a connection, and a statement for a lock, before it gets 503, in milliseconds. */
const patience = 5_000

/**
 * Compiling a query takes 40 ms and more, and none of ours runs long enough to gain by it: PostgreSQL decides by an estimated cost
 * that is a hundred times too high for searches.
 */
const notCompiled = '-c jit=off'

/** Error codes of PostgreSQL for an unusable plan: the columns have changed, or the statement is unknown. */
const outdated = new Set(['0A000', '26000'])

/** Runs each statement that has a name as a prepared statement. */
const prepareNamedStatements = (client: pg.ClientBase): pg.ClientBase => {
  // biome-ignore lint/suspicious/noExplicitAny: it is called as Kysely does, with a text and values, and has many more forms
  const query = client.query.bind(client) as (...given: any[]) => any
  const named = async (name: string, text: string, values: unknown[]) => {
    try {
      return await query({ name, text, values })
    } catch (error) {
      if (error instanceof pg.DatabaseError && outdated.has(error.code ?? '')) nameStatement(text)
      throw error
    }
  }
  const run = (first: unknown, values?: unknown, ...rest: unknown[]) => {
    const name = typeof first === 'string' && Array.isArray(values) ? nameOfStatement(first) : undefined
    return name ? named(name, first as string, values as unknown[]) : query(first, values, ...rest)
  }
  return Object.assign(client, { query: run })
}

/** PostgreSQL through a connection pool. Nothing is retried: a lost connection fails the call that used it. */
export const postgresDialect = ({ databaseUrl, maxConnections = 10, searchPath }: PostgresOptions): Dialect => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'carrel',
    max: maxConnections,
    connectionTimeoutMillis: patience,
    lock_timeout: patience,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    types,
    options: searchPath === undefined ? notCompiled : `${notCompiled} -c search_path=${searchPath.replaceAll(' ', '')}`,
  })
  // A connection may be lost at any time, in use or not, and an `error` event without a listener ends the process. Its user gets
  // the error from the failing query, and the pool opens another.
  const ignore = (): void => {}
  pool.on('error', ignore)
  pool.on('connect', (client) => prepareNamedStatements(client).on('error', ignore))
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
