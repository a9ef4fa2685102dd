import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { writeAudit } from '#features/audit/server/audit.service.ts'
import type { Document, documentsApi, RemovedDocument } from '#features/documents/documents.contract.ts'
import { bump } from '#server/db/revisions.ts'
import { transact } from '#server/db/transact.ts'
import { fromCursor, toCursor } from '#server/http/cursors.ts'
import type { Request } from '#server/http/feature.ts'
import type { Ctx, Platform } from '#server/platform.ts'
import { after, DAY } from '#server/time.ts'
import { toDocument, toDocuments } from './documents.answer.ts'
import { removeFavorites } from './documents.changes.db.ts'
import * as rows from './documents.removed.db.ts'
import { mustFind } from './documents.service.ts'

/** What was deleted before this instant is gone for good. */
const earliest = (now: Date): string => after(now, -limits.restoreDays * DAY)

export const removed = async (
  ctx: Ctx,
  { query: { cursor, limit } }: Request<typeof documentsApi.removed>,
): Promise<Reply<typeof documentsApi.removed>> => {
  const { db, now } = ctx
  const page = await rows.page(db, earliest(now), limit + 1, fromCursor(cursor))
  const found = page.slice(0, limit)
  const documents = await toDocuments(ctx, found)
  const items = documents.map((document, index): RemovedDocument => {
    const { deletedAt, deletedByName } = found[index] ?? {}
    return { ...document, deletedAt: deletedAt ?? '', deletedByName: deletedByName ?? '' }
  })
  const last = page.length > limit ? items.at(-1) : undefined
  return { items, nextCursor: last ? toCursor({ at: last.deletedAt, id: last._id }) : null, total: await rows.count(db, earliest(now)) }
}

/** A category that is gone meanwhile has let go of its documents, deleted ones too: so they come back as Uncategorized. */
export const restore = async (ctx: Ctx, { params: { id } }: Request<typeof documentsApi.restore>): Promise<Document> => {
  const row = await transact(ctx.db, async (tx) => {
    if (!(await rows.restore(tx, id, earliest(ctx.now)))) throw new AppError(commonErrors.notFound)
    // Of somebody who pressed the star in the moment of the deletion.
    await removeFavorites(tx, [id])
    const restored = await mustFind(tx, id)
    await writeAudit(tx, ctx, {
      action: 'documents.restore',
      targetId: id,
      after: { title: restored.title, category: restored.categoryName },
    })
    await bump(tx, 'documents')
    return restored
  })
  return toDocument(ctx, row)
}

/** As many as go in one transaction: on SQLite everybody else's writes wait meanwhile. */
const batch = 50

/** Takes away for good what was deleted more than 30 days ago. The contents go with the sweep of the files. */
export const purge = async ({ db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>): Promise<void> => {
  const now = clock()
  let purged = 0
  let gone: number
  do {
    gone = await transact(db, async (tx) => {
      const documents = await rows.purge(tx, earliest(now), batch)
      for (const { id: targetId, title } of documents)
        await writeAudit(tx, { me: null, now }, { action: 'documents.purge', targetId, before: { title } })
      return documents.length
    })
    purged += gone
  } while (gone > 0)
  if (purged > 0) log.info({ documents: purged }, 'purged documents that were deleted long ago')
}
