import { toRupees } from '#contract/money.ts'
import { yearAndMonth } from '#contract/month.ts'
import { noReason } from '#contract/reason.ts'
import { labelOf, type SeatLabels, seatLabels } from '#people/rooms/server/rooms.read.service.ts'
import { pictureLink } from '#people/users/server/users.pictures.service.ts'
import type { AdjustmentsTable, PaymentsTable, RefundsTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import type { Platform } from '#server/feature/platform.ts'
import type { Adjustment, Fee, Payment, Refund, StudentCard } from '../fees.shapes.contract.ts'
import type { FeeRow } from './fees.db.ts'
import * as money from './fees.money.db.ts'
import type { PersonRow } from './fees.people.db.ts'

type ReplyContext = Pick<Platform, 'db' | 'clock'>
type Pictured = Pick<PersonRow, 'id' | 'name' | 'email' | 'seatNumber' | 'slot' | 'pictureSha256' | 'deletedAt'>

/**
 * Returns the card of a student who is not deleted. Must not run inside a transaction: the picture's URL is signed with a key read
 * from the database. `labels` saves a query for each card of a list.
 */
export const toStudentCard = async (ctx: ReplyContext, row: Omit<Pictured, 'deletedAt'>, labels?: SeatLabels): Promise<StudentCard> => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  seatNumber: row.seatNumber,
  ...(await labelOf(ctx.db, row.seatNumber, labels)),
  slot: row.slot,
  profilePictureUrl: await pictureLink(ctx, row),
})

/** Returns null if the student is deleted. */
export const cardUnlessDeleted = async (ctx: ReplyContext, row: Pictured, labels?: SeatLabels): Promise<StudentCard | null> =>
  row.deletedAt === null ? toStudentCard(ctx, row, labels) : null

const toFee = (row: FeeRow, student: StudentCard | null): Fee => ({
  _id: row.id,
  student,
  kind: row.kind,
  ...yearAndMonth(row.period),
  amount: toRupees(row.amount),
  paidAmount: toRupees(row.paidAmount),
  paid: row.settledAt !== null,
  paidDate: row.settledAt,
  dueOn: row.dueOn,
  notes: row.notes,
})

/** Converts fees to their form in replies; each student's card is built once. */
export const toFees = async (ctx: ReplyContext, rows: readonly FeeRow[]): Promise<Fee[]> => {
  const cards = new Map<string, StudentCard | null>()
  const labels = await seatLabels(ctx.db)
  for (const row of rows) {
    if (cards.has(row.userId)) continue
    const { userId: id, studentName: name, studentEmail: email, studentDeletedAt: deletedAt, ...rest } = row
    cards.set(id, await cardUnlessDeleted(ctx, { ...rest, id, name, email, deletedAt }, labels))
  }
  return rows.map((row) => toFee(row, cards.get(row.userId) ?? null))
}

const voidedOf = ({ voidedAt, voidedByName, voidReason }: PaymentsTable | RefundsTable): Payment['voided'] =>
  voidedAt === null ? null : { at: voidedAt, by: voidedByName ?? '', reason: voidReason ?? '' }

/** Converts payments to their form in replies, each with the fees that it pays. */
export const toPayments = async (db: Db, rows: readonly PaymentsTable[]): Promise<Payment[]> => {
  const parts = await money.linesOf(
    db,
    rows.map(({ id }) => id),
  )
  const lines = Map.groupBy(
    parts.filter(({ amount }) => amount > 0),
    ({ paymentId }) => paymentId,
  )
  return rows.map((row) => ({
    _id: row.id,
    studentId: row.userId ?? row.visitorId ?? '',
    isVisitor: row.visitorId !== null,
    studentName: row.studentName,
    receiptNumber: row.receiptNumber,
    amount: toRupees(row.amount),
    credit: toRupees(row.credit),
    method: row.method,
    reference: row.reference,
    receivedOn: row.receivedOn,
    enteredAt: row.enteredAt,
    enteredBy: row.enteredByName,
    voided: voidedOf(row),
    lines: (lines.get(row.id) ?? []).map(({ chargeId, kind, period, amount }) => ({
      feeId: chargeId,
      kind,
      ...yearAndMonth(period),
      amount: toRupees(amount),
    })),
  }))
}

export const toRefund = (row: RefundsTable): Refund => ({
  _id: row.id,
  studentId: row.userId,
  studentName: row.studentName,
  voucherNumber: row.voucherNumber,
  amount: toRupees(row.amount),
  method: row.method,
  reference: row.reference,
  reason: row.reason,
  paidOn: row.paidOn,
  enteredAt: row.enteredAt,
  enteredBy: row.enteredByName,
  voided: voidedOf(row),
})

export const toAdjustment = (row: AdjustmentsTable): Adjustment => ({
  _id: row.id,
  kind: row.kind,
  amount: toRupees(row.amount),
  reason: row.reason || noReason,
  at: row.createdAt,
  by: row.createdByName,
})
