/**
 * `npm run test:services`: the tests that need a running service. A service that is not there is said
 * loudly and skipped; on a build server (CI=true) it is a failure.
 */
import pg from 'pg'
import { close, type Tally, vitest } from './tally.ts'

const postgresUrl = process.env.TEST_POSTGRES_URL || 'postgres://postgres@127.0.0.1:5432/postgres'

const reachesPostgres = async (): Promise<boolean> => {
  const client = new pg.Client({ connectionString: postgresUrl, connectionTimeoutMillis: 3_000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

const missing = (service: string, variable: string): Tally => {
  console.error(`\n*** SKIPPED: no ${service} answers, so nothing was tested on it. Start one, or say where it is with ${variable}. ***\n`)
  return { passed: 0, failed: process.env.CI ? 1 : 0 }
}

const onPostgres = async (): Promise<Tally> =>
  (await reachesPostgres())
    ? vitest(['--project=postgres'], { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: postgresUrl })
    : missing('PostgreSQL', 'TEST_POSTGRES_URL')

close(await onPostgres())
