import { randomInt } from 'node:crypto'
import { readablePassword } from '#contract/readablePassword.ts'

/** Returns a password like those of Add User, readable on a slip and easy to type on a phone: `kubo-rane-tame-47`. */
export const makePassword = (): string => readablePassword((below) => randomInt(below))
