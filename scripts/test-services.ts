/**
 * `npm run test:services`: the tests on PostgreSQL, and those that need a running service. Where no PostgreSQL answers they
 * run on PGlite, which is PostgreSQL in the process, and what only a server can show is skipped; on a build server (CI=true)
 * a service that is missing is a failure. With words after it, only the test files whose path has one of them.
 */
import pg from 'pg'
import { close, type Tally, vitest } from './tally.ts'

const words = process.argv.slice(2)
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

const missing = (service: string, variable: string, consequence: string): Tally => {
  console.error(`\n*** SKIPPED: ${service} is not running. ${consequence} Start it, or set ${variable} to its address. ***\n`)
  return { passed: 0, failed: process.env.CI ? 1 : 0 }
}

const onServer = (): Promise<Tally> =>
  vitest([...words, '--project=postgres*'], { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: postgresUrl })

const onPglite = async (): Promise<Tally[]> => {
  const consequence = 'The tests ran on PGlite, without those that need a server (such as *.races.test.ts).'
  const tally = await vitest([...words, '--project=pglite*'], { TEST_DATABASE: 'pglite' })
  return [tally, missing('PostgreSQL', 'TEST_POSTGRES_URL', consequence)]
}

// Nothing uses Redis yet; its tests belong here, after those of PostgreSQL, with `missing` where none answers.
close(...((await reachesPostgres()) ? [await onServer()] : await onPglite()))
