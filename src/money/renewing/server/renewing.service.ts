import { addDays } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { toPaise, toRupees } from '#contract/money.ts'
import { monthOfDay, yearAndMonth } from '#contract/month.ts'
import { enteredBefore, enterPayment } from '#money/fees/server/fees.newPayment.service.ts'
import { onePayment } from '#money/fees/server/fees.payments.service.ts'
import { creditOf, feesOf } from '#money/fees/server/fees.release.service.ts'
import { chargeMonths, type Month, missingMonths } from '#money/fees/server/fees.renewal.service.ts'
import { contentDigest } from '#money/fees/server/fees.repeats.service.ts'
import { lockLedger } from '#money/locks/server/locks.ledger.service.ts'
import {
  findMember,
  lockMember,
  type Member,
  planRenewal,
  type Renewal,
  renewMember,
} from '#people/users/server/users.membership.service.ts'
import { toUser } from '#people/users/server/users.service.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday } from '#server/hallDay.ts'
import type { RenewalCost, renewingApi } from '../renewing.contract.ts'

/** Returns the first new day: the day after the old end or, for a new stay or an account without an end, today. */
const firstDay = (ctx: Ctx, before: Member, after: Member): string =>
  before.terminationDate === null || after.dateJoined !== before.dateJoined ? hallToday(ctx) : addDays(before.terminationDate, 1)

/** Returns the months of a student's renewal that have no fee yet; empty for anybody else. */
const monthsOf = async (db: Db, ctx: Ctx, before: Member, after: Member): Promise<Month[]> =>
  after.role !== 'student' || after.terminationDate === null
    ? []
    : missingMonths(db, after, monthOfDay(firstDay(ctx, before, after)), monthOfDay(after.terminationDate))

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)

const owedBy = async (db: Db, id: string): Promise<number> =>
  sum((await feesOf(db, id)).map(({ amount, paidAmount }) => amount - paidAmount))

export const cost = async (ctx: Ctx, { params: { id }, query }: Input<typeof renewingApi.cost>): Promise<RenewalCost> => {
  const before = await findMember(ctx.db, id)
  if (!before) throw new AppError(commonErrors.notFound)
  const after = await planRenewal(ctx, before, query)
  const months = await monthsOf(ctx.db, ctx, before, after)
  const monthsAmount = sum(months.map(({ amount }) => amount))
  const [owed, credit] = [await owedBy(ctx.db, id), await creditOf(ctx.db, id)]
  return {
    until: query.until,
    months: months.map(({ period, amount }) => ({ ...yearAndMonth(period), amount: toRupees(amount) })),
    monthsAmount: toRupees(monthsAmount),
    owed: toRupees(owed),
    credit: toRupees(credit),
    total: toRupees(Math.max(0, owed + monthsAmount - credit)),
  }
}

/** Returns the months that have begun, and those that the money left after open fees reaches. */
const reached = (months: readonly Month[], money: number, current: number): Month[] => {
  let left = money
  return months.filter(({ period, amount }) => {
    const isReached = period <= current || left > 0
    left -= amount
    return isReached
  })
}

type Body = Input<typeof renewingApi.renew>['body']

/** Charges the months of a renewal and records the payment, in the transaction of the renewal. */
const takePayment = async (
  tx: Db,
  ctx: Ctx,
  months: readonly Month[],
  member: Member,
  payment: NonNullable<Body['payment']>,
  digest: string,
) => {
  const amount = toPaise(payment.amount)
  const money = amount + (await creditOf(tx, member.id)) - (await owedBy(tx, member.id))
  await chargeMonths(tx, ctx, member.id, reached(months, money, monthOfDay(hallToday(ctx))))
  return enterPayment(tx, ctx, member, { ...payment, amount, clientDigest: digest })
}

export const renew = async (
  ctx: Ctx,
  { params: { id }, body }: Input<typeof renewingApi.renew>,
): Promise<Reply<typeof renewingApi.renew>> => {
  const { payment, terminationDate: until, ...rest } = body
  const renewal: Renewal = { ...rest, until }
  const digest = payment ? contentDigest({ ...body, payment: { ...payment, clientId: undefined } }, id) : ''
  const { member, entered, ended } = await ctx.transact(async (tx) => {
    const before = await lockMember(tx, ctx, id)
    if (!before) throw new AppError(commonErrors.notFound)
    await lockLedger(tx, ctx)
    const repeated = payment && (await enteredBefore(tx, ctx, id, { ...payment, amount: toPaise(payment.amount), clientDigest: digest }))
    if (repeated) return { member: before, entered: repeated, ended: [] }
    const renewed = await renewMember(tx, ctx, before, renewal)
    const months = await monthsOf(tx, ctx, before, renewed.member)
    const paid = payment && (await takePayment(tx, ctx, months, renewed.member, payment, digest))
    return { ...renewed, entered: paid }
  })
  ctx.live.endSessions(ended)
  return { user: await toUser(ctx, member), payment: entered ? await onePayment(ctx, entered.id) : null }
}
