import { AppError } from '#contract/errors.ts'
import { toPaise } from '#contract/money.ts'
import type { UsersTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'
import type { OpenCtx } from '#server/feature/platform.ts'
import { usualFee } from '#system/customization/customization.policy.ts'
import { assertRule } from '#system/customization/server/customization.rules.service.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import { userErrors } from '../users.errors.contract.ts'
import { type Concession, conceded, type Opening } from './users.hooks.ts'

type Student = Pick<UsersTable, 'id' | 'slot' | 'monthlyFee'>
type Giver = Pick<OpenCtx, 'me' | 'now' | 'hooks'>

const needed = userErrors.reasonNeeded

/** Records for the owner that a student pays a different fee. Throws without a reason, or if the Hall rules forbid it. */
const give = async (tx: Db, ctx: Giver, concessions: readonly Omit<Concession, 'reason'>[], reason: string): Promise<void> => {
  if (concessions.length === 0) return
  if (ctx.me) await assertRule(tx, ctx.me, 'managersConcede')
  if (!reason) throw new AppError(needed, { field: 'reason' })
  for (const concession of concessions) await ctx.hooks.run(conceded, tx, ctx, { ...concession, reason })
}

/** Returns the concessions of a new student. */
const concessionsOf = async (tx: Db, { id: userId, slot, monthlyFee }: Student, { paidUpTo }: Opening) => {
  const usual = toPaise(usualFee(await hallSettings(tx), slot))
  const concessions: Omit<Concession, 'reason'>[] = []
  if (monthlyFee !== null && monthlyFee !== usual)
    concessions.push({ userId, kind: 'monthly-fee', beforeValue: usual, afterValue: monthlyFee })
  if (paidUpTo !== null) concessions.push({ userId, kind: 'paid-up-to', beforeValue: null, afterValue: paidUpTo })
  return concessions
}

export const concedeToNew = async (tx: Db, ctx: Giver, student: Student, opening: Opening): Promise<void> =>
  give(tx, ctx, await concessionsOf(tx, student, opening), opening.reason)

/** Records a concession if a changed monthly fee is one. */
export const concedeChange = async (tx: Db, ctx: Giver, before: Student, after: Student, reason: string): Promise<void> => {
  if (after.monthlyFee === before.monthlyFee) return
  const hall = await hallSettings(tx)
  const [was, usual] = [before.monthlyFee ?? toPaise(usualFee(hall, before.slot)), toPaise(usualFee(hall, after.slot))]
  if (after.monthlyFee === null || after.monthlyFee === usual) return
  await give(tx, ctx, [{ userId: after.id, kind: 'monthly-fee', beforeValue: was, afterValue: after.monthlyFee }], reason)
}
