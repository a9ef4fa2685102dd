/*
 * Limits over several nodes. Attacks, and the line that stops each. Someone who alternates between nodes is counted once, in Redis or,
 * while it is away, in the database. Someone who waits until Redis is restarted gains nothing: each node remembers the last count of
 * each key, and gives Redis back what it has lost (`sharedLimiter`). Guesses at passwords are counted in the database alone, which
 * outlives both (`databaseLimiter`). The clocks of the nodes play no part: counts expire by the clock of Redis or of the database.
 */
import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '#server/db/tables.ts'
import { isDiskFull } from '#server/db/violations.ts'
import { type Count, count } from './limits.db.ts'
import type { KeptLimiter, Limit, Limiter } from './nodes.ts'

/** Addresses and accounts are not readable in the database. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')

const toResult = ({ points }: Limit, counted: Count): RateLimiterRes =>
  new RateLimiterRes(Math.max(0, points - counted.points), counted.msLeft, counted.points)

const refuseMore = ({ points }: Limit, result: RateLimiterRes): RateLimiterRes => {
  if (result.consumedPoints > points) throw result
  return result
}

const countIn = (db: Db, limit: Limit) => async (key: string, by: number, atLeast: number) =>
  toResult(limit, await count(db, { key: digest(`${limit.keyPrefix} ${key}`), by, durationMs: limit.duration * 1_000, atLeast }))

/** Counts in the database, and in this process alone while its disk is full. */
export const databaseLimiter = (limit: Limit, db: Db): KeptLimiter => {
  const add = countIn(db, limit)
  const here = new RateLimiterMemory(limit)
  const unlessFull = async (counting: Promise<RateLimiterRes>, instead: () => Promise<RateLimiterRes>): Promise<RateLimiterRes> => {
    try {
      return await counting
    } catch (error) {
      if (isDiskFull(error)) return instead()
      throw error
    }
  }
  return {
    consume: async (key) => refuseMore(limit, await unlessFull(add(key, 1, 0), () => here.penalty(key, 1))),
    reward: (key) => unlessFull(add(key, -1, 0), () => here.reward(key)),
  }
}

const MOST_KNOWN = 10_000
/** A count is forgotten here before it expires in Redis, so that a new one is not taken for a loss. */
const MARGIN_MS = 1_000

/** The last count of a key, and how much of it this node could not count in Redis. */
type Known = { points: number; owed: number }
const unknown: Known = { points: 0, owed: 0 }

/** The last count of each key, as long as it is valid. */
const lastCounts = () => {
  const known = new Map<string, Known & { until: number }>()
  return {
    of: (key: string): Known => {
      const found = known.get(key)
      return found && performance.now() < found.until ? found : unknown
    },
    note: (key: string, { consumedPoints, msBeforeNext }: RateLimiterRes, owed: number): void => {
      known.delete(key)
      known.set(key, { points: consumedPoints, owed, until: performance.now() + msBeforeNext - MARGIN_MS })
      const [oldest] = known.keys()
      if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
    },
  }
}

type Shared = {
  redis: Redis
  prefix: string
  db: Db
  /** Returns whether another node may be counting in the database at this time. */
  isDivided: () => boolean
}

/** Counts in Redis, and in the database while Redis is away for this node or another. */
export const sharedLimiter = (limit: Limit, { redis, prefix, db, isDivided }: Shared): Limiter => {
  const store = new RateLimiterRedis({
    ...limit,
    keyPrefix: `${prefix}:limit:${limit.keyPrefix}`,
    storeClient: redis,
    rejectIfRedisNotReady: true,
  })
  const inDatabase = countIn(db, limit)
  const lasts = lastCounts()
  const inRedis = async (key: string, { points, owed }: Known): Promise<RateLimiterRes> => {
    const counted = await store.penalty(key, 1 + owed)
    const lost = points + 1 - counted.consumedPoints
    return lost > 0 ? store.penalty(key, lost) : counted
  }
  return {
    consume: async (key) => {
      const last = lasts.of(key)
      const counted = await inRedis(key, last).catch(() => undefined)
      const least = counted ? counted.consumedPoints - 1 : last.points
      const result = counted && !isDivided() ? counted : await inDatabase(key, 1, least)
      lasts.note(key, result, counted ? 0 : last.owed + 1)
      return refuseMore(limit, result)
    },
  }
}
