import { noReason } from '#contract/reason.ts'
import { newId } from '#server/db/ids.ts'
import { lock } from '#server/db/locks.ts'
import type { Db } from '#server/db/tables.ts'
import type { Hooks } from '#server/feature/hooks.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { assertRule } from '#system/settings/server/customization.rules.service.ts'
import * as people from './fees.people.db.ts'

/** Writes down that a student pays another fee than others, and why, for the owner. */
export const noteConcession: Hooks['onConcession'] = async (tx, { me, now }, concession) => {
  await lock(tx, 'fees')
  const by = { createdAt: now.toISOString(), createdBy: me?._id ?? null, createdByName: me?.name ?? '' }
  await people.insertConcession(tx, { id: newId(), ...concession, ...by })
}

/** A month that is charged, with what it usually costs this student, in paise. */
type Charged = { userId: string; amount: number; usual: number }

/**
 * Months that are charged with less than they cost are concessions too, once for each student. Without this, a clerk could charge
 * ₹1 a month and keep the rest.
 */
export const concedeLower = async (tx: Db, ctx: Ctx, charged: readonly Charged[], reason: string = noReason): Promise<void> => {
  const lower = new Map(charged.filter(({ amount, usual }) => amount < usual).map((one) => [one.userId, one]))
  if (lower.size === 0) return
  await assertRule(tx, ctx.me, 'managersConcede')
  for (const { userId, usual, amount } of lower.values())
    await noteConcession(tx, ctx, { userId, kind: 'monthly-fee', beforeValue: usual, afterValue: amount, reason })
}
