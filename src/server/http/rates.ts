import type { FastifyRequest } from 'fastify'
import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { Platform } from '#server/feature/platform.ts'
import type { Limiter } from '#server/nodes/nodes.ts'
import { MINUTE } from '#server/time.ts'
import { networkOf } from './network.ts'

type Kind = NonNullable<Endpoint['rate']>

/**
 * Calls per minute of one person, and of everyone behind one address. A whole hall is one address. A clerk who uploads a shelf of
 * books, and someone who types fast, stay far below.
 */
export const callsPerMinute = {
  upload: { person: 1_000, address: 5_000 },
  search: { person: 1_000, address: 10_000 },
  /** Each goes through all the text of a book, in some hundredths of a second of processor time. */
  find: { person: 120, address: 2_000 },
  /** Up to a second of processor time each, if the page was not painted lately. */
  page: { person: 30, address: 300 },
  /** A tenth of a second of processor time each. */
  paper: { person: 60, address: 300 },
  /** Messages, edits and reactions; a client that comes back online sends many at once. */
  send: { person: 600, address: 10_000 },
  /** Replaced push subscriptions; browsers report them without a session. */
  push: { person: 60, address: 300 },
} satisfies Record<Kind, unknown>
export type CallsPerMinute = typeof callsPerMinute

const consume = async (one: Limiter, key: string): Promise<void> => {
  try {
    await one.consume(key)
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw new AppError(commonErrors.tooMany, { retryAfter: refusal.msBeforeNext / 1_000 })
    throw refusal
  }
}

const isSearch = (query: unknown): boolean => {
  const { search, q } = (query ?? {}) as { search?: string; q?: string }
  return Boolean(search || q)
}

type Caller = Pick<FastifyRequest, 'session' | 'ip'>

export type Rates = {
  /** Counts a call that declares a `rate`; throws `tooMany` with the time to wait. A list without a search is free. */
  count: (kind: Kind, caller: Caller, query?: unknown) => Promise<void>
}

/** Counts over all nodes. An IPv6 address counts as its network. */
export const callRates = (perMinute: CallsPerMinute, { config, nodes }: Pick<Platform, 'config' | 'nodes'>): Rates => {
  if (!config.rateLimits) return { count: async () => {} }
  const limiter = (keyPrefix: string, points: number) => nodes.limiter({ keyPrefix, points, duration: MINUTE })
  const limiters = Object.fromEntries(
    Object.entries(perMinute).map(([kind, { person, address }]) => [
      kind,
      { person: limiter(`${kind}-person`, person), address: limiter(`${kind}-address`, address) },
    ]),
  ) as Record<Kind, { person: Limiter; address: Limiter }>
  return {
    count: async (kind, { session, ip }, query) => {
      if (kind === 'search' && !isSearch(query)) return
      if (session) await consume(limiters[kind].person, session.me._id)
      await consume(limiters[kind].address, networkOf(ip))
    },
  }
}
