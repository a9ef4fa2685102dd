import { dayIn } from '#contract/day.ts'
import type { Slot } from '#contract/terms.ts'
import { reminderStates } from '#money/dues/dues.contract.ts'
import { labelColumns } from '#people/rooms/server/rooms.read.service.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday } from '#server/hallDay.ts'
import type { StreamAnswer } from '#server/http/fileAnswer.ts'
import type { Column } from '#server/sheets/columns.ts'
import { sheetAnswer } from '#server/sheets/sheetAnswer.ts'
import { assertShiftExists, shiftNames } from '#system/shifts/server/shifts.service.ts'
import type { duesApi } from '../dues.contract.ts'
import { daysSince } from '../dues.policy.ts'
import * as rows from './dues.db.ts'
import { type DueLine, filterOf, toDues } from './dues.service.ts'

const ROWS_AT_ONCE = 500

async function* duesOf(ctx: Ctx, filter: rows.Filter): AsyncGenerator<DueLine> {
  let after: rows.Place | undefined
  for (;;) {
    const found = await rows.page(ctx.db, filter, ROWS_AT_ONCE, after)
    yield* await toDues(ctx, found, filter.due)
    const last = found.at(-1)
    if (!last || found.length < ROWS_AT_ONCE) return
    after = { since: last.since, id: last.id }
  }
}

const seatOf = ({ student }: DueLine): number | null => student?.seatNumber ?? null

const columns = (today: string, labels: readonly Column<DueLine>[], nameOf: (slot: Slot) => string): readonly Column<DueLine>[] => [
  { heading: 'Student', kind: 'text', width: 28, value: ({ student }) => student?.name ?? 'Deleted user' },
  { heading: 'Email', kind: 'text', width: 28, value: ({ student }) => student?.email ?? null },
  { heading: 'Phone', kind: 'text', value: ({ student }) => student?.phone ?? null },
  { heading: 'Seat', kind: 'integer', value: seatOf },
  ...labels,
  { heading: 'Slot', kind: 'text', value: ({ student }) => (student?.slot ? nameOf(student.slot) : null) },
  { heading: 'Owed', kind: 'rupees', value: ({ owedOfAge }) => owedOfAge },
  { heading: 'Owed in all', kind: 'rupees', value: ({ owed }) => owed },
  { heading: 'Due since', kind: 'day', value: ({ since }) => since },
  { heading: 'Days', kind: 'integer', value: ({ since }) => Math.max(0, daysSince(since, today)) },
  { heading: 'Last reminded', kind: 'instant', value: ({ lastReminder }) => lastReminder?.at ?? null },
  { heading: 'Reminded by', kind: 'text', value: ({ lastReminder }) => lastReminder?.by ?? null },
  {
    heading: 'Reminded how',
    kind: 'text',
    value: ({ lastReminder }) => (lastReminder ? reminderStates[lastReminder.channel] : null),
  },
]

export const exportDues = async (ctx: Ctx, { query }: Input<typeof duesApi.exportDues>): Promise<StreamAnswer> => {
  const { timeZone } = ctx.config
  const today = hallToday(ctx)
  await assertShiftExists(ctx.db, query.slot)
  const rowsOf = duesOf(ctx, filterOf(ctx, query))
  return sheetAnswer({
    name: `Dues ${dayIn(timeZone, ctx.now)}`,
    format: query.format,
    timeZone,
    columns: columns(today, await labelColumns(ctx.db, seatOf), await shiftNames(ctx.db)),
    rows: rowsOf,
  })
}
