import { AppError, commonErrors } from '#contract/errors.ts'
import { documentErrors } from '#features/documents/documents.contract.ts'
import { coverPath, type extractionApi } from '#features/extraction/extraction.contract.ts'
import { isValidDailyLink } from '#server/files/dailyLinks.ts'
import type { Request } from '#server/http/feature.ts'
import type { FileAnswer } from '#server/http/fileAnswer.ts'
import type { OpenCtx } from '#server/platform.ts'
import * as rows from './extraction.cover.db.ts'

const shown = { fileName: 'cover.webp', disposition: 'inline' } as const

export const cover = async (ctx: OpenCtx, { params, query }: Request<typeof extractionApi.cover>): Promise<FileAnswer> => {
  const row = await rows.coverOf(ctx.db, params.id)
  if (query.day !== undefined || query.signature !== undefined) {
    if (!row || !(await isValidDailyLink(ctx, { path: coverPath(params.id), sha256: row.sha256 }, query)))
      throw new AppError(documentErrors.linkInvalid)
    return { ...row, ...shown, cache: 'day' }
  }
  if (!ctx.me) throw new AppError(commonErrors.notSignedIn)
  if (!row) throw new AppError(commonErrors.notFound)
  return { ...row, ...shown, cache: 'private' }
}
