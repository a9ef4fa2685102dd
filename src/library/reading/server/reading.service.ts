import type { Reply } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { inOrder, mustFind } from '#library/documents/server/documents.service.ts'
import { type ReadDocument, type readingApi, readingErrors } from '#library/reading/reading.contract.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { readingLimits } from '../reading.contract.ts'
import * as rows from './reading.db.ts'

export const progress = async (
  { db, me }: Ctx,
  { params }: Input<typeof readingApi.progress>,
): Promise<Reply<typeof readingApi.progress>> => {
  const { id } = await mustFind(db, params.id)
  return { page: await rows.pageOf(db, me._id, id) }
}

/** Called on every page turn, so it is not audited. */
export const saveProgress = async (
  { db, transact, me, now }: Ctx,
  { params, body: { page } }: Input<typeof readingApi.saveProgress>,
): Promise<Reply<typeof readingApi.saveProgress>> => {
  const { id, pages } = await mustFind(db, params.id)
  if (pages !== null && page > pages) throw new AppError(readingErrors.noSuchPage, { field: 'page' })
  await transact((tx) => rows.save(tx, { userId: me._id, documentId: id, page, at: now.toISOString() }))
  return { page }
}

/** For other features: the caller's unfinished documents, most recently read first. */
export const continueReading = async (ctx: Ctx, limit: number): Promise<ReadDocument[]> => {
  const read = await rows.lastRead(ctx.db, ctx.me._id, limit)
  const documents = await inOrder(
    ctx,
    read.map(({ documentId }) => documentId),
  )
  const known = new Map(documents.map((one) => [one._id, one]))
  return read.flatMap(({ documentId, page, updatedAt: readAt }) => {
    const document = known.get(documentId)
    return document ? [{ ...document, page, readAt }] : []
  })
}

export const unfinished = async (ctx: Ctx): Promise<Reply<typeof readingApi.unfinished>> => ({
  items: await continueReading(ctx, readingLimits.unfinished),
})
