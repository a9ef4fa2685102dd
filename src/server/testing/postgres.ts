import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Database, overDialect } from '#server/db/connect.ts'
import { postgresDialect } from '#server/db/postgres.ts'
import { openGate } from '#server/db/writeGate.ts'

export const serverUrl = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export const MAX_CONNECTIONS = 8

const onServer = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export type TestPostgres = Database & {
  name: string
  /** The address for other processes. */
  databaseUrl: string
  /** Ends the connections of this process and keeps the database. */
  disconnect: () => Promise<void>
}

/** A new database on the real server: empty, or a copy of `template`. Closing drops it. */
export const connectTestPostgres = async (template?: string): Promise<TestPostgres> => {
  const name = `${template ?? 'carrel_test'}_${randomBytes(8).toString('hex')}`
  // Sorted as people sort, so that code which relies on the order of bytes has to ask for it.
  const empty = `template0 encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'en-US'`
  await onServer(`create database ${name} template ${template ?? empty}`)
  // No test cuts the server's power, and waiting for the disk at every commit would take most of a test's time.
  await onServer(`alter database ${name} set synchronous_commit = off`)
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const gate = openGate()
  const database = overDialect('postgres', postgresDialect({ databaseUrl, maxConnections: MAX_CONNECTIONS, gate }), gate)
  let isConnected = true
  const disconnect = async (): Promise<void> => {
    if (isConnected) await database.close()
    isConnected = false
  }
  return {
    ...database,
    name,
    databaseUrl,
    disconnect,
    close: async () => {
      await disconnect()
      await onServer(`drop database if exists ${name} with (force)`)
    },
  }
}

/**
 * A copy of `template` with a connection that runs neither foreign keys nor triggers. It has the setting from its start, because a
 * change of it makes PostgreSQL forget the plans of a connection.
 */
export const connectUnchecked = async (
  template: string,
): Promise<TestPostgres & { runUnchecked: (statement: string) => Promise<void> }> => {
  const database = await connectTestPostgres(template)
  const options = '-c session_replication_role=replica'
  const pool = new pg.Pool({ connectionString: database.databaseUrl, options, max: 1, idleTimeoutMillis: 0 })
  // A connection that a test cuts is replaced at the next statement.
  pool.on('error', () => {})
  return {
    ...database,
    runUnchecked: async (statement) => void (await pool.query(statement)),
    close: async () => {
      await pool.end()
      await database.close()
    },
  }
}

/** Drops the copies of a template, no matter who is connected to them, and the template itself. */
export const dropWithCopies = async (template: string): Promise<void> => {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [template])
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  } finally {
    await client.end()
  }
}
