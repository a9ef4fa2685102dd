import { Readable } from 'node:stream'
import type { SheetFormat } from '#contract/sheet.ts'
import type { StreamAnswer } from '#server/http/fileAnswer.ts'
import { type Column, xlsxType } from './columns.ts'
import { csvOf } from './csv.ts'
import { xlsxOf } from './xlsx.ts'

export type Sheet<R> = {
  /** Of the file, without its extension, and of the sheet. */
  name: string
  format: SheetFormat
  /** The hall's, for instants. */
  timeZone: string
  columns: readonly Column<R>[]
  /** Read while the sheet is sent: a generator that fetches page after page keeps memory use constant. Not inside a transaction. */
  rows: AsyncIterable<R> | Iterable<R>
}

/** Returns a table as the result of a call with `stream: true`, to be saved as a file. */
export const sheetAnswer = async <R>({ name, format, timeZone, columns, rows }: Sheet<R>): Promise<StreamAnswer> => {
  const content = format === 'csv' ? Readable.from(csvOf(columns, rows, timeZone)) : await xlsxOf(name, columns, rows, timeZone)
  return { content, mediaType: format === 'csv' ? 'text/csv' : xlsxType, fileName: `${name}.${format}` }
}
