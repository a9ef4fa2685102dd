import { AppError } from '#contract/errors.ts'
import { fold } from '#server/db/fold.ts'
import type { Db, PaymentMethod, PaymentsTable } from '#server/db/tables.ts'
import { feeErrors } from '../fees.contract.ts'
import * as money from './fees.money.db.ts'

/*
 * A clerk who keeps cash can enter it as UPI. The reference of the transfer is what the owner compares with the bank's statement,
 * so it is asked for, and the owner sees where it was skipped.
 */

/** As many characters as clerks need to type of a long number. */
const ENOUGH = 6

type Sent = {
  method: PaymentMethod
  reference?: string | undefined
  referenceSkipped?: boolean | undefined
  referenceReason?: string | undefined
}
type Judged = Pick<PaymentsTable, 'reference' | 'referenceFolded' | 'referenceReason' | 'referenceSkipped'>

const isTransfer = (method: PaymentMethod): boolean => method === 'upi' || method === 'bank'

const lastOf = (text: string): string => [...text].slice(-ENOUGH).join('')

/** Whether two references can be of one transfer: they are equal, or one is the end of the other. */
const isSame = (one: string, other: string): boolean =>
  one === other || (Math.min(one.length, other.length) >= ENOUGH && (one.endsWith(other) || other.endsWith(one)))

const folded = (reference: string): string => fold(reference).replaceAll(/\s/g, '')

/** Throws `referenceUsed` if another payment has this reference, and names its receipt. */
const assertUnused = async (tx: Db, reference: string): Promise<void> => {
  const used = (await money.paymentsByReference(tx, reference, lastOf(reference))).find((one) => isSame(one.referenceFolded, reference))
  if (!used) return
  const params = { receipt: used.receiptNumber, student: used.studentName }
  throw new AppError(feeErrors.referenceUsed, { params, field: 'reference' })
}

/** Throws `referenceUsed` if another refund has this reference, and names its voucher. */
const assertNotRefunded = async (tx: Db, reference: string): Promise<void> => {
  const used = (await money.refundsByReference(tx, lastOf(reference))).find((one) => isSame(folded(one.reference), reference))
  if (!used) return
  const params = { voucher: used.voucherNumber, student: used.studentName }
  throw new AppError(feeErrors.referenceUsed, { params, field: 'reference' })
}

/** Returns the folded reference, and whether it was skipped. Throws `referenceNeeded` if it is missing or too short. */
const assertReferenced = ({ method, reference = '', referenceSkipped }: Omit<Sent, 'referenceReason'>) => {
  const referenceFolded = folded(reference)
  const isSkipped = isTransfer(method) && referenceFolded === '' && referenceSkipped === true
  const { referenceNeeded } = feeErrors
  if (isTransfer(method) && !isSkipped && [...referenceFolded].length < ENOUGH) throw new AppError(referenceNeeded, { field: 'reference' })
  return { referenceFolded, isSkipped }
}

/** What is stored of a reference. Throws if one is needed and missing or too short, and if another payment has it. */
export const judgeReference = async (tx: Db, sent: Sent): Promise<Judged> => {
  const { reference = '', referenceReason = '' } = sent
  const { referenceFolded, isSkipped } = assertReferenced(sent)
  if (referenceFolded !== '' && !referenceReason) await assertUnused(tx, referenceFolded)
  return { reference, referenceFolded, referenceReason, referenceSkipped: isSkipped ? 1 : 0 }
}

/** The same of a refund, which is compared with other refunds. */
export const judgeRefundReference = async (tx: Db, sent: Sent) => {
  const { reference = '', referenceReason = '' } = sent
  const { referenceFolded, isSkipped } = assertReferenced(sent)
  if (referenceFolded !== '' && !referenceReason) await assertNotRefunded(tx, referenceFolded)
  return { reference, referenceReason, isSkipped }
}
