import { AppError, commonErrors } from '#contract/errors.ts'
import { toPaise } from '#contract/money.ts'
import { lockLedger } from '#money/locks/server/locks.ledger.service.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { assertRule } from '#system/customization/server/customization.rules.service.ts'
import type { feesApi } from '../fees.contract.ts'
import { feeErrors } from '../fees.errors.contract.ts'
import type { Payment } from '../fees.shapes.contract.ts'
import * as rows from './fees.db.ts'
import * as money from './fees.money.db.ts'
import { enteredBefore, enterPayment } from './fees.newPayment.service.ts'
import { shown, voidWhole } from './fees.payments.service.ts'
import { contentDigest } from './fees.repeats.service.ts'

/** The void reason of a corrected payment. */
const CORRECTED = 'Corrected: entered again'

/**
 * Voids a payment and enters it again in one transaction, so that a broken connection leaves either the old payment or the new one,
 * never neither. The day defaults to that of the old payment.
 */
export const correctPayment = async (ctx: Ctx, { params, body }: Input<typeof feesApi.correctPayment>): Promise<Payment> => {
  const payment = await ctx.transact(async (tx) => {
    await lockLedger(tx, ctx)
    const old = await money.payment(tx, params.id)
    if (!old) throw new AppError(commonErrors.notFound)
    if (old.userId === null) throw new AppError(feeErrors.ofVisitor)
    const received = { ...body, amount: toPaise(body.amount), clientDigest: contentDigest(body, params.id) }
    const before = await enteredBefore(tx, ctx, old.userId, received)
    if (before) return before
    await assertRule(tx, ctx.me, 'managersVoid')
    const fees = (await money.linesOf(tx, [old.id])).filter(({ amount }) => amount > 0).map(({ chargeId }) => chargeId)
    await voidWhole(tx, ctx, old, CORRECTED)
    const day = { receivedOn: body.receivedOn ?? old.receivedOn, reason: body.reason || old.dateReason }
    const student = { id: old.userId, name: old.studentName }
    return enterPayment(tx, ctx, student, { ...received, ...day, replaces: old.id }, await rows.byIds(tx, fees))
  })
  return shown(ctx, payment)
}
