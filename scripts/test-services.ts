/**
 * `npm run test:services`: the tests on PostgreSQL, and those that need a running service. Without a PostgreSQL server they run on
 * PGlite, which is PostgreSQL in the process, and tests that need a server are skipped; on a build server (CI=true) a missing
 * service is a failure. With words after it, only the test files whose path has one of them.
 */
import { Redis } from 'ioredis'
import pg from 'pg'
import { close, type Tally, vitest } from './tally.ts'

const words = process.argv.slice(2)
const postgresUrl = process.env.TEST_POSTGRES_URL || 'postgres://postgres@127.0.0.1:5432/postgres'

const redisUrl = process.env.TEST_REDIS_URL || 'redis://127.0.0.1:6379'

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

const reachesRedis = async (): Promise<boolean> => {
  const redis = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 3_000 })
  // The call itself reports what is wrong.
  redis.on('error', () => {})
  try {
    await redis.ping()
    return true
  } catch {
    return false
  } finally {
    redis.disconnect()
  }
}

const missing = (service: string, variable: string, consequence: string): Tally => {
  console.error(`\n*** SKIPPED: ${service} is not running. ${consequence} Start it, or set ${variable} to its address. ***\n`)
  return { passed: 0, failures: process.env.CI ? [`${service} is not running`] : [] }
}

/** The words may match files of only one kind. */
const chosen = words.length > 0 ? [...words, '--passWithNoTests'] : []

const onServer = (): Promise<Tally> =>
  vitest([...chosen, '--project=postgres*'], { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: postgresUrl })

const onPglite = async (): Promise<Tally[]> => {
  const consequence = 'The tests ran on PGlite, without those that need a server (such as *.races.test.ts).'
  const tally = await vitest([...chosen, '--project=pglite*'], { TEST_DATABASE: 'pglite' })
  return [tally, missing('PostgreSQL', 'TEST_POSTGRES_URL', consequence)]
}

/** Several nodes are several processes, which need a PostgreSQL server too. */
const onNodes = async (hasPostgres: boolean): Promise<Tally> => {
  const hasRedis = await reachesRedis()
  if (hasRedis && hasPostgres)
    return vitest([...chosen, '--project=nodes'], {
      TEST_DATABASE: 'postgres',
      TEST_POSTGRES_URL: postgresUrl,
      TEST_REDIS_URL: redisUrl,
    })
  const consequence = 'The tests of several nodes (*.nodes.test.ts) did not run.'
  return hasRedis ? missing('PostgreSQL', 'TEST_POSTGRES_URL', consequence) : missing('Redis', 'TEST_REDIS_URL', consequence)
}

const hasPostgres = await reachesPostgres()
close(...(hasPostgres ? [await onServer()] : await onPglite()), await onNodes(hasPostgres))
