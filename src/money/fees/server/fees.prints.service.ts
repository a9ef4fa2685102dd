import { isStaff } from '#contract/actor.ts'
import { lock } from '#server/db/locks.ts'
import { isDiskFull } from '#server/db/violations.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { codesOf } from '#server/journal/journal.ts'
import type { Kind } from '#server/journal/kind.ts'
import { paymentKind, refundKind } from './fees.journal.ts'
import * as money from './fees.money.db.ts'

/**
 * Writes down that staff have opened the paper of a receipt for the first time. A payment that is voided after its receipt was
 * printed is one that the owner looks at: the student may have gone away with the paper.
 */
export const notePrint = async (ctx: Ctx, paymentId: string): Promise<void> => {
  if (!isStaff(ctx.me) || (await money.isPrinted(ctx.db, paymentId))) return
  const print = { paymentId, printedAt: ctx.now.toISOString(), printedBy: ctx.me._id, printedByName: ctx.me.name }
  const noted = ctx.transact(async (tx) => {
    await lock(tx, 'fees')
    const payment = await money.payment(tx, paymentId)
    if (payment?.voidedAt === null && !(await money.isPrinted(tx, paymentId))) await money.insertPrint(tx, print)
  })
  // A receipt can be read while nothing can be written.
  await noted.catch((error: unknown) => {
    if (!isDiskFull(error)) throw error
  })
}

const codeOf = async (db: Ctx['db'], kind: Kind, id: string): Promise<string | null> => (await codesOf(db, kind, [id])).get(id) ?? null

/** The verification code that a receipt prints; null for one that is older than the journal. */
export const codeOfReceipt = (db: Ctx['db'], paymentId: string): Promise<string | null> => codeOf(db, paymentKind, paymentId)
export const codeOfVoucher = (db: Ctx['db'], refundId: string): Promise<string | null> => codeOf(db, refundKind, refundId)
