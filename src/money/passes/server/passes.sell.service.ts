import { partOf } from '#contract/dayParts.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { toPaise, toRupees } from '#contract/money.ts'
import { foldPhone } from '#contract/phone.ts'
import type { visitorPaymentVoided } from '#money/fees/server/fees.hooks.ts'
import { recordPayment, repeatedPayment } from '#money/fees/server/fees.newPayment.service.ts'
import { contentDigest } from '#money/fees/server/fees.repeats.service.ts'
import { lockLedger } from '#money/locks/server/locks.ledger.service.ts'
import { freeForDay, takeForDay } from '#people/seats/server/seats.days.service.ts'
import { lockPeople } from '#people/users/server/users.lock.service.ts'
import { assertSeatExists } from '#people/users/server/users.seat.service.ts'
import { fold } from '#server/db/fold.ts'
import { newId } from '#server/db/ids.ts'
import type { VisitorsTable } from '#server/db/tables/money.passes.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { ReactionTo } from '#server/feature/hooks.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday } from '#server/hallDay.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { assertRule } from '#system/customization/server/customization.rules.service.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import { assertShiftOffered } from '#system/shifts/server/shifts.service.ts'
import type { Shift } from '#system/shifts/shifts.shapes.contract.ts'
import { type DayPass, passErrors, type passesApi } from '../passes.contract.ts'
import { isOver, saleOf } from '../passes.policy.ts'
import * as rows from './passes.db.ts'
import { assertNotTooFar, nowIn, toPass } from './passes.service.ts'

type Body = Input<typeof passesApi.sell>['body']

/** Returns the shift and the day on which it begins. Throws if it is not offered, over, or too far ahead. */
const shiftToSell = async (tx: Db, ctx: Ctx, { slot, day }: Body, shifts: readonly Shift[]): Promise<{ shift: Shift; day: string }> => {
  await assertShiftOffered(tx, slot)
  const shift = shifts.find(({ key }) => key === slot)
  if (!shift) throw new AppError(commonErrors.notFound)
  const now = nowIn(ctx)
  const today = hallToday(ctx)
  // A night shift that is still running began yesterday.
  const first = day ?? saleOf(shift, today, now)?.day
  if (first === undefined || isOver(shift, first, now)) throw new AppError(passErrors.shiftOver, { field: 'slot' })
  assertNotTooFar(first, today)
  return { shift, day: first }
}

/** Throws unless the price is paid, or less of it with a reason by a person who may lower fees. */
const assertPriced = async (tx: Db, { me }: Ctx, { amount, reason = '' }: Body, price: number): Promise<void> => {
  if (amount >= price) return
  if (reason === '') throw new AppError(passErrors.reasonNeeded, { params: { price }, field: 'reason' })
  await assertRule(tx, me, 'managersConcede')
}

/** Returns the visitor with this number and name, who is stored on the first visit. */
const visitorOf = async (tx: Db, ctx: Ctx, { name, phone }: Body): Promise<Pick<VisitorsTable, 'id' | 'name'>> => {
  const [phoneFolded, nameFolded] = [foldPhone(phone) ?? '', fold(name)]
  const known = await rows.visitorBy(tx, phoneFolded, nameFolded)
  const isSame = known && known.name === name && known.phone === phone
  if (known && (isSame || (await rows.renameVisitor(tx, known.id, { name, phone })))) return { id: known.id, name }
  const visitor = { id: newId(), name, nameFolded, phone, phoneFolded, createdAt: ctx.now.toISOString(), createdBy: ctx.me._id }
  await rows.insertVisitor(tx, { ...visitor, erasedAt: null })
  return visitor
}

/** Takes the payment and the seat. Requires the locks `users` and `fees`. Returns the id of the payment. */
const sellNew = async (tx: Db, ctx: Ctx, body: Body, clientDigest: string): Promise<string> => {
  const { dayPassFee: price, shifts } = await hallSettings(tx)
  if (price === null) throw new AppError(passErrors.off)
  const { shift, day } = await shiftToSell(tx, ctx, body, shifts)
  await assertPriced(tx, ctx, body, price)
  await assertSeatExists(tx, body)
  const { seatNumber, reason: lowered = '', name: _, phone: __, ...received } = body
  const visitor = await visitorOf(tx, ctx, body)
  const replaces = await rows.voidToReplace(tx, { day, slot: shift.key, seatNumber })
  const paid = { ...received, amount: toPaise(body.amount), clientDigest, replaces }
  const payment = await recordPayment(tx, ctx, { userId: null, visitorId: visitor.id, name: visitor.name }, paid)
  const { amount, method, reference, receiptNumber } = payment
  const pass = {
    id: newId(),
    visitorId: visitor.id,
    day,
    slot: shift.key,
    shiftName: shift.name,
    ...partOf(shift),
    seatNumber,
    paymentId: payment.id,
    price: toPaise(price),
    amount,
    reason: body.amount < price ? lowered : '',
    soldAt: ctx.now.toISOString(),
    soldBy: ctx.me._id,
    soldByName: ctx.me.name,
  }
  await rows.insertPass(tx, pass)
  await takeForDay(tx, ctx, { day, slot: shift.key, ...partOf(shift), seatNumber, passId: pass.id })
  const sold = { visitor: visitor.name, day, slot: shift.key, seatNumber, receiptNumber, amount: toRupees(amount), method, reference }
  const more = { ...(pass.reason && { price, reason: pass.reason }), ...(payment.referenceSkipped === 1 && { referenceSkipped: true }) }
  await writeAudit(tx, ctx, { action: 'passes.sell', targetId: visitor.id, after: { ...sold, ...more } })
  ctx.notify('fees', [])
  return payment.id
}

export const sell = async (ctx: Ctx, { body }: Input<typeof passesApi.sell>): Promise<DayPass> => {
  const clientDigest = contentDigest(body, 'day-pass')
  const paymentId = await ctx.transact(async (tx) => {
    await lockPeople(tx, ctx)
    await lockLedger(tx, ctx)
    const before = await repeatedPayment(tx, ctx, { clientId: body.clientId, clientDigest })
    return before?.id ?? sellNew(tx, ctx, body, clientDigest)
  })
  const row = await rows.ofPayment(ctx.db, paymentId)
  if (!row) throw new AppError(commonErrors.notFound)
  return toPass(ctx.db, row)
}

/** Frees the seat of a pass whose receipt was voided. */
export const freeSeat: ReactionTo<typeof visitorPaymentVoided> = async (tx, payment) => {
  const pass = await rows.ofPayment(tx, payment.id)
  if (pass) await freeForDay(tx, pass.id)
}
