import { isStaff } from '#contract/actor.ts'
import { lockLedger } from '#money/locks/server/locks.ledger.service.ts'
import { isDiskFull } from '#server/db/violations.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { codesOf } from '#server/journal/journal.ts'
import type { Kind } from '#server/journal/kind.ts'
import { paymentKind, paymentVoidKind, refundKind } from './fees.journal.ts'
import * as money from './fees.money.db.ts'

/**
 * Records that staff opened the printable receipt for the first time. The owner reviews payments that are voided after their
 * receipt was printed, because the student may have left with the paper.
 */
export const notePrint = async (ctx: Ctx, paymentId: string): Promise<void> => {
  if (!isStaff(ctx.me) || (await money.isPrinted(ctx.db, paymentId))) return
  const print = { paymentId, printedAt: ctx.now.toISOString(), printedBy: ctx.me._id, printedByName: ctx.me.name }
  const noted = ctx.transact(async (tx) => {
    await lockLedger(tx, ctx)
    const payment = await money.payment(tx, paymentId)
    if (payment?.voidedAt === null && !(await money.isPrinted(tx, paymentId))) await money.insertPrint(tx, print)
  })
  // A receipt can be read while the disk is full. While the data moves, staff wait: a print that nobody notes could hide a theft.
  await noted.catch((error: unknown) => {
    if (!isDiskFull(error)) throw error
  })
}

const codeOf = async (db: Ctx['db'], kind: Kind, id: string): Promise<string | null> => (await codesOf(db, kind, [id])).get(id) ?? null

/** Returns the verification code printed on a receipt; null if the receipt is older than the journal. */
export const codeOfReceipt = (db: Ctx['db'], paymentId: string): Promise<string | null> => codeOf(db, paymentKind, paymentId)
export const codeOfVoucher = (db: Ctx['db'], refundId: string): Promise<string | null> => codeOf(db, refundKind, refundId)
export const codeOfVoid = (db: Ctx['db'], paymentId: string): Promise<string | null> => codeOf(db, paymentVoidKind, paymentId)
