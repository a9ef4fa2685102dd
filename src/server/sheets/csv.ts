import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { type Column, wallClock } from './columns.ts'
import { asPlainCell } from './formulas.ts'

const ROWS_AT_ONCE = 200
/** Without it Excel takes UTF-8 for another encoding, and Hindi becomes unreadable. */
const byteOrderMark = '\uFEFF'

const cell = <R>(column: Column<R>, row: R, timeZone: string): string => {
  switch (column.kind) {
    case 'text':
      return asPlainCell(column.value(row) ?? '')
    case 'integer':
      return String(column.value(row) ?? '')
    case 'rupees':
      return column.value(row)?.toFixed(2) ?? ''
    case 'day':
      return column.value(row) ?? ''
    case 'instant': {
      const instant = column.value(row)
      return instant === null ? '' : wallClock(timeZone, instant)
    }
  }
}

const written = (records: string[][]): string => stringify(records, { record_delimiter: '\r\n' })

/** Yields a table as CSV, a few rows at a time, so that other work can run in between. */
export async function* csvOf<R>(columns: readonly Column<R>[], rows: AsyncIterable<R> | Iterable<R>, timeZone: string) {
  yield byteOrderMark + written([columns.map(({ heading }) => asPlainCell(heading))])
  let records: string[][] = []
  for await (const row of rows) {
    records.push(columns.map((column) => cell(column, row, timeZone)))
    if (records.length < ROWS_AT_ONCE) continue
    yield written(records)
    records = []
    await setImmediate()
  }
  if (records.length > 0) yield written(records)
}
