import type { SignedInPerson } from '#server/testing/given.ts'
import type { CheckEntry, CheckKind } from '../../oversight.contract.ts'
import { fee, float, type Student, type TheftHall } from './theftHall.ts'

/** A theft: its method, the kind under which the owner must see it, and the entry. */
export type Theft = { way: string; kind: CheckKind; isShownBy: (entry: CheckEntry) => boolean }

/** A method of stealing: a student pays the fee of a month in cash, and the clerk keeps a part, sometimes days later. */
type Way = (
  hall: TheftHall,
  clerk: SignedInPerson,
  student: Student,
  later: (days: number, deed: () => Promise<void>) => void,
) => Promise<void>

export const theftsOf = () => {
  const done: Theft[] = []
  const note = (way: string, kind: CheckKind, isShownBy: Theft['isShownBy']) => done.push({ way, kind, isShownBy })

  /** Thefts at the moment of a payment. */
  const atPayment: Way[] = [
    async (_hall, _clerk, student) => {
      note('No receipt', 'owing', ({ studentId }) => studentId === student._id)
    },
    async (hall, clerk, student, later) => {
      const receivedOn = hall.today()
      later(2, async () => {
        // The cash of another student has come in since, and replaces the cash of this one.
        const { receiptNumber } = await hall.pay(clerk, student, fee, { receivedOn })
        note('Back-dating', 'dates', ({ number, flagged, day }) => number === receiptNumber && flagged && day === receivedOn)
      })
    },
    async (hall, clerk, student) => {
      const { receiptNumber } = await hall.pay(clerk, student, fee, { method: 'upi', referenceSkipped: true })
      note('Cash booked as UPI', 'references', ({ number }) => number === receiptNumber)
    },
    async (hall, clerk, student) => {
      const receipt = await hall.pay(clerk, student, fee)
      await hall.done(clerk.get(`/user/fees/receipts/${receipt._id}`))
      await hall.voidOf(clerk, receipt, fee)
      note('Void after printing', 'voids', ({ number, flagged }) => number === receipt.receiptNumber && flagged)
    },
    async (hall, clerk, student) => {
      const receipt = await hall.pay(clerk, student, fee)
      await hall.voidOf(clerk, receipt, fee)
      await hall.pay(clerk, student, 600)
      note('Entered again smaller', 'voids', ({ number, successor }) => number === receipt.receiptNumber && successor?.difference === 400)
    },
    async (hall, clerk, student) => {
      const at = hall.app.platform.clock().toISOString()
      await hall.lower(clerk, student, 300, 'Sibling')
      await hall.pay(clerk, student, 700)
      note('Unauthorised discount', 'concessions', (entry) => entry.at === at && entry.studentId === student._id && entry.amount === 300)
    },
  ]

  let taken = 0
  /** Returns the methods at a payment in rotation. */
  const nextAtPayment = () => atPayment[taken++ % atPayment.length]

  const tinyFee = async (hall: TheftHall, clerk: SignedInPerson) => {
    const seat = { slot: 'full-day', seatNumber: 20, dateJoinedLibrary: hall.today() }
    const student = await hall.add(clerk, 'Tanvi', { ...seat, monthlyFee: 100, reason: 'Scholarship' })
    note('Tiny monthly fee', 'concessions', ({ studentId, after }) => studentId === student._id && after === 100)
    return student
  }
  const seatWithoutFee = async (hall: TheftHall, clerk: SignedInPerson) => {
    const student = await hall.add(clerk, 'Sagar', { slot: 'full-day', seatNumber: 21 })
    note('Seat without a fee', 'uncharged', ({ studentId }) => studentId === student._id)
  }
  const refundToDeleted = async (hall: TheftHall, clerk: SignedInPerson, student: Student) => {
    const { voucherNumber } = await hall.refund(clerk, student, fee, 'Left early')
    note('Refund to a deleted student', 'refunds', ({ number, flagged }) => number === voucherNumber && flagged)
  }
  const resetFloat = async (hall: TheftHall, clerk: SignedInPerson) => {
    const { _id: closing } = await hall.close(clerk, float)
    note('Reset float', 'differences', ({ _id, amount, flagged }) => _id === closing && amount === float && flagged)
  }
  /** Borrows the cash of a day for some days, and returns it before the box is closed. */
  const skipClosing = ({ me }: SignedInPerson, skipped: string) =>
    note('Skipped closing', 'unclosed', ({ day, by, closed }) => day === skipped && by === me.name && closed?.by === me.name)
  return { done, nextAtPayment, tinyFee, seatWithoutFee, refundToDeleted, resetFloat, skipClosing }
}
export type Thefts = ReturnType<typeof theftsOf>
