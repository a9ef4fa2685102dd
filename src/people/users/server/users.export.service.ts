import { dayIn } from '#contract/day.ts'
import type { AccountStatus } from '#people/users/users.contract.ts'
import type { UsersTable } from '#server/db/tables.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { UserRow } from './users.db.ts'
import * as people from './users.list.db.ts'
import { type Place, placeOf } from './users.order.ts'
import { readSearch } from './users.search.ts'

export type Account = UserRow

type Query = {
  search?: string | undefined
  role?: UsersTable['role'] | undefined
  status?: AccountStatus | undefined
  hasSeat?: boolean | undefined
}

const ROWS_AT_ONCE = 500

/** Everybody whom these filters of the list find, in its order, page by page. */
export async function* everybody(
  { db, config, now }: Pick<Ctx, 'db' | 'config' | 'now'>,
  { search, role, status, hasSeat }: Query,
): AsyncGenerator<Account[]> {
  const filter = { search: readSearch(search), role, status, hasSeat, today: dayIn(config.timeZone, now) }
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
