import { addDays } from '#contract/day.ts'
import { dayOfMonth, monthOfDay } from '#contract/month.ts'
import { newId } from '#server/db/ids.ts'
import type { ChargeKind, ChargesTable } from '#server/db/tables/money.ts'
import type { UsersTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { type HallNow, hallToday } from '#server/hallDay.ts'
import { assertRule } from '#system/customization/server/customization.rules.service.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import { takeCredit } from './fees.allocation.service.ts'
import { type BegunMonth, type Charging, newCharge } from './fees.automatic.service.ts'
import * as rows from './fees.db.ts'
import * as money from './fees.money.db.ts'
import { automaticMonths, dueDay } from './fees.months.ts'
import { calculateMonthFee } from './fees.partMonth.service.ts'
import * as people from './fees.people.db.ts'

/*
 * Fees that some students pay each month in addition to the monthly one, such as for a locker. The feature that has them remembers
 * which months were charged.
 */

/** A student, the fee in paise, and the day on which it began: the month of this day is not among the months that begin later. */
export type Recurring = Pick<UsersTable, 'id' | 'dateJoined' | 'terminationDate'> & { fee: number; begunOn: string }

/** Part of a month costs at least one rupee, unless the whole month is free of charge. */
const feeOf: typeof calculateMonthFee = (fee, ...month) => (fee === 0 ? 0 : calculateMonthFee(fee, ...month))

/** Returns all months that have begun since charging was switched on and after the fee of a student began. */
export const laterMonths = async (
  db: Db,
  recurring: readonly Recurring[],
  { since, today }: Pick<Charging, 'since' | 'today'>,
): Promise<BegunMonth[]> => {
  const hall = await hallSettings(db)
  const former = await people.staysOf(
    db,
    recurring.map(({ id }) => id),
  )
  return recurring.flatMap((student) => {
    const stays = people.staysWith(student, former)
    const createdOn = addDays(student.begunOn, 1)
    const months = automaticMonths({ stays, chargeFrom: null, createdOn, since, isNew: false, begins: hall.monthBegins, today })
    return months.map((period) => ({
      userId: student.id,
      period,
      amount: feeOf(student.fee, period, stays, hall),
      dueOn: dueDay(stays, period, hall.feeDueDay),
    }))
  })
}

/**
 * Returns the month that a student is in, charged from today on by the hall's rule for part of a month; undefined before the student
 * joins. Where months begin on the joining day, it is the month that began on the last one.
 */
export const currentMonth = async (db: Db, ctx: HallNow, student: people.PersonRow, fee: number): Promise<BegunMonth | undefined> => {
  const today = hallToday(ctx)
  const hall = await hallSettings(db)
  const { dateJoined: joined, terminationDate: to } = student
  if (joined !== null && joined > today) return undefined
  const month = monthOfDay(today)
  const beganBefore =
    hall.monthBegins === 'joining-day' &&
    joined !== null &&
    monthOfDay(joined) < month &&
    dayOfMonth(month, Number(joined.slice(8))) > today
  const period = beganBefore ? month - 1 : month
  const due = dueDay(joined === null ? [] : [{ from: joined, to }], period, hall.feeDueDay)
  const amount = feeOf(fee, period, [{ from: today, to }], hall)
  const isOver = due < today
  return { userId: student.id, period, amount, dueOn: isOver ? today : due }
}

/** A fee of one month, the usual amount in paise, and the reason if another amount is charged. */
export type OneCharge = BegunMonth & { kind: ChargeKind; usual: number; reason: string }

/**
 * Charges one fee and pays it from credit. A different amount is the usual one with an adjustment, so that the owner sees it with its
 * reason. Throws if the hall's rules do not let this person lower it. Requires the ledger lock.
 */
export const chargeOne = async (tx: Db, ctx: Ctx, { usual, reason, ...month }: OneCharge): Promise<ChargesTable> => {
  const { amount } = month
  if (amount < usual) await assertRule(tx, ctx.me, 'managersConcede')
  const at = ctx.now.toISOString()
  const charge = { ...newCharge(ctx, { ...month, notes: '' }), originalAmount: usual, settledAt: amount === 0 ? at : null }
  await rows.insert(tx, [charge])
  const by = { reason, createdBy: ctx.me._id, createdByName: ctx.me.name, createdAt: at }
  const kind = amount < usual ? 'concession' : 'correction'
  if (amount !== usual) await money.insertAdjustment(tx, { id: newId(), chargeId: charge.id, kind, amount: amount - usual, ...by })
  await takeCredit(tx, ctx, month.userId)
  ctx.notify('fees', [month.userId])
  return charge
}
