import { AppError, commonErrors } from '#contract/errors.ts'
import { documentErrors, type documentsApi } from '#features/documents/documents.contract.ts'
import { documentPolicy } from '#features/documents/documents.policy.ts'
import { opensToday } from '#server/files/dayLinks.ts'
import type { Request } from '#server/http/feature.ts'
import type { FileAnswer } from '#server/http/fileAnswer.ts'
import type { OpenCtx } from '#server/platform.ts'
import { coverTarget } from './documents.answer.ts'
import * as rows from './documents.cover.db.ts'

const shown = { fileName: 'cover.webp', disposition: 'inline' } as const

export const cover = async (ctx: OpenCtx, { params, query }: Request<typeof documentsApi.cover>): Promise<FileAnswer> => {
  const row = await rows.coverOf(ctx.db, params.id)
  if (query.day !== undefined || query.signature !== undefined) {
    if (!row || !(await opensToday(ctx, coverTarget(params.id, row.sha256), query))) throw new AppError(documentErrors.linkInvalid)
    return { ...row, ...shown, cache: 'day' }
  }
  if (!ctx.me) throw new AppError(commonErrors.notSignedIn)
  if (!row || !documentPolicy.see(ctx.me)) throw new AppError(commonErrors.notFound)
  return { ...row, ...shown, cache: 'private' }
}
