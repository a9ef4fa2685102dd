import { timesOf } from '#contract/dayParts.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { toRupees } from '#contract/money.ts'
import { yearAndMonth } from '#contract/month.ts'
import { feePolicy } from '#money/fees/fees.policy.ts'
import { visitorVoucherNumber } from '#money/fees/fees.visitors.policy.ts'
import { monthMarks, standingAsOf } from '#money/fees/server/fees.marks.service.ts'
import { codeOfReceipt, codeOfVoid, codeOfVoucher, notePrint } from '#money/fees/server/fees.prints.service.ts'
import { labelOf, seatLabels } from '#people/rooms/server/rooms.read.service.ts'
import { fold } from '#server/db/fold.ts'
import type { ChargeKind } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { byId, pageOf } from '#server/http/paging.ts'
import type { DuesSlip, Receipt, ReceiptLine, receiptsApi } from '../receipts.contract.ts'
import * as rows from './receipts.db.ts'

/** Returns the row if it exists and the caller may see it; throws `notFound` otherwise. */
export const visible = <R extends object>({ me }: Pick<Ctx, 'me'>, row: R | undefined, owner: (row: R) => string | null): R => {
  if (!row) throw new AppError(commonErrors.notFound)
  const kind = feePolicy.whyNotSee(me, owner(row))
  if (kind) throw new AppError(kind)
  return row
}

const toLine = ({ kind, period, amount }: { kind: ChargeKind; period: number; amount: number }): ReceiptLine => ({
  kind,
  ...yearAndMonth(period),
  amount: toRupees(amount),
})

type Row = rows.PaymentRow | rows.RefundRow

/** Returns the fields that receipts and vouchers have in common. */
const issued = async (db: Db, row: Row) => ({
  _id: row.id,
  studentId: row.userId ?? '',
  isVisitor: false,
  pass: null,
  studentName: row.studentName,
  seatNumber: row.deletedAt === null ? row.seatNumber : null,
  ...(await labelOf(db, row.deletedAt === null ? row.seatNumber : null)),
  slot: row.deletedAt === null ? row.slot : null,
  phone: row.deletedAt === null ? row.phone : null,
  validUntil: row.deletedAt === null ? row.terminationDate : null,
  amount: toRupees(row.amount),
  method: row.method,
  reference: row.reference,
  enteredAt: row.enteredAt,
  enteredBy: row.enteredByName,
  voided: row.voidedAt === null ? null : { at: row.voidedAt, by: row.voidedByName ?? '', reason: row.voidReason ?? '' },
})

/** Returns what a receipt says of the visitor who bought a day pass; their phone until it is erased. */
const soldTo = async (db: Db, { visitorId, visitorPhone, passDay, shiftName, starts, ends, passSeat }: rows.PaymentRow) => {
  if (visitorId === null || passDay === null || shiftName === null || starts === null || ends === null) return {}
  const pass = { day: passDay, shiftName, ...timesOf({ starts, ends }) }
  const seat = { seatNumber: passSeat, ...(await labelOf(db, passSeat)), slot: null }
  return { studentId: visitorId, isVisitor: true, pass, ...seat, phone: visitorPhone, validUntil: null }
}

/** A visitor pays the whole pass at once, and has no months. */
const standingOf = (ctx: Ctx, { userId, enteredAt }: rows.PaymentRow) =>
  userId === null ? { months: [], owed: 0 } : standingAsOf(ctx, userId, enteredAt)

/**
 * A reprinted receipt equals the issued one: its lines are the allocations made when the payment was entered. The rest stays "Paid
 * in advance", even after later months have used it; the statement shows what became of it.
 */
export const receipt = async (ctx: Ctx, { params: { id } }: Input<typeof receiptsApi.receipt>): Promise<Receipt> => {
  const { db, me } = ctx
  const row = visible({ me }, await rows.payment(db, id), ({ userId }) => userId)
  await notePrint(ctx, id)
  const lines = await rows.linesAsIssued(db, row)
  const credit = lines.reduce((left, { amount }) => left - amount, row.amount)
  return {
    ...(await issued(db, row)),
    kind: 'receipt',
    number: row.receiptNumber,
    reason: '',
    day: row.receivedOn,
    lines: lines.map(toLine),
    credit: row.userId === null ? 0 : toRupees(credit),
    ...(await standingOf(ctx, row)),
    ...(await soldTo(db, row)),
    code: await codeOfReceipt(db, id),
  }
}

