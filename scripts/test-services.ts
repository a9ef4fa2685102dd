/**
 * `npm run test:services`: the tests on PostgreSQL, and those that need a running service. Without a PostgreSQL server they run on
 * PGlite, which is PostgreSQL in the process, and tests that need a server are skipped; on a build server (CI=true) a missing
 * service is a failure. With words after it, only the test files whose path has one of them.
 */
import { postgresUrl, reachesPostgres, reachesRedis, onNodes as withServices } from './services.ts'
import { close, type Tally, vitest } from './tally.ts'

const words = process.argv.slice(2)
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
  if (hasRedis && hasPostgres) return vitest([...chosen, '--project=nodes'], withServices)
  const consequence = 'The tests of several nodes (*.nodes.test.ts) did not run.'
  return hasRedis ? missing('PostgreSQL', 'TEST_POSTGRES_URL', consequence) : missing('Redis', 'TEST_REDIS_URL', consequence)
}

const hasPostgres = await reachesPostgres()
close(...(hasPostgres ? [await onServer()] : await onPglite()), await onNodes(hasPostgres))
