import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { toPaise, toRupees } from '#contract/money.ts'
import { dayOfMonth, monthNumber, monthOfDay } from '#contract/month.ts'
import { isReason } from '#contract/reason.ts'
import { lockLedger } from '#money/locks/server/locks.ledger.service.ts'
import { newId } from '#server/db/ids.ts'
import type { ChargesTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday, nextHallDay } from '#server/hallDay.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { assertRule } from '#system/customization/server/customization.rules.service.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import type { feesApi } from '../fees.contract.ts'
import { feeErrors } from '../fees.errors.contract.ts'
import type { Fee } from '../fees.shapes.contract.ts'
import { balanced, takeCredit } from './fees.allocation.service.ts'
import { toFees } from './fees.answer.ts'
import { insertCharges, newCharge } from './fees.automatic.service.ts'
import { concedeLower } from './fees.concessions.service.ts'
import * as rows from './fees.db.ts'
import * as money from './fees.money.db.ts'
import { chargedMonths, dueDay } from './fees.months.ts'
import { calculateMonthFee } from './fees.partMonth.service.ts'
import { lockedFee, markPaid, markUnpaid, oneFee, shown } from './fees.payments.service.ts'
import * as people from './fees.people.db.ts'
import { monthlyFeeOf } from './fees.service.ts'

/** Returns the student to whom a fee can be charged. Throws `notAStudent`. */
export const findChargeableStudent = async (tx: Db, id: string): Promise<people.PersonRow> => {
  const person = await people.person(tx, id)
  const { notAStudent } = feeErrors
  if (!person || person.deletedAt !== null || person.role !== 'student') throw new AppError(notAStudent, { field: 'studentId' })
  return person
}

/**
 * Throws `dueTooLate` unless a monthly fee is due by the end of the next month. Without it, a clerk could charge a month in advance,
 * due in a distant year, so that it is never charged again and never overdue, and keep the money.
 */
const assertDueInTime = (ctx: Ctx, dueOn: string, period: number): void => {
  const last = dayOfMonth(Math.max(period, monthOfDay(hallToday(ctx))) + 1, 31)
  const { dueTooLate } = feeErrors
  if (dueOn > last) throw new AppError(dueTooLate, { params: { last }, field: 'dueOn' })
}

export const create = async (ctx: Ctx, { body }: Input<typeof feesApi.create>): Promise<Fee> => {
  const period = monthNumber(body.year, body.month)
  const id = await ctx.transact(async (tx) => {
    await lockLedger(tx, ctx)
    const person = await findChargeableStudent(tx, body.studentId)
    const { monthExists } = feeErrors
    if (body.kind === 'monthly' && (await rows.monthsOf(tx, [person.id])).some((row) => row.period === period))
      throw new AppError(monthExists, { field: 'month' })
    const stays = people.staysWith(person, await people.staysOf(tx, [person.id]))
    const hall = await hallSettings(tx)
    const dueOn = body.dueOn ?? dueDay(stays, period, hall.feeDueDay)
    if (body.kind === 'monthly') assertDueInTime(ctx, dueOn, period)
    const amount = toPaise(body.amount)
    const usual = monthlyFeeOf(person, hall)
    const notes = body.notes ?? ''
    if (body.kind === 'monthly') await concedeLower(tx, ctx, [{ userId: person.id, amount, usual }], isReason(notes) ? notes : '')
    const charge = newCharge(ctx, { userId: person.id, kind: body.kind, period, amount, dueOn, notes })
    await rows.insert(tx, [charge])
    await takeCredit(tx, ctx, person.id)
    const { kind, month, year } = body
    const after = { student: person.name, kind, month, year, amount: body.amount, dueOn, notes: body.notes }
    await writeAudit(tx, ctx, { action: 'fees.create', targetId: person.id, after })
    ctx.notify('fees', [person.id])
    return charge.id
  })
  return oneFee(ctx, id)
}

type Change = Input<typeof feesApi.update>['body']

