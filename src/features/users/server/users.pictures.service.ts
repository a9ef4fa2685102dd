import { AppError, commonErrors } from '#contract/errors.ts'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { adopt } from '#server/files/adopt.ts'
import { dayLink, opensToday } from '#server/files/dayLinks.ts'
import { pictureType, readPicture } from '#server/files/pictures.ts'
import type { ReceivedFile } from '#server/files/storage.ts'
import type { Request } from '#server/http/feature.ts'
import type { FileAnswer } from '#server/http/fileAnswer.ts'
import type { OpenCtx, Platform } from '#server/platform.ts'
import { userErrors, type usersApi } from '../users.contract.ts'
import { userPolicy } from '../users.policy.ts'
import * as rows from './users.db.ts'

const SIDE = 512

const targetOf = (id: string, sha256: string) => ({ path: `/api/user/${id}/picture`, sha256 })

/** The address of somebody's picture that opens by itself today and tomorrow, or null where there is none. */
export const pictureLink = async (ctx: Pick<Platform, 'db' | 'clock'>, { id, pictureSha256 }: rows.UserRow): Promise<string | null> =>
  pictureSha256 === null ? null : dayLink(ctx, targetOf(id, pictureSha256))

export const readAvatar = (ctx: Pick<Platform, 'storage'>, file: ReceivedFile): Promise<ReceivedFile> =>
  readPicture(ctx, file, { side: SIDE, field: 'profilePicture' })

/** Saves a row in a transaction of its own, together with the picture that it names where there is one. */
export const withPicture = <T>(ctx: Platform, picture: ReceivedFile | undefined, save: (tx: Db) => Promise<T>): Promise<T> =>
  picture ? adopt(ctx, picture, pictureType, save) : transact(ctx.db, save)

export const picture = async (ctx: OpenCtx, { params, query }: Request<typeof usersApi.picture>): Promise<FileAnswer> => {
  const row = await rows.pictureOf(ctx.db, params.id)
  const shown = { fileName: 'picture.webp', disposition: 'inline' } as const
  if (query.day !== undefined || query.signature !== undefined) {
    if (!row || !(await opensToday(ctx, targetOf(params.id, row.sha256), query))) throw new AppError(userErrors.pictureExpired)
    return { ...row, ...shown, cache: 'day' }
  }
  if (!ctx.me) throw new AppError(commonErrors.notSignedIn)
  if (!row || !userPolicy.see(ctx.me, { _id: params.id })) throw new AppError(commonErrors.notFound)
  return { ...row, ...shown, cache: 'private' }
}
