import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { Document, documentsApi, RemovedDocument } from '#library/documents/documents.contract.ts'
import { documentPolicy } from '#library/documents/documents.policy.ts'
import type { Db } from '#server/db/tables.ts'
import { changesOf } from '#server/feature/changes.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, Platform } from '#server/feature/platform.ts'
import { byInstant, pageOf } from '#server/http/paging.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { toDocument, toDocuments } from './documents.answer.ts'
import { byIds, type DocumentRow } from './documents.db.ts'
import { earliest } from './documents.deleted.service.ts'
import { documentsDeleted, documentsPurged } from './documents.hooks.ts'
import * as rows from './documents.trash.db.ts'

export const removed = async (ctx: Ctx, { query }: Input<typeof documentsApi.removed>): Promise<Reply<typeof documentsApi.removed>> => {
  const { db, now } = ctx
  const { items: found, nextCursor } = await pageOf(byInstant, query, (limit, after) => rows.page(db, earliest(now), limit, after))
  const documents = await toDocuments(ctx, found)
  const items = documents.map((document, index): RemovedDocument => {
    const { at, deletedByName } = found[index] ?? {}
    return { ...document, deletedAt: at ?? '', deletedByName: deletedByName ?? '' }
  })
  return { items, nextCursor, total: await rows.count(db, earliest(now)) }
}

/** Deleting a category also removes it from deleted documents, so these are restored as Uncategorized. */
const restoreAll = async (tx: Db, ctx: Ctx, ids: readonly string[]): Promise<DocumentRow[]> => {
  if (ids.length === 0) return []
  await rows.restore(tx, ids)
  // For a star that was pressed at the moment of the deletion.
  await ctx.hooks.run(documentsDeleted, tx, ids)
  const restored = await byIds(tx, ids)
  for (const { id: targetId, title, categoryName: category } of restored)
    await writeAudit(tx, ctx, { action: 'documents.restore', targetId, after: { title, category } })
  return restored
}

export const restore = async (ctx: Ctx, { params: { id } }: Input<typeof documentsApi.restore>): Promise<Document> => {
  const [row] = await ctx.transact(async (tx) => {
    const [deleted] = await rows.lockDeleted(tx, [id], earliest(ctx.now))
    const whyNot = deleted ? documentPolicy.whyNotRestore(ctx.me, deleted, ctx.now) : commonErrors.notFound
    if (whyNot) throw new AppError(whyNot)
    return restoreAll(tx, ctx, [id])
  })
  if (!row) throw new AppError(commonErrors.notFound)
  return toDocument(ctx, row)
}

export const restoreMany = async (
  ctx: Ctx,
  { body: { ids } }: Input<typeof documentsApi.restoreMany>,
): Promise<Reply<typeof documentsApi.restoreMany>> => {
  const restored = await ctx.transact(async (tx) => {
    const deleted = await rows.lockDeleted(tx, ids, earliest(ctx.now))
    const mine = deleted.filter((one) => documentPolicy.whyNotRestore(ctx.me, one, ctx.now) === undefined)
    return restoreAll(
      tx,
      ctx,
      mine.map((one) => one.id),
    )
  })
  return { restored: restored.length }
}

/** Maximum number per transaction: on SQLite, all other writes wait for it. */
const MAX_PURGED_AT_ONCE = 50

/** Permanently deletes documents that were deleted more than 30 days ago. The file sweep then deletes their contents. */
export const purge = async (platform: Pick<Platform, 'db' | 'live' | 'clock' | 'log' | 'hooks'>): Promise<void> => {
  const { clock, log, hooks } = platform
  const { transact } = changesOf(platform, ['documents'])
  const now = clock()
  let purged = 0
  let gone: number
  do {
    gone = await transact(async (tx) => {
      const documents = await rows.lockOld(tx, earliest(now), MAX_PURGED_AT_ONCE)
      const ids = documents.map(({ id }) => id)
      if (ids.length === 0) return 0
      await hooks.run(documentsPurged, tx, ids)
      await rows.purge(tx, ids)
      for (const { id: targetId, title } of documents)
        await writeAudit(tx, { me: null, now }, { action: 'documents.purge', targetId, before: { title } })
      return documents.length
    })
    purged += gone
  } while (gone > 0)
  if (purged > 0) log.info({ documents: purged }, 'purged deleted documents')
}
