import type { Db } from '#server/db/tables.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import { insertCharges, newCharge } from './fees.automatic.service.ts'
import * as rows from './fees.db.ts'
import { dueDay } from './fees.months.ts'
import * as people from './fees.people.db.ts'
import { monthlyFeeOf } from './fees.service.ts'

type Member = Pick<people.PersonRow, 'id' | 'dateJoined' | 'terminationDate' | 'monthlyFee' | 'slot'>
export type Month = { period: number; amount: number; dueOn: string }

/** Maximum number of months that one renewal charges. */
const MOST = 36

/** Returns the months from `from` to `to` that have no fee yet, with their amounts in paise. Months paid on paper are omitted. */
export const missingMonths = async (db: Db, member: Member, from: number, to: number): Promise<Month[]> => {
  const stays = people.staysWith(member, await people.staysOf(db, [member.id]))
  const [opening] = await people.openingsOf(db, [member.id])
  const hall = await hallSettings(db)
  const known = new Set((await rows.monthsOf(db, [member.id])).map(({ period }) => period))
  const first = Math.max(from, opening?.chargeFrom ?? 0)
  const amount = monthlyFeeOf(member, hall)
  const months: Month[] = []
  for (let period = first; period <= to && months.length < MOST; period++)
    if (!known.has(period)) months.push({ period, amount, dueOn: dueDay(stays, period, hall.feeDueDay) })
  return months
}

/** Charges months; credit pays them automatically. Requires the ledger lock. */
export const chargeMonths = async (tx: Db, ctx: Ctx, userId: string, months: readonly Month[]): Promise<void> => {
  if (months.length === 0) return
  const charges = months.map((month) => newCharge(ctx, { ...month, userId, kind: 'monthly', notes: '' }))
  await insertCharges(tx, ctx, charges)
}
