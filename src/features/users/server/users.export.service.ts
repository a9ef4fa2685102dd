import type { Role } from '#contract/actor.ts'
import { dayIn } from '#contract/day.ts'
import type { AccountStatus } from '#features/users/users.contract.ts'
import { fold } from '#server/db/fold.ts'
import type { Ctx } from '#server/platform.ts'
import type { UserRow } from './users.db.ts'
import * as people from './users.list.db.ts'

export type Account = UserRow

type Query = { search?: string | undefined; role?: Role | undefined; status?: AccountStatus | undefined }

const ROWS_AT_ONCE = 500

/** Everybody whom these filters of the list find, newest first, page by page. */
export async function* everybody(
  { db, config, now }: Pick<Ctx, 'db' | 'config' | 'now'>,
  { search, role, status }: Query,
): AsyncGenerator<Account[]> {
  const filter = { search: search === undefined ? undefined : fold(search), role, status, today: dayIn(config.timeZone, now) }
  const matches = await people.matching(db, filter)
  let after: string | undefined
  for (;;) {
    const page = await people.page(db, filter, matches, ROWS_AT_ONCE, after)
    yield page
    if (page.length < ROWS_AT_ONCE) return
    after = page.at(-1)?.id
  }
}
