import { Redis } from 'ioredis'
import pg from 'pg'

/** The services that tests use, where they are not named by `TEST_POSTGRES_URL` and `TEST_REDIS_URL`. */
export const postgresUrl = process.env.TEST_POSTGRES_URL || 'postgres://postgres@127.0.0.1:5432/postgres'
const redisUrl = process.env.TEST_REDIS_URL || 'redis://127.0.0.1:6379'

export const reachesPostgres = async (): Promise<boolean> => {
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

export const reachesRedis = async (): Promise<boolean> => {
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

/** The settings of a run of the tests of several nodes. */
export const onNodes = { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: postgresUrl, TEST_REDIS_URL: redisUrl }
