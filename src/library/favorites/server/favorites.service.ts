import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import * as documents from '#library/documents/server/documents.service.ts'
import type { favoritesApi } from '#library/favorites/favorites.contract.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { byInstant, pageOf } from '#server/http/paging.ts'
import { after } from '#server/time.ts'
import * as rows from './favorites.db.ts'

type Page = { search?: string | undefined; limit: number; cursor?: string | undefined }

const idsOf = async ({ db, me }: Ctx, query: Page): Promise<Reply<typeof favoritesApi.ids>> => {
  const { items, nextCursor } = await pageOf(byInstant, query, (limit, place) => rows.page(db, me._id, query.search, limit, place))
  return { items: items.map(({ id }) => id), nextCursor }
}

export const list = async (ctx: Ctx, { query }: Input<typeof favoritesApi.list>): Promise<Reply<typeof favoritesApi.list>> => {
  const { items, nextCursor } = await idsOf(ctx, query)
  return { items: await documents.inOrder(ctx, items), nextCursor, total: await rows.count(ctx.db, ctx.me._id, query.search) }
}

export const ids = (ctx: Ctx, { query }: Input<typeof favoritesApi.ids>): Promise<Reply<typeof favoritesApi.ids>> => idsOf(ctx, query)

export const count = async ({ db, me }: Ctx): Promise<{ count: number }> => ({ count: await rows.count(db, me._id) })

export const add = async ({ transact, me, now }: Ctx, { params: { id } }: Input<typeof favoritesApi.add>): Promise<void> =>
  transact(async (tx) => {
    if (!(await documents.exists(tx, id))) throw new AppError(commonErrors.notFound)
    const last = await rows.lastAddedAt(tx, me._id)
    // Keeps the order of adding even within a millisecond and after the clock was set back.
    const at = last !== null && last >= now.toISOString() ? after(new Date(last), 0.001) : now.toISOString()
    await rows.insert(tx, me._id, id, at)
  })

export const remove = async ({ transact, me }: Ctx, { params: { id } }: Input<typeof favoritesApi.remove>): Promise<void> => {
  await transact((tx) => rows.remove(tx, me._id, id))
}
