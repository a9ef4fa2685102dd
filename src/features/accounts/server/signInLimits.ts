/*
 * What an attacker can do here, and which line stops it. Guessing one account from one address ends after ten
 * failures; from many addresses after twenty, counted only over addresses where the account never signed in, so that
 * nobody can lock its owner out; guessing many accounts from one address ends after two hundred, because a whole
 * hall stands behind one address. An attempt is counted before it is judged, so that parallel attempts do not slip
 * through, and given back when it succeeds.
 */
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#contract/errors.ts'
import { MINUTE } from '#server/time.ts'
import { accountErrors } from '../accounts.contract.ts'

const duration = 15 * MINUTE

const limiter = (keyPrefix: string, points: number): RateLimiterAbstract => new RateLimiterMemory({ keyPrefix, points, duration })

/** An IPv6 household holds a /64 of addresses, so they count as one. */
const network = (address: string): string =>
  isIPv6(address) && !address.startsWith('::ffff:') ? address.split(':').slice(0, 4).join(':') : address

const accountKey = (emailFolded: string): string => createHash('sha256').update(emailFolded).digest('base64url')

export type Attempt = { emailFolded: string; address: string; knownAddress: boolean }

export type SignInLimits = {
  /** Counts an attempt; throws `tooManySignIns` with the time to wait where a limit is reached. */
  count: (attempt: Attempt) => Promise<void>
  /** Gives a successful attempt back. */
  forgive: (attempt: Attempt) => Promise<void>
}

const unlimited: SignInLimits = { count: async () => {}, forgive: async () => {} }

/** The limits on signing in, counted in this process. */
export const signInLimits = ({ enabled }: { enabled: boolean }): SignInLimits => {
  if (!enabled) return unlimited
  const here = limiter('account-address', 10)
  const elsewhere = limiter('account-elsewhere', 20)
  const crowd = limiter('address', 200)
  const counters = ({ emailFolded, address, knownAddress }: Attempt): (readonly [RateLimiterAbstract, string])[] => {
    const account = accountKey(emailFolded)
    const place = network(address)
    const all = [[here, `${account} ${place}`] as const, [crowd, place] as const]
    return knownAddress ? all : [...all, [elsewhere, account] as const]
  }
  return {
    count: async (attempt) => {
      const outcomes = await Promise.allSettled(counters(attempt).map(([one, key]) => one.consume(key)))
      const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      const broken = refusals.find((reason) => !(reason instanceof RateLimiterRes))
      if (broken) throw broken
      if (refusals.length === 0) return
      throw new AppError(accountErrors.tooManySignIns, {
        retryAfter: Math.max(...refusals.map(({ msBeforeNext }) => msBeforeNext)) / 1_000,
      })
    },
    forgive: async (attempt) => {
      await Promise.all(counters(attempt).map(([one, key]) => one.reward(key)))
    },
  }
}
