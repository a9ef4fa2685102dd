import type { Reply } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { lock } from '#server/db/locks.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { encryptionApi } from '../encryption.contract.ts'
import { listErrors } from '../encryption.lists.contract.ts'
import { encryptionErrors } from '../encryption.shapes.contract.ts'
import { byId } from './encryption.devices.db.ts'
import { bookOf, replaceBook } from './encryption.trustBook.db.ts'

/*
 * Each person accesses only their own trust book: the server stores it, and clients verify that one of their devices has signed
 * it.
 */

export const trustBook = async ({ db, me }: Ctx): Promise<Reply<typeof encryptionApi.trustBook>> => {
  const stored = await bookOf(db, me._id)
  return stored ? JSON.parse(stored.book) : null
}

/** Stores a trust book. If two devices save at once, one succeeds; the other one fetches that book and merges. */
export const saveTrustBook = async (
  ctx: Ctx,
  { body: { replaces: sent, ...book } }: Input<typeof encryptionApi.saveTrustBook>,
): Promise<Reply<typeof encryptionApi.saveTrustBook>> => {
  const { number, byDevice } = book
  const replaces = sent ?? number - 1
  await ctx.transact(async (tx) => {
    await lock(tx, 'devices')
    const device = await byId(tx, byDevice)
    const isTrusted = device?.userId === ctx.me._id && device.revokedAt === null && device.state === 'trusted'
    if (!isTrusted) throw new AppError(encryptionErrors.deviceUnknown)
    const isNext = number > replaces && (await replaceBook(tx, { userId: ctx.me._id, number, book: JSON.stringify(book) }, replaces))
    if (!isNext) throw new AppError(listErrors.bookTaken)
  })
  return book
}
