import { AppError } from '#contract/errors.ts'
import { toRupees } from '#contract/money.ts'
import { dayOfMonth, financialYear, monthNumber, yearAndMonth } from '#contract/month.ts'
import { monthMarks, standingAsOf } from '#money/fees/server/fees.marks.service.ts'
import { labelOf } from '#people/rooms/server/rooms.read.service.ts'
import type { ChargeKind } from '#server/db/tables/money.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { endOfHallDay, hallDay, hallToday } from '#server/hallDay.ts'
import { receiptErrors, receiptLimits, type receiptsApi, type Statement, type StatementEntry } from '../receipts.contract.ts'
import * as rows from './receipts.db.ts'
import { visible } from './receipts.service.ts'

/** An entry before its balance is computed; the amount is in paise. */
type Entry = Omit<StatementEntry, 'balance'>

/** Later than every instant. */
const forEver = '9999-12-31T23:59:59.999Z'

const earlier = (one: string, other: string): string => (one < other ? one : other)

const isLater = (at: string | null, until: string): boolean => at !== null && at > until

const feeOf = ({ kind, period }: { kind: ChargeKind; period: number }): Entry['fee'] => ({ kind, ...yearAndMonth(period) })
const nothing = { fee: null, number: '', receiptId: null }

/**
 * Dates a fee on its due date, or on the day it was charged if that is earlier, so that nothing owed today is dated in the future,
 * and today's balance equals the account's.
 */
const chargesOf = async (ctx: Ctx, userId: string, until: string): Promise<Entry[]> =>
  (await rows.charges(ctx.db, userId, until)).map((charge) => ({
    ...nothing,
    day: earlier(charge.dueOn, hallDay(ctx, new Date(charge.createdAt))),
    kind: 'charge',
    fee: feeOf(charge),
    amount: charge.originalAmount,
  }))

/** A refunded amount first reduces the fee; the refund then pays it out. */
const adjustmentsOf = async (ctx: Ctx, userId: string, until: string): Promise<Entry[]> =>
  (await rows.adjustments(ctx.db, userId, until)).map(({ kind, feeKind, period, amount, createdAt }) => ({
    ...nothing,
    day: hallDay(ctx, new Date(createdAt)),
    kind: kind === 'refund' ? 'returned' : kind,
    fee: feeOf({ kind: feeKind, period }),
    amount,
  }))

const paymentsOf = async ({ db }: Ctx, userId: string, until: string): Promise<Entry[]> =>
  (await rows.payments(db, userId, until)).flatMap(({ id, receiptNumber, amount, receivedOn, voidedOn, voidedAt }) => {
    const entry = { ...nothing, number: receiptNumber, receiptId: id }
    const paid: Entry = { ...entry, day: receivedOn, kind: 'payment', amount: -amount }
    return voidedOn === null || isLater(voidedAt, until) ? [paid] : [paid, { ...entry, day: voidedOn, kind: 'paymentVoid', amount }]
  })

const refundsOf = async ({ db }: Ctx, userId: string, until: string): Promise<Entry[]> =>
  (await rows.refunds(db, userId, until)).flatMap(({ voucherNumber, amount, paidOn, voidedOn, voidedAt }) => {
    const entry = { ...nothing, number: voucherNumber }
    const given: Entry = { ...entry, day: paidOn, kind: 'refund', amount }
    return voidedOn === null || isLater(voidedAt, until)
      ? [given]
      : [given, { ...entry, day: voidedOn, kind: 'refundVoid', amount: -amount }]
  })

/** Sorts by day; within a day, charges come before payments. */
const byDay = (one: Entry, other: Entry): number => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)

const sum = (entries: readonly Entry[]): number => entries.reduce((all, { amount }) => all + amount, 0)

type Period = Input<typeof receiptsApi.statement>['query']

const periodOf = (ctx: Ctx, { from, to, asOf }: Period): { from: string; to: string } => {
  const last = to ?? asOf ?? hallToday(ctx)
  const first = from ?? dayOfMonth(monthNumber(financialYear(last), 4), 1)
  const { wrongPeriod } = receiptErrors
  if (last < first) throw new AppError(wrongPeriod, { field: 'to' })
  return { from: first, to: last }
}

export const statement = async (ctx: Ctx, { params: { id }, query }: Input<typeof receiptsApi.statement>): Promise<Statement> => {
  const { name, seatNumber, slot, deletedAt } = visible(ctx, await rows.student(ctx.db, id), (row) => row.id)
  const { from, to } = periodOf(ctx, query)
  // Later entries are omitted, so that a printed statement can be printed again.
  const until = query.asOf === undefined ? forEver : endOfHallDay(ctx, query.asOf)
  const all = [
    ...(await chargesOf(ctx, id, until)),
    ...(await adjustmentsOf(ctx, id, until)),
    ...(await paymentsOf(ctx, id, until)),
    ...(await refundsOf(ctx, id, until)),
  ].sort(byDay)
  const entries = all.filter(({ day }) => day >= from && day <= to)
  if (entries.length > receiptLimits.statementEntries) throw new AppError(receiptErrors.tooLong)
  const opening = sum(all.filter(({ day }) => day < from))
  let balance = opening
  const shown = entries.map((entry) => {
    balance += entry.amount
    return { ...entry, amount: toRupees(entry.amount), balance: toRupees(balance) }
  })
  const isHere = deletedAt === null
  const seat = { seatNumber: isHere ? seatNumber : null, ...(await labelOf(ctx.db, isHere ? seatNumber : null)) }
  return {
    student: { _id: id, name, ...seat, slot: isHere ? slot : null },
    from,
    to,
    asOf: query.asOf ?? null,
    months: query.asOf === undefined ? ((await monthMarks(ctx, [id]))[0] ?? []) : (await standingAsOf(ctx, id, until)).months,
    opening: toRupees(opening),
    entries: shown,
    charged: toRupees(sum(entries.filter(({ amount }) => amount > 0))),
    paid: toRupees(-sum(entries.filter(({ amount }) => amount < 0))),
    closing: toRupees(balance),
  }
}