const changeAmount = async (
  tx: Db,
  ctx: Ctx,
  fee: rows.FeeRow,
  amount: number,
  { adjustment, reason }: Pick<Change, 'adjustment' | 'reason'>,
): Promise<void> => {
  if (amount < fee.amount) await assertRule(tx, ctx.me, 'managersConcede')
  if (amount < fee.paidAmount) throw new AppError(feeErrors.belowPaid, { params: { paid: toRupees(fee.paidAmount) }, field: 'amount' })
  const at = ctx.now.toISOString()
  const by = { createdBy: ctx.me._id, createdByName: ctx.me.name, createdAt: at }
  const kind = adjustment ?? 'correction'
  await money.insertAdjustment(tx, { id: newId(), chargeId: fee.id, kind, amount: amount - fee.amount, reason: reason ?? '', ...by })
  await rows.update(tx, fee, balanced(fee, { amount }, at))
  if (amount > fee.amount) await takeCredit(tx, ctx, fee.userId)
}

const changeFee = async (tx: Db, ctx: Ctx, fee: rows.FeeRow, body: Change): Promise<void> => {
  const amount = body.amount === undefined ? fee.amount : toPaise(body.amount)
  const notes = body.notes ?? fee.notes
  if (amount === fee.amount && notes === fee.notes) return
  const reason = body.reason || (isReason(notes) ? notes : '')
  if (amount !== fee.amount) await changeAmount(tx, ctx, fee, amount, { adjustment: body.adjustment, reason })
  if (notes !== fee.notes) await rows.update(tx, fee, { notes })
  const { adjustment } = body
  await writeAudit(tx, ctx, {
    action: 'fees.update',
    targetId: fee.userId,
    before: { student: fee.studentName, amount: toRupees(fee.amount), notes: fee.notes },
    after: {
      amount: toRupees(amount),
      notes,
      ...(amount !== fee.amount && { adjustment: adjustment ?? 'correction', ...(reason && { reason }) }),
    },
  })
  ctx.notify('fees', [fee.userId])
}

export const update = async (ctx: Ctx, { params, body }: Input<typeof feesApi.update>): Promise<Reply<typeof feesApi.update>> => {
  const payment = await ctx.transact(async (tx) => {
    const fee = await lockedFee(tx, ctx, params.id)
    await changeFee(tx, ctx, fee, body)
    if (body.paid === undefined) return undefined
    const changed = await lockedFee(tx, ctx, params.id)
    const isPaid = changed.settledAt !== null
    // A screen that sends the whole record does not ask for a status that the fee already has.
    const sendsWhole = body.amount !== undefined || body.notes !== undefined
    if (sendsWhole && body.paid === isPaid) return undefined
    if (body.paid) return markPaid(tx, ctx, changed)
    await markUnpaid(tx, ctx, changed, body.reason ?? '')
    return undefined
  })
  return { ...(await oneFee(ctx, params.id)), ...(payment && { payment: await shown(ctx, payment) }) }
}

/** The inserted fees, and the number of months that already have one. */
type Made = { created: (ChargesTable & { usual: number })[]; skipped: number }

/** Returns the months of these students that have no fee yet. Existing rows are never changed. */
const missingOf = async (tx: Db, ctx: Ctx, persons: readonly people.PersonRow[], feeAmount: number | undefined): Promise<Made> => {
  const ids = persons.map(({ id }) => id)
  const [hall, former] = [await hallSettings(tx), await people.staysOf(tx, ids)]
  const openings = new Map((await people.openingsOf(tx, ids)).map((opening) => [opening.userId, opening.chargeFrom]))
  const known = new Set((await rows.monthsOf(tx, ids)).map(({ userId, period }) => `${userId} ${period}`))
  const made: Made = { created: [], skipped: 0 }
  for (const person of persons) {
    const stays = people.staysWith(person, former)
    const [asked, own] = [monthlyFeeOf(person, hall, feeAmount), monthlyFeeOf(person, hall)]
    for (const period of chargedMonths(stays, openings.get(person.id) ?? null, hallToday(ctx))) {
      if (known.has(`${person.id} ${period}`)) made.skipped++
      else {
        const dueOn = dueDay(stays, period, hall.feeDueDay)
        const [amount, usual] = [calculateMonthFee(asked, period, stays, hall), calculateMonthFee(own, period, stays, hall)]
        made.created.push({ ...newCharge(ctx, { userId: person.id, kind: 'monthly', period, amount, dueOn, notes: '' }), usual })
      }
    }
  }
  return made
}

