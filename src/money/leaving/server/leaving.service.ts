import { addDays } from '#contract/day.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { toPaise, toRupees } from '#contract/money.ts'
import { yearAndMonth } from '#contract/month.ts'
import { leftReason } from '#contract/reason.ts'
import { enterPayment } from '#money/fees/server/fees.newPayment.service.ts'
import { onePayment } from '#money/fees/server/fees.payments.service.ts'
import { enterRefund, oneRefund } from '#money/fees/server/fees.refunds.service.ts'
import { creditOf, cutFee, feesOf, type StudentFee, settleFromCredit } from '#money/fees/server/fees.release.service.ts'
import { assertRepeated, contentDigest } from '#money/fees/server/fees.repeats.service.ts'
import { freeOnLeaving, lockerOf } from '#money/lockers/server/lockers.service.ts'
import { lockLedger } from '#money/locks/server/locks.ledger.service.ts'
import { labelOf } from '#people/rooms/server/rooms.read.service.ts'
import { endMembership, findMember, lockMember, type Member } from '#people/users/server/users.membership.service.ts'
import { newId } from '#server/db/ids.ts'
import type { LeavingsTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday } from '#server/hallDay.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { hallRules } from '#system/customization/server/customization.rules.service.ts'
import { type Left, type leavingApi, leavingErrors, type Settlement } from '../leaving.contract.ts'
import { leavingPolicy } from '../leaving.policy.ts'
import * as rows from './leaving.db.ts'
import { type Cut, settle, type Terms, unusedPart } from './leaving.settlement.ts'

/** Maximum number of days until the last day, which catches a mistyped year. */
const DAYS_AHEAD = 366

/** Throws unless this person may let the student leave and the last day is within the membership. */
const assertLeaving = async (db: Db, ctx: Ctx, member: Member | undefined, lastDay: string): Promise<Member> => {
  if (!member) throw new AppError(commonErrors.notFound)
  const kind = leavingPolicy.whyNotLeave(ctx.me, { _id: member.id, role: member.role }, await hallRules(db))
  if (kind) throw new AppError(kind)
  const { dateJoined, terminationDate } = member
  const { beforeJoining, afterEnd, tooLate } = leavingErrors
  const field = 'lastDay'
  if (dateJoined !== null && lastDay < dateJoined) throw new AppError(beforeJoining, { params: { joined: dateJoined }, field })
  if (terminationDate !== null && lastDay > terminationDate) throw new AppError(afterEnd, { params: { end: terminationDate }, field })
  if (lastDay > addDays(hallToday(ctx), DAYS_AHEAD)) throw new AppError(tooLate, { field })
  return member
}

/** Returns today, or the last day of an account that has already ended. */
const usualLastDay = (ctx: Ctx, member: Member | undefined): string => {
  const end = member?.terminationDate ?? null
  return end !== null && end < hallToday(ctx) ? end : hallToday(ctx)
}

const nameOf = ({ kind, period, id: feeId }: StudentFee) => ({ feeId, kind, ...yearAndMonth(period) })

const lineOf = ({ fee, withdrawn, returned }: Cut) => ({ ...nameOf(fee), withdrawn: toRupees(withdrawn), returned: toRupees(returned) })

const runningOf = (fees: readonly StudentFee[], lastDay: string): Settlement['running'] => {
  const [year, month] = [Number(lastDay.slice(0, 4)), Number(lastDay.slice(5, 7))]
  const fee = fees.find(
    ({ kind, period }) => kind === 'monthly' && yearAndMonth(period).year === year && yearAndMonth(period).month === month,
  )
  if (!fee) return null
  const of = (share: 'days' | 'half') => toRupees(unusedPart(fee.amount, lastDay, share))
  return { month, year, none: 0, days: of('days'), half: of('half') }
}

export const settlement = async (ctx: Ctx, { params, query }: Input<typeof leavingApi.settlement>): Promise<Settlement> => {
  const { db } = ctx
  const found = await findMember(db, params.id)
  const lastDay = query.lastDay ?? usualLastDay(ctx, found)
  const member = await assertLeaving(db, ctx, found, lastDay)
  const [fees, credit] = [await feesOf(db, member.id), await creditOf(db, member.id)]
  const { cuts, dues, net } = settle(fees, credit, { lastDay, share: query.share ?? 'none' })
  const { seatNumber, slot } = member
  const [locker, isFreed] = [await lockerOf(db, member.id), lastDay <= hallToday(ctx)]
  return {
    studentId: member.id,
    name: member.name,
    lastDay,
    earliest: member.dateJoined,
    latest: member.terminationDate,
    running: runningOf(fees, lastDay),
    lines: cuts.map(lineOf),
    dues: dues.map(({ fee, amount }) => ({ ...nameOf(fee), amount: toRupees(amount) })),
    credit: toRupees(credit),
    net: toRupees(net),
    seat: seatNumber === null ? null : { seatNumber, ...(await labelOf(db, seatNumber)), slot, isFreed },
    locker: locker && { ...locker, isFreed },
  }
}

