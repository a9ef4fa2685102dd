/*
 * What an attacker can do here, and which line stops it. Guessing one account from one address ends after ten
 * failures; from many addresses after twenty, counted only over addresses where the account never signed in, so that
 * nobody can lock its owner out; guessing many accounts from one address ends after two hundred, because a whole
 * hall uses one address. An attempt is counted before it is judged, so that parallel attempts do not slip
 * through, and given back when it succeeds. One that is refused counts nowhere else, so that going on from one
 * address closes neither the account elsewhere nor the address for others (`count`).
 */
import { createHash } from 'node:crypto'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#contract/errors.ts'
import type { Platform } from '#server/feature/platform.ts'
import { networkOf } from '#server/http/network.ts'
import { MINUTE } from '#server/time.ts'
import { accountErrors } from '../accounts.contract.ts'

const duration = 15 * MINUTE

const accountKey = (emailFolded: string): string => createHash('sha256').update(emailFolded).digest('base64url')

export type Attempt = { emailFolded: string; address: string; knownAddress: boolean }

export type SignInLimits = {
  /** Counts an attempt; throws `tooManySignIns` with the time to wait where a limit is reached. */
  count: (attempt: Attempt) => Promise<void>
  /** Gives a successful attempt back. */
  forgive: (attempt: Attempt) => Promise<void>
}

const unlimited: SignInLimits = { count: async () => {}, forgive: async () => {} }

type Counter = readonly [RateLimiterAbstract, string]

/** Counts once; returns the milliseconds to wait where the limit was reached before. */
const consume = async ([limiter, key]: Counter): Promise<number | undefined> => {
  try {
    await limiter.consume(key)
    return undefined
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal.msBeforeNext
    throw refusal
  }
}

const giveBack = async (counters: readonly Counter[]): Promise<void> => {
  await Promise.all(counters.map(([limiter, key]) => limiter.reward(key)))
}

/** The limits on signing in, counted over all nodes. */
export const signInLimits = ({ config, nodes }: Pick<Platform, 'config' | 'nodes'>): SignInLimits => {
  if (!config.rateLimits) return unlimited
  const limiter = (keyPrefix: string, points: number) => nodes.limiter({ keyPrefix, points, duration })
  const here = limiter('account-address', 10)
  const elsewhere = limiter('account-elsewhere', 20)
  const crowd = limiter('address', 200)
  const counters = ({ emailFolded, address, knownAddress }: Attempt): Counter[] => {
    const account = accountKey(emailFolded)
    const place = networkOf(address)
    const all: Counter[] = [
      [here, `${account} ${place}`],
      [crowd, place],
    ]
    return knownAddress ? all : [...all, [elsewhere, account]]
  }
  return {
    count: async (attempt) => {
      const counted: Counter[] = []
      for (const counter of counters(attempt)) {
        const waitMs = await consume(counter)
        if (waitMs !== undefined) {
          await giveBack(counted)
          throw new AppError(accountErrors.tooManySignIns, { retryAfter: waitMs / 1_000 })
        }
        counted.push(counter)
      }
    },
    forgive: (attempt) => giveBack(counters(attempt)),
  }
}
