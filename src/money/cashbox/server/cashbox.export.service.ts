import { dayIn } from '#contract/day.ts'
import { toRupees } from '#contract/money.ts'
import type { BoxEntriesTable } from '#server/db/tables/money.cashbox.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { endOfHallDayOr } from '#server/hallDay.ts'
import type { StreamAnswer } from '#server/http/fileAnswer.ts'
import type { Column } from '#server/sheets/columns.ts'
import { sheetAnswer } from '#server/sheets/sheetAnswer.ts'
import type { cashboxApi } from '../cashbox.contract.ts'
import * as rows from './cashbox.box.db.ts'
import { filterOf } from './cashbox.box.service.ts'
import * as closings from './cashbox.closings.db.ts'
import { closingsWithCodes } from './cashbox.closings.service.ts'

const ROWS_AT_ONCE = 500

async function* entriesOf({ db }: Pick<Ctx, 'db'>, filter: rows.Filter): AsyncGenerator<BoxEntriesTable> {
  for (let after: string | undefined; ; ) {
    const some = await rows.page(db, filter, ROWS_AT_ONCE, after)
    yield* some
    after = some.at(-1)?.id
    if (some.length < ROWS_AT_ONCE) return
  }
}

const entryColumns: readonly Column<BoxEntriesTable>[] = [
  { heading: 'Date', kind: 'day', value: ({ bookedOn }) => bookedOn },
  { heading: 'Entry', kind: 'text', value: ({ kind }) => (kind === 'out' ? 'Paid out' : 'Other money in') },
  { heading: 'What for', kind: 'text', width: 32, value: ({ purpose }) => purpose },
  // A voided entry counts as 0.
  {
    heading: 'Amount',
    kind: 'rupees',
    value: ({ kind, amount, voidedAt }) => (voidedAt !== null ? 0 : toRupees(kind === 'out' ? -amount : amount)),
  },
  { heading: 'Entered', kind: 'instant', value: ({ enteredAt }) => enteredAt },
  { heading: 'Entered by', kind: 'text', value: ({ enteredByName }) => enteredByName },
  { heading: 'Voided amount', kind: 'rupees', value: ({ amount, voidedAt }) => (voidedAt === null ? null : toRupees(amount)) },
  { heading: 'Voided', kind: 'instant', value: ({ voidedAt }) => voidedAt },
  { heading: 'Voided by', kind: 'text', value: ({ voidedByName }) => voidedByName },
  { heading: 'Why voided', kind: 'text', width: 32, value: ({ voidReason }) => voidReason },
]

export const exportBox = async (ctx: Ctx, { query }: Input<typeof cashboxApi.exportBox>): Promise<StreamAnswer> => {
  const { timeZone } = ctx.config
  const name = `Cash box ${query.month ?? query.asOf ?? dayIn(timeZone, ctx.now)}`
  return sheetAnswer({ name, format: query.format, timeZone, columns: entryColumns, rows: entriesOf(ctx, filterOf(ctx, query)) })
}

type ClosingWithCode = closings.ClosingRow & { code: string | undefined }

async function* allClosings({ db }: Pick<Ctx, 'db'>, until: string | undefined): AsyncGenerator<ClosingWithCode> {
  for (let after: closings.Place | undefined; ; ) {
    const some = await closings.page(db, until, ROWS_AT_ONCE, after)
    yield* await closingsWithCodes(db, some)
    after = some.at(-1)
    if (some.length < ROWS_AT_ONCE) return
  }
}

const rupees = (heading: string, value: (row: ClosingWithCode) => number): Column<ClosingWithCode> => ({
  heading,
  kind: 'rupees',
  value: (row) => toRupees(value(row)),
})

const closingColumns: readonly Column<ClosingWithCode>[] = [
  { heading: 'Day', kind: 'day', value: ({ day }) => day },
  { heading: 'Closing', kind: 'integer', value: ({ nth }) => nth },
  { heading: 'Counts up to', kind: 'instant', value: ({ asOf }) => asOf },
  rupees('Left before', ({ openingFloat }) => openingFloat),
  rupees('Cash received', ({ cashIn }) => cashIn),
  rupees('Cash refunds', ({ cashRefunds }) => cashRefunds),
  rupees('Voided cash', ({ cashVoids }) => cashVoids),
  rupees('Paid out', ({ paidOut }) => paidOut),
  rupees('Other money in', ({ otherIn }) => otherIn),
  rupees('Expected', ({ expected }) => expected),
  rupees('Counted', ({ counted }) => counted),
  rupees('Difference', ({ counted, expected }) => counted - expected),
  rupees('Handed over', ({ handedOver }) => handedOver),
  { heading: 'Handed over to', kind: 'text', value: ({ receiver, handedTo }) => receiver || handedTo },
  { heading: 'Notes', kind: 'text', width: 32, value: ({ notes }) => notes },
  { heading: 'Closed by', kind: 'text', value: ({ closedByName }) => closedByName },
  { heading: 'Closed', kind: 'instant', value: ({ closedAt }) => closedAt },
  { heading: 'Verification code', kind: 'text', width: 24, value: ({ code }) => code ?? null },
]

export const exportClosings = async (ctx: Ctx, { query }: Input<typeof cashboxApi.exportClosings>): Promise<StreamAnswer> => {
  const { timeZone } = ctx.config
  const name = `Closings ${query.asOf ?? dayIn(timeZone, ctx.now)}`
  const until = endOfHallDayOr(ctx, query.asOf)
  return sheetAnswer({ name, format: query.format, timeZone, columns: closingColumns, rows: allClosings(ctx, until) })
}