/** Maximum number of rows per read; SQLite limits the number of variables. */
const ROWS_AT_ONCE = 200
const STUDENTS_AT_ONCE = 500

const save = async (tx: Db, ctx: Ctx, { created }: Made): Promise<void> => {
  await concedeLower(tx, ctx, created)
  await insertCharges(
    tx,
    ctx,
    created.map(({ usual: _, ...charge }) => charge),
  )
}

const answer = async (ctx: Ctx, { created, skipped }: Made): Promise<Reply<typeof feesApi.generateAll>> => {
  const ids = created.slice(0, limits.listMax).map(({ id }) => id)
  const found: rows.FeeRow[] = []
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) found.push(...(await rows.byIds(ctx.db, ids.slice(at, at + ROWS_AT_ONCE))))
  return { created: created.length, skipped, items: await toFees(ctx, found) }
}

export const generate = async (ctx: Ctx, { params, body }: Input<typeof feesApi.generate>): Promise<Reply<typeof feesApi.generate>> => {
  const made = await ctx.transact(async (tx) => {
    await lockLedger(tx, ctx)
    const person = await people.person(tx, params.id)
    if (!person || person.deletedAt !== null || person.role !== 'student') throw new AppError(commonErrors.notFound)
    if (person.dateJoined === null) throw new AppError(feeErrors.noJoinDate)
    const result = await missingOf(tx, ctx, [person], body.feeAmount)
    await save(tx, ctx, result)
    const after = { student: person.name, created: result.created.length, feeAmount: body.feeAmount }
    if (result.created.length > 0) await writeAudit(tx, ctx, { action: 'fees.generate', targetId: person.id, after })
    return result
  })
  return answer(ctx, made)
}

/** Calls `work` with all students who have a joining date, in batches. */
const forAllStudents = async (db: Db, work: (students: readonly people.PersonRow[]) => Promise<void>): Promise<void> => {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const students = await people.joined(db, STUDENTS_AT_ONCE, after)
    await work(students)
    after = students.length < STUDENTS_AT_ONCE ? undefined : students.at(-1)?.id
  }
}

export const missing = async (ctx: Ctx): Promise<Reply<typeof feesApi.missing>> => {
  const found: ChargesTable[] = []
  ctx.staleAt(nextHallDay(ctx))
  await forAllStudents(ctx.db, async (students) => void found.push(...(await missingOf(ctx.db, ctx, students, undefined)).created))
  const periods = found.map(({ period }) => period).toSorted((one, other) => one - other)
  const name = (period: number | undefined): string | null => (period === undefined ? null : dayOfMonth(period, 1).slice(0, 7))
  return {
    fees: found.length,
    students: new Set(found.map(({ userId }) => userId)).size,
    amount: toRupees(found.reduce((sum, { amount }) => sum + amount, 0)),
    from: name(periods[0]),
    to: name(periods.at(-1)),
  }
}

export const generateAll = async (ctx: Ctx, { body }: Input<typeof feesApi.generateAll>): Promise<Reply<typeof feesApi.generateAll>> => {
  const made = await ctx.transact(async (tx) => {
    await lockLedger(tx, ctx)
    const all: Made = { created: [], skipped: 0 }
    await forAllStudents(tx, async (students) => {
      const result = await missingOf(tx, ctx, students, body?.feeAmount)
      await save(tx, ctx, result)
      all.created.push(...result.created)
      all.skipped += result.skipped
    })
    const told = { created: all.created.length, students: new Set(all.created.map(({ userId }) => userId)).size }
    if (all.created.length > 0) await writeAudit(tx, ctx, { action: 'fees.generateAll', after: { ...told, feeAmount: body?.feeAmount } })
    return all
  })
  return answer(ctx, made)
}
