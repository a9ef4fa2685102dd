import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { feeErrors } from '../fees.errors.contract.ts'

/*
 * A browser that received no response sends a call again with the same `clientId`, and receives the entry that the first call made.
 * The same id with any other content is rejected: otherwise a clerk would be shown an entry that they did not make.
 */

type Entered = { enteredBy: string; clientDigest: string | null }

/** Returns a digest of the request body without its `clientId`, and of the record named by the URL. */
export const contentDigest = (body: object, about = ''): string =>
  createHash('sha256')
    .update(JSON.stringify([about, Object.entries({ ...body, clientId: undefined }).sort(([one], [other]) => (one < other ? -1 : 1))]))
    .digest('hex')

/** Throws `otherContent` unless an entry was made by this person with this content. Older entries have no digest. */
export const assertRepeated = (before: Entered, meId: string, digest: string): void => {
  if (before.enteredBy !== meId || (before.clientDigest !== null && before.clientDigest !== digest))
    throw new AppError(feeErrors.otherContent)
}
