import type { conceded } from '#people/users/server/users.hooks.ts'
import { newId } from '#server/db/ids.ts'
import { lock } from '#server/db/locks.ts'
import type { Db } from '#server/db/tables.ts'
import type { ReactionTo } from '#server/feature/hooks.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { assertRule } from '#system/customization/server/customization.rules.service.ts'
import * as people from './fees.people.db.ts'

/** Records, for the owner, that a student pays a different fee, and the reason. */
export const noteConcession: ReactionTo<typeof conceded> = async (tx, { me, now }, concession) => {
  await lock(tx, 'fees')
  const by = { createdAt: now.toISOString(), createdBy: me?._id ?? null, createdByName: me?.name ?? '' }
  await people.insertConcession(tx, { id: newId(), ...concession, ...by })
}

/** A charged month with the student's usual fee, in paise. */
type Charged = { userId: string; amount: number; usual: number }

/**
 * Records a concession for each student whose months are charged below the usual fee. Without it, a clerk could charge ₹1 a month
 * and keep the rest.
 */
export const concedeLower = async (tx: Db, ctx: Ctx, charged: readonly Charged[], reason = ''): Promise<void> => {
  const lower = new Map(charged.filter(({ amount, usual }) => amount < usual).map((one) => [one.userId, one]))
  if (lower.size === 0) return
  await assertRule(tx, ctx.me, 'managersConcede')
  for (const { userId, usual, amount } of lower.values())
    await noteConcession(tx, ctx, { userId, kind: 'monthly-fee', beforeValue: usual, afterValue: amount, reason })
}
