import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import * as documents from '#features/documents/server/documents.service.ts'
import type { favoritesApi } from '#features/favorites/favorites.contract.ts'
import { transact } from '#server/db/transact.ts'
import { fromCursor, toCursor } from '#server/http/cursors.ts'
import type { Request } from '#server/http/feature.ts'
import type { Ctx } from '#server/platform.ts'
import * as rows from './favorites.db.ts'

export const list = async (ctx: Ctx, { query }: Request<typeof favoritesApi.list>): Promise<Reply<typeof favoritesApi.list>> => {
  const { db, me } = ctx
  const { search, limit, cursor } = query
  const page = await rows.page(db, me._id, search, limit + 1, fromCursor(cursor))
  const places = page.slice(0, limit)
  const last = page.length > limit ? places.at(-1) : undefined
  const items = await documents.inOrder(
    ctx,
    places.map(({ id }) => id),
  )
  return { items, nextCursor: last ? toCursor(last) : null, total: await rows.count(db, me._id, search) }
}

export const count = async ({ db, me }: Ctx): Promise<{ count: number }> => ({ count: await rows.count(db, me._id) })

export const add = async ({ db, me, now }: Ctx, { params: { id } }: Request<typeof favoritesApi.add>): Promise<void> =>
  transact(db, async (tx) => {
    if (!(await documents.exists(tx, id))) throw new AppError(commonErrors.notFound)
    await rows.insert(tx, me._id, id, now.toISOString())
  })

export const remove = async ({ db, me }: Ctx, { params: { id } }: Request<typeof favoritesApi.remove>): Promise<void> => {
  await rows.remove(db, me._id, id)
}
