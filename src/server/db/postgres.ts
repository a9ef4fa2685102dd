import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { timeOfCall } from './callTime.ts'
import { type SilenceWatch, watchSilence } from './postgresSilence.ts'
import { nameOfStatement, nameStatement } from './statementNames.ts'
import { refuseInsideTransaction } from './transact.ts'
import { assertOpen, isWriting, openGate, type WriteGate } from './writeGate.ts'

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
  gate?: WriteGate
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

/**
 * Runs each statement that has a name as a prepared statement, and none that writes while the gate is closed. Watches for a server
 * that does not answer.
 */
const wrapQueries = (client: pg.ClientBase, { gate, silence }: { gate: WriteGate; silence: SilenceWatch }): pg.ClientBase => {
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
    if (gate.closedFor !== undefined && typeof first === 'string' && isWriting(first)) assertOpen(gate)
    const name = typeof first === 'string' && Array.isArray(values) ? nameOfStatement(first) : undefined
    const answer = name ? named(name, first as string, values as unknown[]) : query(first, values, ...rest)
    // The types of a pool hide that its connections are whole clients.
    return answer instanceof Promise ? silence.during(client as pg.Client, answer) : answer
  }
  return Object.assign(client, { query: run })
}

/** The call has less time left than it may wait for a connection, and none is free. The code is that of a statement that took too long. */
const lateCall = (): Error => Object.assign(new Error('the call has waited too long for the database'), { code: '57014' })

/** PostgreSQL through a connection pool. Nothing is retried: a lost connection fails the call that used it. */
export const postgresDialect = ({ databaseUrl, maxConnections = 10, searchPath, gate = openGate() }: PostgresOptions): Dialect => {
  const settings = { connectionString: databaseUrl, application_name: 'carrel', connectionTimeoutMillis: patience }
  const pool = new pg.Pool({
    ...settings,
    max: maxConnections,
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
  const silence = watchSilence(settings)
  pool.on('connect', (client) => wrapQueries(client, { gate, silence }).on('error', ignore))
  return new PostgresDialect({
    pool: {
      options: pool.options,
      connect: async () => {
        refuseInsideTransaction()
        if (pool.idleCount <= pool.waitingCount && timeOfCall()() < patience) throw lateCall()
        return pool.connect()
      },
      end: () => {
        silence.stop()
        return pool.end()
      },
    },
  })
}