/** Returns the voucher of a visitor whose day pass was voided, which is how its money is given back; undefined if there is none. */
const visitorVoucher = async ({ db, me }: Ctx, id: string): Promise<Receipt | undefined> => {
  const row = await rows.payment(db, id)
  if (row?.visitorId == null) return undefined
  visible({ me }, row, ({ userId }) => userId)
  const number = visitorVoucherNumber(row)
  if (number === null) return undefined
  return {
    ...(await issued(db, row)),
    ...(await soldTo(db, row)),
    ...{ kind: 'voucher', number, code: await codeOfVoid(db, id), voided: null },
    ...{ reason: row.voidReason ?? '', day: row.voidedOn ?? '', enteredAt: row.voidedAt ?? '', enteredBy: row.voidedByName ?? '' },
    // The reference is that of the transfer to the hall.
    ...{ reference: '', lines: [], credit: 0, months: [], owed: 0 },
  }
}

export const voucher = async (ctx: Ctx, { params: { id } }: Input<typeof receiptsApi.voucher>): Promise<Receipt> => {
  const { db, me } = ctx
  const refund = await rows.refund(db, id)
  const ofVisitor = refund ? undefined : await visitorVoucher(ctx, id)
  if (ofVisitor) return ofVisitor
  const row = visible({ me }, refund, ({ userId }) => userId)
  const parts = await rows.refundLines(db, id)
  const lines = parts.flatMap(({ kind, period, amount }) => (kind === null || period === null ? [] : [{ kind, period, amount }]))
  const credit = parts.reduce((sum, { kind, amount }) => (kind === null ? sum + amount : sum), 0)
  return {
    ...(await issued(db, row)),
    kind: 'voucher',
    code: await codeOfVoucher(db, id),
    number: row.voucherNumber,
    reason: row.reason,
    day: row.paidOn,
    lines: lines.map(toLine),
    credit: toRupees(credit),
    ...(await standingAsOf(ctx, row.userId, row.enteredAt)),
  }
}

/**
 * Parses a search for a number: `2026-27/000123` is a full number, and `000123` and `123` are the count of one. The voucher of a
 * visitor has the number of the receipt with `V/` before it.
 */
const numberIn = (text: string): string | number | undefined => {
  const [, number] = /^(?:v\/)?(\d{4}-\d\d\/\d{6})$/i.exec(text) ?? []
  if (number !== undefined) return number
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined
}

const asciiLower = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

const searchOf = (text: string): rows.Search => {
  const folded = fold(text)
  return { number: numberIn(text), reference: folded.replaceAll(/\s/g, ''), folded, typed: asciiLower(text) }
}

export const list = async ({ db }: Ctx, { query }: Input<typeof receiptsApi.list>): Promise<Reply<typeof receiptsApi.list>> => {
  const search = query.search ? searchOf(query.search) : undefined
  const { items, nextCursor } = await pageOf(byId, query, (limit, after) => rows.page(db, { search, student: query.student }, limit, after))
  const found = items.map(
    ({ id, userId, visitorId, receiptNumber, receivedOn, voidedAt, amount, studentName, method, reference, enteredAt }) => ({
      _id: id,
      number: receiptNumber,
      studentId: userId ?? visitorId ?? '',
      isVisitor: visitorId !== null,
      studentName,
      amount: toRupees(amount),
      method,
      reference,
      day: receivedOn,
      enteredAt,
      isVoid: voidedAt !== null,
    }),
  )
  return { items: found, nextCursor }
}

export const duesSlips = async (ctx: Ctx, { query }: Input<typeof receiptsApi.duesSlips>): Promise<Reply<typeof receiptsApi.duesSlips>> => {
  const { db } = ctx
  const { items, nextCursor } = await pageOf(byId, query, (limit, after) => rows.owing(db, limit, after))
  const ids = items.map(({ id }) => id)
  const fees = Map.groupBy(await rows.open(db, ids), ({ userId }) => userId)
  const months = await monthMarks(ctx, ids)
  const labels = await seatLabels(db)
  const slips = items.map(({ id, name, seatNumber, slot }, at): DuesSlip => {
    const label = labels.get(seatNumber ?? 0)
    const open = (fees.get(id) ?? []).map(({ paidAmount, ...fee }) => ({ ...fee, amount: fee.amount - paidAmount }))
    return {
      student: { _id: id, name, seatNumber, ...(label !== undefined && { seatLabel: label }), slot },
      owed: toRupees(open.reduce((sum, { amount }) => sum + amount, 0)),
      owedSince: open.map(({ dueOn }) => dueOn).toSorted()[0] ?? '',
      open: open.map(toLine),
      months: months[at] ?? [],
    }
  })
  // A payment between the two reads can settle all fees of a student, who then gets no slip.
  return { items: slips.filter(({ open }) => open.length > 0), nextCursor, total: await rows.countOwing(db) }
}
