import { AppError } from '#contract/errors.ts'
import type { PaymentMethod } from '#contract/terms.ts'
import { isTransfer, leastReference } from '#contract/terms.ts'
import { fold } from '#server/db/fold.ts'
import type { PaymentsTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import { feeErrors } from '../fees.errors.contract.ts'
import * as money from './fees.money.db.ts'
import * as refunds from './fees.refunds.db.ts'

/*
 * A clerk who keeps cash can enter it as UPI. The owner compares references with the bank's statement, so a reference is required,
 * and the owner sees where it was skipped.
 */

type Sent = {
  method: PaymentMethod
  reference?: string | undefined
  referenceSkipped?: boolean | undefined
  referenceReason?: string | undefined
}
type Judged = Pick<PaymentsTable, 'reference' | 'referenceFolded' | 'referenceReason' | 'referenceSkipped'>

const lastOf = (text: string): string => [...text].slice(-leastReference).join('')

/** Returns whether two references can belong to the same transfer: they are equal, or one is a suffix of the other. */
const isSame = (one: string, other: string): boolean =>
  one === other || (Math.min(one.length, other.length) >= leastReference && (one.endsWith(other) || other.endsWith(one)))

const folded = (reference: string): string => fold(reference).replaceAll(/\s/g, '')

/** Throws `referenceUsed` with the receipt number if another payment has this reference. */
const assertUnused = async (tx: Db, reference: string): Promise<void> => {
  const used = (await money.paymentsByReference(tx, reference, lastOf(reference))).find((one) => isSame(one.referenceFolded, reference))
  if (!used) return
  const params = { receipt: used.receiptNumber, student: used.studentName }
  throw new AppError(feeErrors.referenceUsed, { params, field: 'reference' })
}

/** Throws `referenceUsed` with the voucher number if another refund has this reference. */
const assertNotRefunded = async (tx: Db, reference: string): Promise<void> => {
  const used = (await refunds.refundsByReference(tx, lastOf(reference))).find((one) => isSame(folded(one.reference), reference))
  if (!used) return
  const params = { voucher: used.voucherNumber, student: used.studentName }
  throw new AppError(feeErrors.referenceUsed, { params, field: 'reference' })
}

/** Returns the folded reference and whether it was skipped. Throws `referenceNeeded` if it is missing or too short. */
const assertReferenced = ({ method, reference = '', referenceSkipped }: Omit<Sent, 'referenceReason'>) => {
  const referenceFolded = folded(reference)
  const isSkipped = isTransfer(method) && referenceFolded === '' && referenceSkipped === true
  const { referenceNeeded } = feeErrors
  if (isTransfer(method) && !isSkipped && [...referenceFolded].length < leastReference)
    throw new AppError(referenceNeeded, { field: 'reference' })
  return { referenceFolded, isSkipped }
}

/** Returns the stored form of a reference. Throws if a required reference is missing or too short, or if another payment has it. */
export const judgeReference = async (tx: Db, sent: Sent): Promise<Judged> => {
  const { reference = '', referenceReason = '' } = sent
  const { referenceFolded, isSkipped } = assertReferenced(sent)
  if (referenceFolded !== '' && !referenceReason) await assertUnused(tx, referenceFolded)
  return { reference, referenceFolded, referenceReason, referenceSkipped: isSkipped ? 1 : 0 }
}

/** The same for a refund, which is compared with other refunds. */
export const judgeRefundReference = async (tx: Db, sent: Sent) => {
  const { reference = '', referenceReason = '' } = sent
  const { referenceFolded, isSkipped } = assertReferenced(sent)
  if (referenceFolded !== '' && !referenceReason) await assertNotRefunded(tx, referenceFolded)
  return { reference, referenceReason, isSkipped }
}
