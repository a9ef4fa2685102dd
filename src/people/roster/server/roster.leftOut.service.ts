import { dayIn } from '#contract/day.ts'
import { AppError } from '#contract/errors.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { StreamAnswer } from '#server/http/fileAnswer.ts'
import type { Column } from '#server/sheets/columns.ts'
import type { SheetRow } from '#server/sheets/readSheet.ts'
import { sheetAnswer } from '#server/sheets/sheetAnswer.ts'
import { type rosterApi, rosterErrors } from '../roster.contract.ts'
import { type CellFix, type RosterField, rosterHeadings } from '../roster.register.contract.ts'
import { type CheckedPart, checkPart } from './roster.check.ts'

/** A column that the import ignores, so that the table can be corrected and imported. */
const whyHeading = 'Why not imported'

const whyOf = ({ problems, duplicates }: CheckedPart): Map<number, string> => {
  const told = [
    ...problems.map(({ row, column, message }) => ({ row, text: `${column}: ${message}` })),
    ...duplicates.filter(({ isSkipped }) => isSkipped).map(({ row, message }) => ({ row, text: message })),
  ]
  return new Map([...Map.groupBy(told, ({ row }) => row)].map(([row, lines]) => [row, lines.map(({ text }) => text).join('; ')]))
}

const text = (heading: string, value: (row: SheetRow) => string): Column<SheetRow> => ({ heading, kind: 'text', value })

/** Returns the file's own columns, then those of cells that were entered although the file has no column for them. */
const columnsOf = ({ part: { columns, unused }, cell }: CheckedPart, fixes: readonly CellFix[]): Column<SheetRow>[] => {
  const known = new Set(columns.map(({ field }) => field))
  const added = [...new Set<RosterField>(fixes.map(({ field }) => field))].filter((field) => !known.has(field))
  const fieldAt = new Map(columns.map(({ at, field }) => [at, field]))
  const own = [...columns, ...unused].toSorted((one, other) => one.at - other.at)
  return [
    ...own.map(({ at, heading }) => {
      const field = fieldAt.get(at)
      return text(heading, (row) => (field ? cell(row, field) : (row.cells[at] ?? '')))
    }),
    ...added.map((field) => text(rosterHeadings[field], (row) => cell(row, field))),
  ]
}

/** Returns the rows that are not imported, with the file's own columns and the corrected cells. */
export const leftOut = async (ctx: Ctx, { body, file, query }: Input<typeof rosterApi.leftOut>): Promise<StreamAnswer> => {
  const checked = await checkPart(ctx, file, body ?? {})
  if (checked.part.columns.every(({ field }) => field !== 'name')) throw new AppError(rosterErrors.noHeadings, { field: 'file' })
  const why = whyOf(checked)
  const { timeZone } = ctx.config
  return sheetAnswer({
    name: `Not imported ${dayIn(timeZone, ctx.now)}`,
    format: query.format,
    timeZone,
    columns: [...columnsOf(checked, body?.fixes ?? []), { ...text(whyHeading, ({ row }) => why.get(row) ?? ''), width: 60 }],
    rows: checked.part.rows.filter(({ row }) => why.has(row)),
  })
}
