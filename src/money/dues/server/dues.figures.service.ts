import { toRupees } from '#contract/money.ts'
import { duesAsked, groupAsked } from '#people/users/server/users.hooks.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { HallNow } from '#server/hallDay.ts'
import * as rows from './dues.db.ts'
import { filterOf } from './dues.service.ts'

export type Overdue = {
  /** In rupees. */
  owed: number
  students: number
}

/** Returns what was due before today and is unpaid, and the number of students: the same sums as the worklist filtered by `overdue`. */
export const overdue = async (ctx: HallNow & Pick<Ctx, 'db'>): Promise<Overdue> => {
  const { students, owed } = await rows.sums(ctx.db, filterOf(ctx, { age: 'overdue' }))
  return { students, owed: toRupees(owed) }
}

/** Returns the number of people who owe something, due or not: the length of the worklist, and of the list of people narrowed to them. */
export const countDebtors = async (ctx: HallNow & Pick<Ctx, 'db'>): Promise<number> => (await rows.sums(ctx.db, filterOf(ctx, {}))).students

/** The people of the group `owes`. */
export const debtorsAsked = groupAsked.by(async (db, _, asked) => {
  if (asked.group === 'owes') asked.isIn = rows.isDebtor(db)
})

/** What the people of a list or of the seat map owe. */
export const duesOfPeople = duesAsked.by(async (db, asked) => {
  asked.owed = await rows.owedBy(db, asked.userIds)
})
