import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { feeErrors } from '../fees.contract.ts'

/*
 * A browser that got no answer sends a call again with the same `clientId`, and gets what the first one entered. The same id with
 * anything else in the call is not a repetition, and is refused: otherwise a clerk would be shown an entry that they did not make.
 */

type Entered = { enteredBy: string; clientDigest: string | null }

/** A digest of everything that a call sent besides its `clientId`, and of the record that its address names. */
export const contentDigest = (body: object, about = ''): string =>
  createHash('sha256')
    .update(JSON.stringify([about, Object.entries({ ...body, clientId: undefined }).sort(([one], [other]) => (one < other ? -1 : 1))]))
    .digest('hex')

/** Throws `otherContent` unless an entry was made by this person with this content. Entries from before have no digest. */
export const assertRepeated = (before: Entered, meId: string, digest: string): void => {
  if (before.enteredBy !== meId || (before.clientDigest !== null && before.clientDigest !== digest))
    throw new AppError(feeErrors.otherContent)
}
