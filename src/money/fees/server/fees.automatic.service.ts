import { newId } from '#server/db/ids.ts'
import type { ChargesTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import type { Ctx, OpenCtx } from '#server/feature/platform.ts'
import { type HallClock, type HallNow, hallDay, hallToday } from '#server/hallDay.ts'
import type { Hall } from '#system/customization/customization.settings.contract.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import { takeCredit } from './fees.allocation.service.ts'
import * as automatic from './fees.automatic.db.ts'
import * as rows from './fees.db.ts'
import * as money from './fees.money.db.ts'
import { automaticMonths, dueDay } from './fees.months.ts'
import { calculateMonthFee } from './fees.partMonth.service.ts'
import * as people from './fees.people.db.ts'
import { monthlyFeeOf } from './fees.service.ts'

/*
 * Decides which monthly fees are charged automatically, and inserts them. `money/charging` charges once a day. A payment first
 * charges its student's begun months, so that the receipt names them.
 */

/** A month that has begun and is to be charged to a student. The amount is in paise. */
export type BegunMonth = Pick<ChargesTable, 'userId' | 'period' | 'amount' | 'dueOn'>

export type Begun = {
  months: BegunMonth[]
  /** Students whose months are not charged because the hall's fee would apply and nobody has confirmed it. */
  unconfirmed: number
}

/** When charging was switched on, and the day up to which months are charged. */
export type Charging = { startedAt: string | null; since: string; today: string }

const isConfirmed = ({ monthlyFee, slot }: automatic.Chargeable, hall: Hall): boolean =>
  hall.monthlyFeeConfirmed || monthlyFee !== null || (slot !== null && (hall.slotFees[slot] ?? null) !== null)

/** Returns the months of these students that have begun by `today`, have no fee, and were not withdrawn. */
export const begunMonths = async (
  db: Db,
  clock: HallClock,
  students: readonly automatic.Chargeable[],
  { startedAt, since, today }: Charging,
): Promise<Begun> => {
  const ids = students.map(({ id }) => id)
  const [hall, former] = [await hallSettings(db), await people.staysOf(db, ids)]
  const openings = new Map((await people.openingsOf(db, ids)).map((opening) => [opening.userId, opening.chargeFrom]))
  const taken = [...(await rows.monthsOf(db, ids)), ...(await automatic.withdrawnMonths(db, ids))]
  const known = new Set(taken.map(({ userId, period }) => `${userId} ${period}`))
  const begun: Begun = { months: [], unconfirmed: 0 }
  for (const student of students) {
    const stays = people.staysWith(student, former)
    const createdOn = hallDay(clock, new Date(student.createdAt))
    const chargeFrom = openings.get(student.id) ?? null
    const isNew = createdOn >= since && (startedAt === null || student.createdAt >= startedAt)
    const months = automaticMonths({ stays, chargeFrom, createdOn, since, isNew, begins: hall.monthBegins, today })
    const open = months.filter((period) => !known.has(`${student.id} ${period}`))
    if (open.length > 0 && !isConfirmed(student, hall)) begun.unconfirmed++
    else
      for (const period of open) {
        const amount = calculateMonthFee(monthlyFeeOf(student, hall), period, stays, hall)
        begun.months.push({ userId: student.id, period, amount, dueOn: dueDay(stays, period, hall.feeDueDay) })
      }
  }
  return begun
}

/** Students who can be charged, ordered by id, after the id `after`. */
export const chargeableStudents = automatic.chargeableAfter

/** Maximum number of rows per insert; SQLite limits the number of variables. */
const ROWS_AT_ONCE = 200

type Author = HallNow & Pick<OpenCtx, 'me' | 'notify'>

/** Builds a fee without payments. */
export const newCharge = (
  { me, now }: Pick<Author, 'me' | 'now'>,
  charge: Pick<ChargesTable, 'userId' | 'kind' | 'period' | 'amount' | 'dueOn' | 'notes'>,
): ChargesTable => ({
  ...charge,
  id: newId(),
  originalAmount: charge.amount,
  paidAmount: 0,
  takesCredit: 1,
  settledAt: null,
  createdBy: me?._id ?? null,
  createdAt: now.toISOString(),
})

/** Inserts fees and pays them from the credit of their students. Requires the ledger lock. */
export const insertCharges = async (tx: Db, ctx: Author, charges: readonly ChargesTable[]): Promise<void> => {
  for (let at = 0; at < charges.length; at += ROWS_AT_ONCE) await rows.insert(tx, charges.slice(at, at + ROWS_AT_ONCE))
  const students = [...new Set(charges.map(({ userId }) => userId))]
  const credits = await money.creditsOf(tx, students)
  for (const id of credits.keys()) await takeCredit(tx, ctx, id)
  ctx.notify('fees', students)
}

/** Charges months that have begun and returns the fees. Stores no name, because `me` did not request it. */
export const chargeBegun = async (tx: Db, ctx: Author, months: readonly BegunMonth[]): Promise<ChargesTable[]> => {
  const charges = months.map((month) => newCharge({ me: null, now: ctx.now }, { ...month, kind: 'monthly', notes: '' }))
  await insertCharges(tx, ctx, charges)
  return charges
}

/** Returns the months of one student that have begun and are not charged yet; none while charging is off. */
export const uncharged = async (db: Db, ctx: HallNow, userId: string): Promise<BegunMonth[]> => {
  const state = await automatic.charging(db)
  const student = state.isOn === 1 ? await automatic.chargeableStudent(db, userId) : undefined
  if (!student) return []
  const today = hallToday(ctx)
  return (await begunMonths(db, ctx, [student], { startedAt: state.startedAt, since: state.since ?? today, today })).months
}

/**
 * Returns whether every month of membership that has begun has a fee, including months that are not charged automatically. False if
 * a student with a seat has no joining date.
 */
export const isComplete = async (db: Db, ctx: HallNow, person: people.PersonRow): Promise<boolean> => {
  if (person.role !== 'student' || person.deletedAt !== null) return true
  if (person.dateJoined === null) return person.seatNumber === null
  const { monthBegins: begins } = await hallSettings(db)
  const [opening] = await people.openingsOf(db, [person.id])
  const stays = people.staysWith(person, await people.staysOf(db, [person.id]))
  const always = { createdOn: '', since: '', isNew: true }
  const months = automaticMonths({ stays, chargeFrom: opening?.chargeFrom ?? null, begins, today: hallToday(ctx), ...always })
  const charged = new Set((await rows.monthsOf(db, [person.id])).map(({ period }) => period))
  return months.every((period) => charged.has(period))
}

/** Withdraws fees that have no payments and were not changed, and returns their number. Requires the ledger lock. */
export const withdrawCharges = async (tx: Db, ctx: Ctx, ids: readonly string[]): Promise<number> => {
  const by = { withdrawnAt: ctx.now.toISOString(), withdrawnBy: ctx.me._id, withdrawnByName: ctx.me.name }
  let count = 0
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE)
    for (const { id, userId, period, amount } of await automatic.untouched(tx, ids.slice(at, at + ROWS_AT_ONCE))) {
      await automatic.withdraw(tx, { id, userId, period, amount, ...by })
      ctx.notify('fees', [userId])
      count++
    }
  return count
}
