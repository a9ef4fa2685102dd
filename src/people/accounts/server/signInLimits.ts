/*
 * Attacks, and the limit that stops each. Guesses at one account end after ten failures from one address and after twenty from
 * many. The twenty count only addresses from which the account never signed in, so that nobody can lock its owner out. Guesses at
 * many accounts from one address end after two hundred, because a whole hall shares an address. An attempt is counted before it is
 * checked, so that parallel attempts cannot slip through, and uncounted when it succeeds. A rejected attempt counts nowhere else,
 * so that continued attempts from one address close neither the account elsewhere nor the address for others (`count`).
 *
 * An account has two names, the email and the mobile number. The typed name is counted and rejected openly, whether or not an
 * account has it. The account behind it is counted too, so that the second name allows no further guesses, but silently: a
 * rejection would reveal that both names belong to one account. Its password is then reported as wrong.
 */
import { createHash } from 'node:crypto'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#contract/errors.ts'
import type { Platform } from '#server/feature/platform.ts'
import { networkOf } from '#server/http/network.ts'
import type { KeptLimiter } from '#server/nodes/nodes.ts'
import { MINUTE } from '#server/time.ts'
import { accountErrors } from '../accounts.contract.ts'

const duration = 15 * MINUTE

const keyOf = (name: string): string => createHash('sha256').update(name).digest('base64url')

/** `name` is folded. `account` is the account that the name refers to or, if there is none, a value of the same form. */
export type Attempt = { name: string; account: string; address: string; knownAddress: boolean }

export type SignInLimits = {
  /**
   * Counts an attempt. Throws `tooManySignIns` with the time to wait if a limit of the name or the address is reached. Returns the
   * milliseconds to wait if a limit of the account is reached; the password must then not be checked.
   */
  count: (attempt: Attempt) => Promise<number | undefined>
  /** Uncounts a successful attempt. */
  forgive: (attempt: Attempt) => Promise<void>
}

const unlimited: SignInLimits = { count: async () => undefined, forgive: async () => {} }

type Counter = readonly [KeptLimiter, string]

/** Counts once; returns the milliseconds to wait if the limit was already reached. */
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

/** Counts in all counters, or in none if a limit was already reached; then returns the milliseconds to wait. */
const consumeAll = async (counters: readonly Counter[]): Promise<number | undefined> => {
  const counted: Counter[] = []
  for (const counter of counters) {
    const waitMs = await consume(counter)
    if (waitMs !== undefined) {
      await giveBack(counted)
      return waitMs
    }
    counted.push(counter)
  }
  return undefined
}

export const tooManySignIns = (waitMs: number): AppError => new AppError(accountErrors.tooManySignIns, { retryAfter: waitMs / 1_000 })

/** The limits on sign-in attempts, counted over all nodes. */
export const signInLimits = ({ config, nodes }: Pick<Platform, 'config' | 'nodes'>): SignInLimits => {
  if (!config.rateLimits) return unlimited
  const limiter = (keyPrefix: string, points: number) => nodes.keptLimiter({ keyPrefix, points, duration })
  const here = limiter('account-address', 10)
  const elsewhere = limiter('account-elsewhere', 20)
  const crowd = limiter('address', 200)
  const counters = (key: string, { address, knownAddress }: Attempt): Counter[] => {
    const at = keyOf(key)
    const all: Counter[] = [[here, `${at} ${networkOf(address)}`]]
    return knownAddress ? all : [...all, [elsewhere, at]]
  }
  const named = (attempt: Attempt): Counter[] => [...counters(`name ${attempt.name}`, attempt), [crowd, networkOf(attempt.address)]]
  const ofAccount = (attempt: Attempt): Counter[] => counters(`account ${attempt.account}`, attempt)
  return {
    count: async (attempt) => {
      const waitMs = await consumeAll(named(attempt))
      if (waitMs !== undefined) throw tooManySignIns(waitMs)
      return consumeAll(ofAccount(attempt))
    },
    forgive: (attempt) => giveBack([...named(attempt), ...ofAccount(attempt)]),
  }
}
