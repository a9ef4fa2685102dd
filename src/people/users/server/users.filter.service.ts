import { findSeatByLabel } from '#people/rooms/server/rooms.read.service.ts'
import type { AccountStatus, MoneyGroup } from '#people/users/users.contract.ts'
import type { UsersTable } from '#server/db/tables/people.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { type HallNow, hallToday } from '#server/hallDay.ts'
import { type AskedGroup, groupAsked } from './users.hooks.ts'
import type { Filter } from './users.list.db.ts'
import { readSearch, type Search } from './users.search.ts'

export type ListQuery = {
  search?: string | undefined
  role?: UsersTable['role'] | undefined
  status?: AccountStatus | undefined
  hasSeat?: boolean | undefined
  only?: MoneyGroup | undefined
}

type Asking = HallNow & Pick<Ctx, 'db' | 'hooks'>

const conditionOf = async (ctx: Asking, group: MoneyGroup): Promise<AskedGroup['isIn']> => {
  const asked: AskedGroup = { group }
  await ctx.hooks.run(groupAsked, ctx.db, ctx, asked)
  return asked.isIn
}

/** A label of a seat finds the people on it, as the number of a seat does. */
const searchFor = async (ctx: Asking, typed: string | undefined): Promise<Search | undefined> => {
  const search = readSearch(typed)
  return search && { ...search, seatNumber: (await findSeatByLabel(ctx.db, search.text)) ?? search.seatNumber }
}

/** Returns the filter of a list for a query. */
export const filterOf = async (ctx: Asking, { search, role, status, hasSeat, only }: ListQuery): Promise<Filter> => ({
  search: await searchFor(ctx, search),
  role,
  status,
  hasSeat,
  today: hallToday(ctx),
  isIn: only && (await conditionOf(ctx, only)),
})
