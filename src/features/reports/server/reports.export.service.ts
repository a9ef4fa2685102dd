import { addDays } from '#contract/day.ts'
import { toRupees } from '#contract/money.ts'
import { yearAndMonth } from '#contract/month.ts'
import { filterOf, pageOfFees } from '#features/fees/server/fees.service.ts'
import type { Request } from '#server/http/feature.ts'
import type { StreamAnswer } from '#server/http/fileAnswer.ts'
import type { Ctx } from '#server/platform.ts'
import type { Column } from '#server/sheets/columns.ts'
import { sheetAnswer } from '#server/sheets/sheetAnswer.ts'
import type { reportsApi } from '../reports.contract.ts'
import * as rows from './reports.db.ts'
import { rangeOf, todayOf } from './reports.service.ts'

const methods = { cash: 'Cash', upi: 'UPI', bank: 'Bank transfer', other: 'Other' }
const kinds = {
  monthly: 'Monthly fee',
  admission: 'Admission fee',
  locker: 'Locker',
  deposit: 'Deposit',
  late: 'Late fee',
  other: 'Other',
}
const slots = { morning: 'Morning', afternoon: 'Afternoon', 'full-day': 'Full-day' }

const ROWS_AT_ONCE = 500

type FeeRow = Awaited<ReturnType<typeof pageOfFees>>['items'][number]

async function* feesOf({ db }: Pick<Ctx, 'db'>, filter: ReturnType<typeof filterOf>): AsyncGenerator<FeeRow> {
  let cursor: string | undefined
  do {
    const page = await pageOfFees(db, filter, { cursor, limit: ROWS_AT_ONCE })
    yield* page.items
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** Who is deleted has no name on the screens either. */
const ofLiving =
  <V>(value: (row: FeeRow) => V) =>
  (row: FeeRow): V | null =>
    row.studentDeletedAt === null ? value(row) : null

const month = (period: number): string => {
  const { year, month } = yearAndMonth(period)
  return `${year}-${String(month).padStart(2, '0')}`
}

const feeColumns: readonly Column<FeeRow>[] = [
  { heading: 'Student', kind: 'text', width: 28, value: (row) => ofLiving(({ studentName }) => studentName)(row) ?? 'Unknown Student' },
  { heading: 'Email', kind: 'text', width: 28, value: ofLiving(({ studentEmail }) => studentEmail) },
  { heading: 'Seat', kind: 'integer', value: ofLiving(({ seatNumber }) => seatNumber) },
  { heading: 'Slot', kind: 'text', value: ofLiving(({ slot }) => slot && slots[slot]) },
  { heading: 'Fee', kind: 'text', value: ({ kind }) => kinds[kind] },
  { heading: 'Month', kind: 'text', value: ({ period }) => month(period) },
  { heading: 'Amount', kind: 'rupees', value: ({ amount }) => toRupees(amount) },
  { heading: 'Paid', kind: 'rupees', value: ({ paidAmount }) => toRupees(paidAmount) },
  { heading: 'Balance', kind: 'rupees', value: ({ amount, paidAmount }) => toRupees(amount - paidAmount) },
  { heading: 'Status', kind: 'text', value: ({ settledAt }) => (settledAt === null ? 'Unpaid' : 'Paid') },
  { heading: 'Due on', kind: 'day', value: ({ dueOn }) => dueOn },
  { heading: 'Paid date', kind: 'instant', value: ({ settledAt }) => settledAt },
  { heading: 'Notes', kind: 'text', width: 32, value: ({ notes }) => notes },
]

export const exportFees = async (ctx: Ctx, { query }: Request<typeof reportsApi.exportFees>): Promise<StreamAnswer> => {
  const { timeZone } = ctx.config
  const found = feesOf(ctx, filterOf(query))
  return sheetAnswer({ name: `Fees ${todayOf(ctx)}`, format: query.format, timeZone, columns: feeColumns, rows: found })
}

/** One movement of money: `sign` is what it does to the sum, and a void stands on its own day. */
type Movement = { day: string; what: 'Receipt' | 'Refund' | 'Receipt voided' | 'Refund voided'; sign: 1 | -1; row: rows.Entry }

/** Day by day, so that no more than a day of them is in memory. */
async function* movements({ db }: Pick<Ctx, 'db'>, { from, to }: { from: string; to: string }): AsyncGenerator<Movement> {
  for (let day = from; day <= to; day = addDays(day, 1)) {
    for (const row of await rows.enteredOn(db, 'payments', day)) yield { day, what: 'Receipt', sign: 1, row }
    for (const row of await rows.enteredOn(db, 'refunds', day)) yield { day, what: 'Refund', sign: -1, row }
    for (const row of await rows.voidedOn(db, 'payments', day)) yield { day, what: 'Receipt voided', sign: -1, row }
    for (const row of await rows.voidedOn(db, 'refunds', day)) yield { day, what: 'Refund voided', sign: 1, row }
  }
}

const isVoid = ({ what }: Movement): boolean => what === 'Receipt voided' || what === 'Refund voided'

const movementColumns: readonly Column<Movement>[] = [
  { heading: 'Number', kind: 'text', value: ({ row }) => row.number },
  { heading: 'Entry', kind: 'text', value: ({ what }) => what },
  { heading: 'Date', kind: 'day', value: ({ day }) => day },
  { heading: 'Money received or paid', kind: 'day', value: ({ row }) => row.moneyOn },
  { heading: 'Student', kind: 'text', width: 28, value: ({ row }) => row.studentName },
  { heading: 'Method', kind: 'text', value: ({ row }) => methods[row.method] },
  { heading: 'Reference', kind: 'text', value: ({ row }) => row.reference },
  { heading: 'Amount', kind: 'rupees', value: ({ row, sign }) => sign * toRupees(row.amount) },
  { heading: 'Clerk', kind: 'text', value: (one) => (isVoid(one) ? one.row.voidedByName : one.row.enteredByName) },
  { heading: 'Voided on', kind: 'day', value: ({ row }) => row.voidedOn },
  { heading: 'Voided by', kind: 'text', value: ({ row }) => row.voidedByName },
  { heading: 'Why voided', kind: 'text', width: 32, value: ({ row }) => row.voidReason },
]

export const exportCollections = async (ctx: Ctx, { query }: Request<typeof reportsApi.exportCollections>): Promise<StreamAnswer> => {
  const { timeZone } = ctx.config
  const range = rangeOf(ctx, query)
  const name = `Collections ${range.from} to ${range.to}`
  return sheetAnswer({ name, format: query.format, timeZone, columns: movementColumns, rows: movements(ctx, range) })
}
