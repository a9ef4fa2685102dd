import { monthOfDay } from '#contract/month.ts'
import { lock } from '#server/db/locks.ts'
import type { Hooks } from '#server/feature/hooks.ts'
import { newCharge } from './fees.charges.service.ts'
import * as rows from './fees.db.ts'
import * as people from './fees.people.db.ts'
import { todayOf } from './fees.service.ts'

/** What old dues are called where fees are listed. */
const OLD_DUES = 'Old dues'

/**
 * Opens the account of a student who was here before Carrel. Charging starts after the last month that was paid on paper, or
 * where only old dues are known, now; neither is a receipt nor a collection.
 */
export const openAccount: Hooks['onPersonCreated'] = async (tx, ctx, { id, paidUpTo, oldDues }) => {
  if (paidUpTo === null && oldDues === null) return
  await lock(tx, 'fees')
  const today = todayOf(ctx)
  const by = { createdBy: ctx.me?._id ?? null, createdAt: ctx.now.toISOString() }
  const chargeFrom = paidUpTo === null ? monthOfDay(today) : paidUpTo + 1
  await people.insertOpening(tx, { userId: id, chargeFrom, paidUpTo, oldDues, ...by })
  if (oldDues === null) return
  const charge = { userId: id, kind: 'other', period: monthOfDay(today), amount: oldDues, dueOn: today, notes: OLD_DUES } as const
  await rows.insert(tx, [newCharge(ctx, charge)])
}
