import { AppError, commonErrors } from '#contract/errors.ts'
import type { Input } from '#server/feature/feature.ts'
import type { OpenCtx, Platform } from '#server/feature/platform.ts'
import { dailyLink, dailyLinks, isValidDailyLink } from '#server/files/dailyLinks.ts'
import { readPicture } from '#server/files/pictures.ts'
import type { ReceivedFile } from '#server/files/storage.ts'
import type { FileAnswer } from '#server/http/fileAnswer.ts'
import type { usersApi } from '../users.contract.ts'
import { userErrors } from '../users.errors.contract.ts'
import { userPolicy } from '../users.policy.ts'
import * as rows from './users.db.ts'

const SIDE = 512

const targetOf = (id: string, sha256: string) => ({ path: `/api/user/${id}/picture`, sha256 })

/** Returns a URL of someone's picture that needs no login and expires after tomorrow, or null without a picture. */
export const pictureLink = async (
  ctx: Pick<Platform, 'db' | 'clock'>,
  { id, pictureSha256 }: Pick<rows.UserRow, 'id' | 'pictureSha256'>,
): Promise<string | null> => (pictureSha256 === null ? null : dailyLink(ctx, targetOf(id, pictureSha256)))

/** The same for many people at once. */
export const pictureLinks = async (
  ctx: Pick<Platform, 'db' | 'clock'>,
): Promise<(person: Pick<rows.UserRow, 'id' | 'pictureSha256'>) => string | null> => {
  const linkOf = await dailyLinks(ctx)
  return ({ id, pictureSha256 }) => (pictureSha256 === null ? null : linkOf(targetOf(id, pictureSha256)))
}

export const readAvatar = (ctx: Pick<Platform, 'storage'>, file: ReceivedFile): Promise<ReceivedFile> =>
  readPicture(ctx, file, { side: SIDE, field: 'profilePicture' })

export const picture = async (ctx: OpenCtx, { params, query }: Input<typeof usersApi.picture>): Promise<FileAnswer> => {
  const row = await rows.pictureOf(ctx.db, params.id)
  const shown = { fileName: 'picture.webp', disposition: 'inline', isPicture: true } as const
  if (query.day !== undefined || query.signature !== undefined) {
    if (!row || !(await isValidDailyLink(ctx, targetOf(params.id, row.sha256), query))) throw new AppError(userErrors.pictureExpired)
    return { ...row, ...shown, cache: 'day' }
  }
  if (!ctx.me) throw new AppError(commonErrors.notSignedIn)
  if (!row) throw new AppError(commonErrors.notFound)
  const kind = userPolicy.whyNotSee(ctx.me, { _id: params.id })
  if (kind) throw new AppError(kind)
  return { ...row, ...shown, cache: 'private' }
}
