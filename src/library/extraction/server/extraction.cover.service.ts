import { may } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { coverPath, documentErrors, documentsApi } from '#library/documents/documents.contract.ts'
import { deletedState, isRestorable } from '#library/documents/server/documents.deleted.service.ts'
import type { Input } from '#server/feature/feature.ts'
import type { OpenCtx } from '#server/feature/platform.ts'
import { isValidDailyLink } from '#server/files/dailyLinks.ts'
import type { FileAnswer } from '#server/http/fileAnswer.ts'
import type { extractionApi } from '../extraction.contract.ts'
import * as rows from './extraction.cover.db.ts'

const shown = { fileName: 'cover.webp', disposition: 'inline', isPicture: true } as const

/** Returns the cover of a document that exists or can still be restored. */
const found = async (ctx: OpenCtx, id: string) => {
  const row = await rows.coverOf(ctx.db, id)
  if (!row || (row.deletedAt !== null && !isRestorable(row.deletedAt, ctx.now))) return undefined
  const { deletedAt, ...content } = row
  return { content, state: deletedAt === null ? undefined : deletedState(deletedAt) }
}

/**
 * The cover of a deleted document is shown only to people who may restore it: by their session, or by a signed address from the list that
 * only they receive.
 */
export const cover = async (ctx: OpenCtx, { params, query }: Input<typeof extractionApi.cover>): Promise<FileAnswer> => {
  const { content, state } = (await found(ctx, params.id)) ?? {}
  if (query.day !== undefined || query.signature !== undefined) {
    const target = content && { path: coverPath(params.id), sha256: content.sha256, state }
    if (!target || !(await isValidDailyLink(ctx, target, query))) throw new AppError(documentErrors.linkInvalid)
    return { ...content, ...shown, cache: 'day' }
  }
  if (!ctx.me) throw new AppError(commonErrors.notSignedIn)
  if (!content || (state !== undefined && !may(documentsApi.removed, ctx.me))) throw new AppError(commonErrors.notFound)
  return { ...content, ...shown, cache: 'private' }
}
