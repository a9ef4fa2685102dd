import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { Document, documentsApi } from '#library/documents/documents.contract.ts'
import type { Db } from '#server/db/tables.ts'
import { isForeignKeyViolation } from '#server/db/violations.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { toDocument } from './documents.answer.ts'
import * as rows from './documents.edit.db.ts'
import { documentsDeleted } from './documents.hooks.ts'
import { categoryMissing, findOrThrow } from './documents.service.ts'

/** Returns the fields that would change; equal values are not a change. */
const changeOf = (locked: rows.LockedRow, { title = locked.title, categoryId = locked.categoryId }: rows.Change): rows.Change => ({
  ...(title !== locked.title && { title }),
  ...(categoryId !== locked.categoryId && { categoryId }),
})

/** Applies the same change to locked documents and audits the previous values of each; returns whether anything changed. */
const changeAll = async (tx: Db, ctx: Ctx, locked: readonly rows.LockedRow[], to: rows.Change): Promise<void> => {
  const changing = locked.map((one) => ({ one, change: changeOf(one, to) })).filter(({ change }) => Object.keys(change).length > 0)
  const categories = [to.categoryId, ...changing.map(({ one }) => one.categoryId)].filter((id) => typeof id === 'string')
  const names = await rows.categoryNames(tx, [...new Set(categories)])
  if (typeof to.categoryId === 'string' && !names.has(to.categoryId)) throw categoryMissing()
  if (changing.length === 0) return
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  await rows.change(
    tx,
    changing.map(({ one }) => one.id),
    to,
  )
  for (const { one, change } of changing) {
    const { title, categoryId } = change
    await writeAudit(tx, ctx, {
      action: 'documents.update',
      targetId: one.id,
      before: { ...(title !== undefined && { title: one.title }), ...(categoryId !== undefined && { category: nameOf(one.categoryId) }) },
      after: { ...(title !== undefined && { title }), ...(categoryId !== undefined && { category: nameOf(categoryId) }) },
    })
  }
}

/** Runs a change in a transaction. A category that is deleted between the check and the write counts as missing. */
const changing = async <T>(ctx: Ctx, change: (tx: Db) => Promise<T>): Promise<T> => {
  try {
    return await ctx.transact(change)
  } catch (error) {
    throw isForeignKeyViolation(error) ? categoryMissing() : error
  }
}

export const update = async (ctx: Ctx, { params: { id }, body }: Input<typeof documentsApi.update>): Promise<Document> => {
  const { title, category } = body
  const row = await changing(ctx, async (tx) => {
    const locked = await rows.lockRows(tx, [id])
    if (locked.length === 0) throw new AppError(commonErrors.notFound)
    await changeAll(tx, ctx, locked, { ...(title !== undefined && { title }), ...(category !== undefined && { categoryId: category }) })
    return findOrThrow(tx, id)
  })
  return toDocument(ctx, row)
}

export const moveMany = async (
  ctx: Ctx,
  { body: { ids, category } }: Input<typeof documentsApi.moveMany>,
): Promise<Reply<typeof documentsApi.moveMany>> =>
  changing(ctx, async (tx) => {
    const locked = await rows.lockRows(tx, ids)
    await changeAll(tx, ctx, locked, { categoryId: category })
    return { moved: locked.length }
  })

/** Deletes documents and returns how many existed. Their contents are kept for 30 days, so that a superadmin can restore them. */
const removeAll = async (tx: Db, ctx: Ctx, ids: readonly string[]): Promise<number> => {
  const removed = await rows.remove(tx, ids, ctx.now.toISOString(), ctx.me._id)
  if (removed.length === 0) return 0
  await ctx.hooks.run(
    documentsDeleted,
    tx,
    removed.map(({ id }) => id),
  )
  for (const { id, title, fileName } of removed)
    await writeAudit(tx, ctx, { action: 'documents.remove', targetId: id, before: { title, fileName } })
  return removed.length
}

export const remove = (ctx: Ctx, { params: { id } }: Input<typeof documentsApi.remove>): Promise<void> =>
  ctx.transact(async (tx) => {
    if ((await removeAll(tx, ctx, [id])) === 0) throw new AppError(commonErrors.notFound)
  })

export const removeMany = async (
  ctx: Ctx,
  { body: { ids } }: Input<typeof documentsApi.removeMany>,
): Promise<Reply<typeof documentsApi.removeMany>> => ({ removed: await ctx.transact((tx) => removeAll(tx, ctx, ids)) })
