import { AppError, commonErrors } from '#contract/errors.ts'
import { toPaise, toRupees } from '#contract/money.ts'
import { yearAndMonth } from '#contract/month.ts'
import { movedReason } from '#contract/reason.ts'
import { takeCredit } from '#money/fees/server/fees.allocation.service.ts'
import { daysFrom } from '#money/fees/server/fees.partMonth.service.ts'
import { correctFee } from '#money/fees/server/fees.release.service.ts'
import { assertRepeated, contentDigest } from '#money/fees/server/fees.repeats.service.ts'
import { lockLedger } from '#money/locks/server/locks.ledger.service.ts'
import { findMember, lockMember, moveMember } from '#people/users/server/users.membership.service.ts'
import { newId } from '#server/db/ids.ts'
import type { ShiftChangesTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday, nextHallDay } from '#server/hallDay.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { assertRule } from '#system/customization/server/customization.rules.service.ts'
import { shiftNames } from '#system/shifts/server/shifts.service.ts'
import { type ShiftChange, type ShiftPrice, type shiftChangeApi, shiftChangeErrors } from '../shift-change.contract.ts'
import { shiftChangePolicy } from '../shift-change.policy.ts'
import * as rows from './shift-change.db.ts'
import { assertDay, type Correction, creditOf, type Plan, planChange } from './shift-change.plan.service.ts'

const toFee = ({ fee, by }: Correction): ShiftPrice['fees'][number] => ({
  feeId: fee.id,
  ...yearAndMonth(fee.period),
  before: toRupees(fee.amount),
  after: toRupees(fee.amount + by),
})

const toPrice = (plan: Plan, slot: string): ShiftPrice => {
  const { member, seatNumber, from, earliest, fromFee, rule, period, span, state, corrections } = plan
  return {
    studentId: member.id,
    name: member.name,
    from,
    earliest,
    before: { slot: member.slot, seatNumber: member.seatNumber, monthlyFee: toRupees(fromFee) },
    after: { slot, seatNumber, monthlyFee: toRupees(plan.toFee) },
    hasOwnFee: member.monthlyFee !== null,
    rule,
    month: { ...yearAndMonth(period), to: span.to, daysLeft: daysFrom(from, span.to), days: span.of, state },
    fees: corrections.map(toFee),
    amount: toRupees(plan.amount),
    credit: toRupees(corrections.reduce((sum, one) => sum + creditOf(one), 0)),
  }
}

/** An older day may need a reason, which is asked for when the change is made. */
const NOT_ASKED = 'not asked'

export const price = async (ctx: Ctx, { query }: Input<typeof shiftChangeApi.price>): Promise<ShiftPrice> => {
  const { db } = ctx
  ctx.staleAt(nextHallDay(ctx))
  const { studentId, slot, seatNumber } = query
  const from = query.from ?? hallToday(ctx)
  const plan = await planChange(db, ctx, await findMember(db, studentId), { slot, seatNumber, from })
  await assertDay(db, ctx, from, NOT_ASKED)
  return toPrice(plan, slot)
}

type Body = Input<typeof shiftChangeApi.change>['body']

/** Returns the change that an earlier call with the same `clientId` made. */
const enteredBefore = async (tx: Db, { me }: Ctx, body: Body): Promise<ShiftChangesTable | undefined> => {
  const before = await rows.byClientId(tx, body.clientId)
  if (before) assertRepeated(before, me._id, contentDigest(body, body.studentId))
  return before
}

/** Corrects the charged fees. A fee that fell below its payments leaves credit, which pays other open fees. */
const correctFees = async (tx: Db, ctx: Ctx, { member, corrections, from }: Plan, slot: string): Promise<void> => {
  // Lower fees are a concession: a clerk could move a student on paper and keep the difference.
  if (corrections.some(({ by }) => by < 0)) await assertRule(tx, ctx.me, 'managersConcede')
  const reason = movedReason(from, (await shiftNames(tx))(slot))
  for (const { fee, by } of corrections) await correctFee(tx, ctx, fee, by, reason)
  if (corrections.length > 0) await takeCredit(tx, ctx, member.id)
}

const enter = async (tx: Db, ctx: Ctx, plan: Plan, body: Body): Promise<ShiftChangesTable> => {
  const { member, seatNumber, from, fromFee, toFee: fee, amount } = plan
  const names = await shiftNames(tx)
  const entered: ShiftChangesTable = {
    id: newId(),
    userId: member.id,
    fromDay: from,
    fromSlot: member.slot,
    toSlot: body.slot,
    fromSeat: member.seatNumber,
    toSeat: seatNumber,
    fromFee,
    toFee: fee,
    amount,
    dateReason: body.dateReason ?? '',
    enteredAt: ctx.now.toISOString(),
    enteredBy: ctx.me._id,
    enteredByName: ctx.me.name,
    clientId: body.clientId,
    clientDigest: contentDigest(body, member.id),
  }
  await rows.insert(tx, entered)
  const fees = plan.corrections.map(toFee)
  const after = { student: member.name, shift: names(body.slot), from, amount: toRupees(amount), fees, dateReason: body.dateReason }
  const before = { shift: member.slot && names(member.slot) }
  await writeAudit(tx, ctx, { action: 'fees.changeShift', targetId: member.id, before, after })
  return entered
}

export const change = async (ctx: Ctx, { body }: Input<typeof shiftChangeApi.change>): Promise<ShiftChange> => {
  const { studentId, slot, from } = body
  const { entered, ended } = await ctx.transact(async (tx) => {
    const found = await lockMember(tx, ctx, studentId)
    if (!found) throw new AppError(commonErrors.notFound)
    const kind = shiftChangePolicy.whyNotChange(ctx.me, { _id: found.id, role: found.role })
    if (kind) throw new AppError(kind)
    await lockLedger(tx, ctx)
    const before = await enteredBefore(tx, ctx, body)
    if (before) return { entered: before, ended: [] }
    const plan = await planChange(tx, ctx, found, { slot, seatNumber: body.seatNumber, from })
    await assertDay(tx, ctx, from, body.dateReason ?? undefined)
    if (plan.amount !== toPaise(body.expected)) throw new AppError(shiftChangeErrors.changed)
    await correctFees(tx, ctx, plan, slot)
    const moved = await moveMember(tx, ctx, found, { slot, seatNumber: plan.seatNumber })
    ctx.notify('fees', [studentId])
    return { entered: await enter(tx, ctx, plan, body), ended: moved.ended }
  })
  ctx.live.endSessions(ended)
  const { toSlot, toSeat, fromDay, amount } = entered
  return { studentId, slot: toSlot, seatNumber: toSeat, from: fromDay, amount: toRupees(amount) }
}
