import type { Reply } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { documentErrors, type documentsApi } from '#features/documents/documents.contract.ts'
import type { Request } from '#server/http/feature.ts'
import type { Ctx } from '#server/platform.ts'
import * as rows from './documents.progress.db.ts'
import { mustFind } from './documents.service.ts'

export const progress = async (
  { db, me }: Ctx,
  { params }: Request<typeof documentsApi.progress>,
): Promise<Reply<typeof documentsApi.progress>> => {
  const { id } = await mustFind(db, params.id)
  return { page: await rows.pageOf(db, me._id, id) }
}

/** A reader says this at every page that is turned: nothing of it is audited. */
export const saveProgress = async (
  { db, me, now }: Ctx,
  { params, body: { page } }: Request<typeof documentsApi.saveProgress>,
): Promise<Reply<typeof documentsApi.saveProgress>> => {
  const { id, pages } = await mustFind(db, params.id)
  if (pages !== null && page > pages) throw new AppError(documentErrors.noSuchPage, { fields: { page: documentErrors.noSuchPage.message } })
  await rows.save(db, { userId: me._id, documentId: id, page, at: now.toISOString() })
  return { page }
}
