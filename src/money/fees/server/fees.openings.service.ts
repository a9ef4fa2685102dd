import { monthOfDay } from '#contract/month.ts'
import type { personCreated } from '#people/users/server/users.hooks.ts'
import { lock } from '#server/db/locks.ts'
import type { ReactionTo } from '#server/feature/hooks.ts'
import { hallToday } from '#server/hallDay.ts'
import { newCharge } from './fees.automatic.service.ts'
import * as rows from './fees.db.ts'
import * as people from './fees.people.db.ts'

/** Name of the fee for old dues in lists. */
const OLD_DUES = 'Old dues'

/**
 * Opens the account of a student who joined before the hall used Carrel. Charging starts after the last month paid on paper or, if
 * only old dues are known, now. Neither counts as a receipt or a collection.
 */
export const openAccount: ReactionTo<typeof personCreated> = async (tx, ctx, { id, paidUpTo, oldDues }) => {
  if (paidUpTo === null && oldDues === null) return
  await lock(tx, 'fees')
  const today = hallToday(ctx)
  const by = { createdBy: ctx.me?._id ?? null, createdAt: ctx.now.toISOString() }
  const chargeFrom = paidUpTo === null ? monthOfDay(today) : paidUpTo + 1
  await people.insertOpening(tx, { userId: id, chargeFrom, paidUpTo, oldDues, ...by })
  if (oldDues === null) return
  const charge = { userId: id, kind: 'other', period: monthOfDay(today), amount: oldDues, dueOn: today, notes: OLD_DUES } as const
  await rows.insert(tx, [newCharge(ctx, charge)])
}
