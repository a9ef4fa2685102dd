import { dayIn } from '#contract/day.ts'
import { toRupees } from '#contract/money.ts'
import { yearAndMonth } from '#contract/month.ts'
import { termsEn } from '#contract/terms.en.ts'
import type { Slot } from '#contract/terms.ts'
import { labelColumns } from '#people/rooms/server/rooms.read.service.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { StreamAnswer } from '#server/http/fileAnswer.ts'
import type { Column } from '#server/sheets/columns.ts'
import { sheetAnswer } from '#server/sheets/sheetAnswer.ts'
import { shiftNames } from '#system/shifts/server/shifts.service.ts'
import type { feesApi } from '../fees.contract.ts'
import { filterOf, pageOfFees } from './fees.service.ts'

const kinds = { ...termsEn.feeKinds, other: 'Other' }

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

/** Deleted students have no name on the screens either. */
const ofLiving =
  <V>(value: (row: FeeRow) => V) =>
  (row: FeeRow): V | null =>
    row.studentDeletedAt === null ? value(row) : null

const month = (period: number): string => {
  const { year, month } = yearAndMonth(period)
  return `${year}-${String(month).padStart(2, '0')}`
}

const seatOf = ofLiving(({ seatNumber }) => seatNumber)

const feeColumns = (labels: readonly Column<FeeRow>[], nameOf: (slot: Slot) => string): readonly Column<FeeRow>[] => [
  { heading: 'Student', kind: 'text', width: 28, value: (row) => ofLiving(({ studentName }) => studentName)(row) ?? 'Unknown Student' },
  { heading: 'Email', kind: 'text', width: 28, value: ofLiving(({ studentEmail }) => studentEmail) },
  { heading: 'Seat', kind: 'integer', value: seatOf },
  ...labels,
  { heading: 'Slot', kind: 'text', value: ofLiving(({ slot }) => slot && nameOf(slot)) },
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

export const exportFees = async (ctx: Ctx, { query }: Input<typeof feesApi.exportFees>): Promise<StreamAnswer> => {
  const { timeZone } = ctx.config
  const found = feesOf(ctx, filterOf(query))
  return sheetAnswer({
    name: `Fees ${dayIn(timeZone, ctx.now)}`,
    format: query.format,
    timeZone,
    columns: feeColumns(await labelColumns(ctx.db, seatOf), await shiftNames(ctx.db)),
    rows: found,
  })
}