type Body = Input<typeof leavingApi.leave>['body']

/** Returns the result of an earlier call with the same `clientId`. */
const enteredBefore = async (tx: Db, { me }: Ctx, id: string, body: Body): Promise<LeavingsTable | undefined> => {
  const before = await rows.byClientId(tx, body.clientId)
  if (before) assertRepeated(before, me._id, contentDigest(body, id))
  return before
}

/** Records the net amount as one refund or one payment; records nothing if it is 0 or stays open. */
const enterNet = async (
  tx: Db,
  ctx: Ctx,
  member: Member,
  body: Body,
  reason: string,
): Promise<{ refundId: string | null; paymentId: string | null }> => {
  const { method, reference, referenceSkipped, referenceReason, net, settle: isNow } = body
  const money = { method, reference, referenceSkipped, referenceReason }
  if (!isNow || net === 0) return { refundId: null, paymentId: null }
  if (net < 0) return { refundId: null, paymentId: (await enterPayment(tx, ctx, member, { ...money, amount: toPaise(-net) })).id }
  const refund = await enterRefund(tx, ctx, { ...money, studentId: member.id, amount: net, feeId: null, reason, paidOn: null })
  return { refundId: refund.id, paymentId: null }
}

const settleAccount = async (tx: Db, ctx: Ctx, member: Member, body: Body, reason: string): Promise<LeavingsTable> => {
  const { lastDay, share } = body
  const terms: Terms = { lastDay, share }
  const kind = leavingPolicy.whyNotShare(ctx.me, await hallRules(tx), terms, hallToday(ctx))
  if (kind) throw new AppError(kind)
  const { cuts, net } = settle(await feesOf(tx, member.id), await creditOf(tx, member.id), terms)
  if (net !== toPaise(body.net)) throw new AppError(leavingErrors.changed)
  for (const { fee, withdrawn, returned } of cuts) await cutFee(tx, ctx, fee, withdrawn + returned, reason)
  await settleFromCredit(tx, ctx, member.id)
  const entered = await enterNet(tx, ctx, member, body, reason)
  const by = { enteredAt: ctx.now.toISOString(), enteredBy: ctx.me._id, enteredByName: ctx.me.name }
  const repeats = { clientId: body.clientId, clientDigest: contentDigest(body, member.id) }
  const leaving = { id: newId(), userId: member.id, lastDay, share, net, ...entered, ...by, ...repeats }
  await rows.insert(tx, leaving)
  return leaving
}

export const leave = async (ctx: Ctx, { params: { id }, body }: Input<typeof leavingApi.leave>): Promise<Left> => {
  const { leaving, ended } = await ctx.transact(async (tx) => {
    const found = await lockMember(tx, ctx, id)
    await lockLedger(tx, ctx)
    const before = await enteredBefore(tx, ctx, id, body)
    if (before) return { leaving: before, ended: [] }
    const member = await assertLeaving(tx, ctx, found, body.lastDay)
    const made = await settleAccount(tx, ctx, member, body, leftReason(body.lastDay))
    const hasEnded = body.lastDay <= hallToday(ctx)
    const { ended: sessions } = await endMembership(tx, ctx, member, { lastDay: body.lastDay, freesSeat: hasEnded })
    if (hasEnded) await freeOnLeaving(tx, ctx, id)
    const { share, net, settle: isPaidNow } = body
    const after = { student: member.name, lastDay: body.lastDay, share, net, isPaidNow }
    await writeAudit(tx, ctx, { action: 'fees.leave', targetId: id, after })
    ctx.notify('fees', [id])
    return { leaving: made, ended: sessions }
  })
  ctx.live.endSessions(ended)
  const { lastDay, net, refundId, paymentId } = leaving
  return {
    studentId: id,
    lastDay,
    net: toRupees(net),
    refund: refundId === null ? null : await oneRefund(ctx, refundId),
    payment: paymentId === null ? null : await onePayment(ctx, paymentId),
  }
}
