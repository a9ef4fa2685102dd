import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setImmediate } from 'node:timers/promises'
import { type CellKind, type Column, wallClock } from './columns.ts'

const ROWS_AT_ONCE = 100
const DAY_MS = 86_400_000
/** Excel counts days from here; it counts days before March 1900 differently, but we have none. */
const epoch = Date.UTC(1899, 11, 30)
/** Excel calls a file with a longer cell damaged. */
const LONGEST_CELL = 32_767

/** Indian grouping in lakhs and crores. */
const formats: Partial<Record<CellKind, string>> = {
  integer: '0',
  rupees: '[>=10000000]##\\,##\\,##\\,##0.00;[>=100000]##\\,##\\,##0.00;#,##0.00',
  day: 'dd/mm/yyyy',
  instant: 'dd/mm/yyyy hh:mm:ss',
}
const widths: Record<CellKind, number> = { text: 24, integer: 10, rupees: 14, day: 12, instant: 20 }

const serial = (time: string): number => (Date.parse(`${time.replace(' ', 'T')}Z`) - epoch) / DAY_MS
const serialDay = (day: string): number => serial(`${day} 00:00:00`)

// A text that looks like the escape of a character would be read as that character, and these two are invalid in XML.
const escapes = /_(?=x[0-9A-Fa-f]{4}_)/g
const unwritable = /[\uFFFE\uFFFF]/g

const text = (value: string): string =>
  value.slice(0, LONGEST_CELL).toWellFormed().replace(unwritable, '\uFFFD').replace(escapes, '_x005F_')

const cell = <R>(column: Column<R>, row: R, timeZone: string): string | number | null => {
  const value = column.value(row)
  if (value === null) return null
  if (typeof value === 'number') return column.kind === 'rupees' ? Number(value.toFixed(2)) : value
  if (column.kind === 'day') return serialDay(value)
  if (column.kind === 'instant') return serial(wallClock(timeZone, value))
  return text(value)
}

async function* cells<R>(columns: readonly Column<R>[], rows: AsyncIterable<R> | Iterable<R>, timeZone: string) {
  let sinceOthers = 0
  for await (const row of rows) {
    yield columns.map((column) => cell(column, row, timeZone))
    if (++sinceOthers < ROWS_AT_ONCE) continue
    sinceOthers = 0
    await setImmediate()
  }
}

const sheetName = (name: string): string =>
  name
    .replace(/[[\]:*?/\\']/g, ' ')
    .slice(0, 31)
    .toWellFormed()
    .trim() || 'Sheet'

/** Writes a table as an Excel workbook while it is read. Texts are texts in it, never formulas. */
export const xlsxOf = async <R>(
  name: string,
  columns: readonly Column<R>[],
  rows: AsyncIterable<R> | Iterable<R>,
  timeZone: string,
): Promise<Readable> => {
  const { writeXlsxStream } = await import('hucre/xlsx')
  const described = columns.map(({ heading, kind, width = widths[kind] }) => {
    const numFmt = formats[kind]
    return { header: text(heading), width, ...(numFmt !== undefined && { numFmt }) }
  })
  const written = writeXlsxStream(cells(columns, rows, timeZone), { name: sheetName(name), columns: described, freezePane: { rows: 1 } })
  return Readable.fromWeb(written as ReadableStream<Uint8Array>)
}
