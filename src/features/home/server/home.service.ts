import { limits } from '#contract/limits.ts'
import * as categories from '#features/categories/server/categories.service.ts'
import { countByCategory, totalOf } from '#features/documents/server/documents.counts.service.ts'
import * as documents from '#features/documents/server/documents.service.ts'
import type { Dashboard, ReadDocument } from '#features/home/home.contract.ts'
import type { Ctx } from '#server/platform.ts'
import { dayIn } from '#server/time.ts'
import * as rows from './home.db.ts'

const continueReading = async (ctx: Ctx): Promise<ReadDocument[]> => {
  const read = await rows.lastRead(ctx.db, ctx.me._id, limits.continueReading)
  const known = new Map(
    (
      await documents.inOrder(
        ctx,
        read.map(({ documentId }) => documentId),
      )
    ).map((one) => [one._id, one]),
  )
  return read.flatMap(({ documentId, page, updatedAt: readAt }) => {
    const document = known.get(documentId)
    return document ? [{ ...document, page, readAt }] : []
  })
}

export const dashboard = async (ctx: Ctx): Promise<Dashboard> => {
  const { db, config, now } = ctx
  return {
    totalDocuments: totalOf(await countByCategory(db)),
    totalCategories: await categories.count(db),
    totalUsers: await rows.countActiveStudents(db, dayIn(config.timeZone, now)),
    recentDocuments: await documents.newest(ctx, limits.recentDocuments),
    thought: null,
    continueReading: await continueReading(ctx),
  }
}
