/*
 * Attacks, and the code that stops each. A stolen database is attacked offline: argon2id makes each guess cost 19 MiB (`cost`). A
 * flood of sign-ins would take every core and the memory: few hashes run at once, and the rest wait in a bounded queue (`inTurn`).
 * Response times would reveal which accounts exist: an unknown account is checked against a hash of equal cost (`verifyPassword`).
 */
import { availableParallelism } from 'node:os'
import argon2 from '@node-rs/argon2'
import { AppError, commonErrors, type ErrorKind } from '#contract/errors.ts'
import { foldPhone, phoneSigns, plainPhone } from '#contract/phone.ts'
import { userErrors } from '../users.errors.contract.ts'
import { commonPasswords } from './commonPasswords.ts'

/** The library's numeric value; its enum is erased when types are stripped. */
const argon2id = 2

/** OWASP's Password Storage Cheat Sheet: argon2id with 19 MiB and two passes. */
const cost = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Leaves one processor free for all other calls.
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

/** Hashes a password, which is neither trimmed nor truncated. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => argon2.hash(password, cost))

let decoy: Promise<string> | undefined

/** Returns whether the password is right; for an unknown account, returns false after the same time. */
export const verifyPassword = async (passwordHash: string | undefined, password: string): Promise<boolean> => {
  decoy ??= argon2.hash('nobody has this password', cost)
  const against = passwordHash ?? (await decoy)
  const right = await inTurn(() => argon2.verify(against, password))
  return right && passwordHash !== undefined
}

/** The names a person signs in with, which are not secret. */
export type SignInNames = { email?: string | null | undefined; phone?: string | null | undefined }

const digitsOf = (text: string): string => plainPhone(text).replaceAll(/\D/g, '')

/** Returns whether a password is the phone number, in any spelling. */
const isPhone = (password: string, phone: string): boolean => {
  if (!phoneSigns.test(plainPhone(password))) return false
  const folded = foldPhone(phone)
  return folded === undefined ? digitsOf(password) === digitsOf(phone) : foldPhone(password) === folded
}

/** Throws if a new password is the email address, the phone number or a common password. */
export const assertStrong = (password: string, { email, phone }: SignInNames, field: string): void => {
  const folded = password.toLowerCase()
  const refuse = (kind: ErrorKind) => new AppError(kind, { field })
  if (email && folded === email.toLowerCase()) throw refuse(userErrors.passwordIsEmail)
  if (phone && isPhone(password, phone)) throw refuse(userErrors.passwordIsPhone)
  if (commonPasswords.has(folded)) throw refuse(userErrors.passwordCommon)
}
