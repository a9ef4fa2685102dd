import { addDays } from '#contract/day.ts'
import { toRupees } from '#contract/money.ts'
import { termsEn } from '#contract/terms.en.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { StreamAnswer } from '#server/http/fileAnswer.ts'
import type { Column } from '#server/sheets/columns.ts'
import { sheetAnswer } from '#server/sheets/sheetAnswer.ts'
import type { reportsApi } from '../month-end.contract.ts'
import * as rows from './month-end.db.ts'
import { rangeOf } from './month-end.service.ts'

/** One movement of money. `sign` is its effect on the sum; a void is a movement of its own day. */
type Movement = { day: string; what: 'Receipt' | 'Refund' | 'Receipt voided' | 'Refund voided'; sign: 1 | -1; row: rows.Entry }

/** Returns an entry without a later void. */
const asOf = (row: rows.Entry, until: string | undefined): rows.Entry =>
  until === undefined || row.voidedAt === null || row.voidedAt <= until
    ? row
    : { ...row, voidedAt: null, voidedOn: null, voidedByName: null, voidReason: null }

/** Yields movements day by day, so that at most one day is in memory. */
async function* movements({ db }: Pick<Ctx, 'db'>, { from, to, until }: rows.Span): AsyncGenerator<Movement> {
  for (let day = from; day <= to; day = addDays(day, 1)) {
    for (const row of await rows.enteredOn(db, 'payments', day, until)) yield { day, what: 'Receipt', sign: 1, row: asOf(row, until) }
    for (const row of await rows.enteredOn(db, 'refunds', day, until)) yield { day, what: 'Refund', sign: -1, row: asOf(row, until) }
    for (const row of await rows.voidedOn(db, 'payments', day, until)) yield { day, what: 'Receipt voided', sign: -1, row }
    for (const row of await rows.voidedOn(db, 'refunds', day, until)) yield { day, what: 'Refund voided', sign: 1, row }
  }
}

const isVoid = ({ what }: Movement): boolean => what === 'Receipt voided' || what === 'Refund voided'

const movementColumns: readonly Column<Movement>[] = [
  { heading: 'Number', kind: 'text', value: ({ row }) => row.number },
  { heading: 'Entry', kind: 'text', value: ({ what }) => what },
  { heading: 'Date', kind: 'day', value: ({ day }) => day },
  { heading: 'Money received or paid', kind: 'day', value: ({ row }) => row.moneyOn },
  { heading: 'Student', kind: 'text', width: 28, value: ({ row }) => row.studentName },
  { heading: 'Method', kind: 'text', value: ({ row }) => termsEn.methods[row.method] },
  { heading: 'Reference', kind: 'text', value: ({ row }) => row.reference },
  { heading: 'Amount', kind: 'rupees', value: ({ row, sign }) => sign * toRupees(row.amount) },
  { heading: 'Clerk', kind: 'text', value: (one) => (isVoid(one) ? one.row.voidedByName : one.row.enteredByName) },
  { heading: 'Voided on', kind: 'day', value: ({ row }) => row.voidedOn },
  { heading: 'Voided by', kind: 'text', value: ({ row }) => row.voidedByName },
  { heading: 'Why voided', kind: 'text', width: 32, value: ({ row }) => row.voidReason },
]

export const exportCollections = async (ctx: Ctx, { query }: Input<typeof reportsApi.exportCollections>): Promise<StreamAnswer> => {
  const { timeZone } = ctx.config
  const range = rangeOf(ctx, query)
  const name = `Collections ${range.from} to ${range.to}`
  return sheetAnswer({ name, format: query.format, timeZone, columns: movementColumns, rows: movements(ctx, range) })
}
