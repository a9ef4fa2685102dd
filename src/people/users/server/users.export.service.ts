import type { Ctx } from '#server/feature/platform.ts'
import type { HallNow } from '#server/hallDay.ts'
import type { UserRow } from './users.db.ts'
import { filterOf, type ListQuery } from './users.filter.service.ts'
import * as people from './users.list.db.ts'
import { type Place, placeOf } from './users.order.ts'

export type Account = UserRow

const ROWS_AT_ONCE = 500

/** Yields everybody who matches the filters of the list, in its order, page by page. */
export async function* everybody(ctx: HallNow & Pick<Ctx, 'db' | 'hooks'>, query: ListQuery): AsyncGenerator<Account[]> {
  const { db } = ctx
  const filter = await filterOf(ctx, query)
  const found = await people.find(db, filter)
  let after: Place | undefined
  for (;;) {
    const page = await people.page(db, { filter, found, limit: ROWS_AT_ONCE, after })
    yield page
    const last = page.at(-1)
    if (!last || page.length < ROWS_AT_ONCE) return
    after = placeOf(last)
  }
}
