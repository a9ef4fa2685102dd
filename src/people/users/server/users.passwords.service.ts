/*
 * What an attacker can do here, and which line stops it. A stolen database is attacked offline: argon2id makes each
 * guess cost 19 MiB (`cost`). A flood of sign-ins would take every core and the memory: few hashes run at once and
 * the rest wait in a bounded line (`inTurn`). The time of an answer would tell which accounts exist: an unknown
 * account is checked against a hash as dear as a real one (`verifyPassword`).
 */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError, commonErrors } from '#contract/errors.ts'
import { userErrors } from '../users.contract.ts'
import { commonPasswords } from './commonPasswords.ts'

/** The library's number for it; its enum vanishes when types are stripped. */
const argon2id = 2

/** OWASP's Password Storage Cheat Sheet: argon2id with 19 MiB and two passes. */
const cost = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// One processor stays free for everybody else's calls.
const atOnce = Math.max(1, availableParallelism() - 1)
const MAX_WAITING = 200
let running = 0
const line: (() => void)[] = []

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= atOnce) {
    if (line.length >= MAX_WAITING) throw new AppError(commonErrors.unavailable, { retryAfter: 5 })
    await new Promise<void>((resolve) => line.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    const next = line.shift()
    if (next) next()
    else running--
  }
}

/** Hashes a password, which is neither trimmed nor cut. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

let decoy: Promise<string> | undefined

/** Returns whether the password is right; for an account that does not exist it takes as long and answers no. */
export const verifyPassword = async (passwordHash: string | undefined, password: string): Promise<boolean> => {
  decoy ??= hash('nobody has this password', cost)
  const against = passwordHash ?? (await decoy)
  const right = await inTurn(() => verify(against, password))
  return right && passwordHash !== undefined
}

/** Throws where a new password is the email address or one of the commonest. */
export const mustBeStrong = (password: string, email: string, field: string): void => {
  const folded = password.toLowerCase()
  const kind =
    folded === email.toLowerCase() ? userErrors.passwordIsEmail : commonPasswords.has(folded) ? userErrors.passwordCommon : undefined
  if (kind) throw new AppError(kind, { field })
}
