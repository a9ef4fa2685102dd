import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Database, overDialect } from '#server/db/connect.ts'
import { postgresDialect } from '#server/db/postgres.ts'

const serverUrl = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const onServer = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Another database on the real server, with its address for other processes; closing drops it. */
export const connectTestPostgres = async (): Promise<Database & { databaseUrl: string }> => {
  const name = `carrel_test_${randomBytes(8).toString('hex')}`
  // Sorted as people sort, so that what relies on the order of bytes has to say so itself.
  await onServer(`create database ${name} template template0 encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'en-US'`)
  // No test takes the power from the server, and waiting for the disk at every commit is most of what a test would do.
  await onServer(`alter database ${name} set synchronous_commit = off`)
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const database = overDialect('postgres', postgresDialect({ databaseUrl, maxConnections: 8 }))
  return {
    ...database,
    databaseUrl,
    close: async () => {
      await database.close()
      await onServer(`drop database if exists ${name} with (force)`)
    },
  }
}
