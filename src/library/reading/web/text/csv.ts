import { breathe } from '../breathe.ts'
export const maxRows = 300_000
const maxColumns = 100

export type Csv = {
  /** Number of rows below the heading. */
  readonly rowCount: number
  readonly heading: readonly string[]
  /** Index from 0. */
  readonly rowAt: (index: number) => readonly string[]
  /** Width of each column in characters, estimated from the first rows. */
  readonly widths: readonly number[]
  /** True if rows, or columns, beyond the limit are not shown. */
  readonly hasMoreRows: boolean
  readonly hasMoreColumns: boolean
}

const separators = [',', ';', '\t', '|']
const sampleRows = 200
const quote = 34
const newline = 10

/** Returns the most frequent separator in the first lines; a comma if none occurs. */
export const separatorOf = (text: string): string => {
  const sample = text.slice(0, 10_000).replace(/"(?:[^"]|"")*"/g, '')
  const counts = separators.map((separator) => sample.split(separator).length - 1)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Splits a row into cells: quoted cells may contain separators, line breaks and doubled quotes (RFC 4180). */
export const cellsOf = (row: string, separator: string): string[] => {
  const cells: string[] = []
  let at = 0
  while (at <= row.length) {
    const closing = row.charCodeAt(at) === quote ? closingQuote(row, at) : -1
    const next = row.indexOf(separator, Math.max(at, closing))
    const end = next === -1 ? row.length : next
    if (closing === -1) cells.push(row.slice(at, end))
    else cells.push(row.slice(at + 1, closing).replaceAll('""', '"') + row.slice(closing + 1, end))
    at = end + separator.length
  }
  return cells
}

/** Returns the index of the quote that closes the one at `open`, or -1. */
const closingQuote = (text: string, open: number): number => {
  let at = text.indexOf('"', open + 1)
  while (at !== -1 && text.charCodeAt(at + 1) === quote) at = text.indexOf('"', at + 2)
  return at
}

/**
 * Returns the start of each row, and the end of the last one. A quote that is never closed is treated as text, and so are all quotes after
 * it.
 */
const rowStarts = async (text: string, separator: string, signal: AbortSignal): Promise<number[]> => {
  const starts = [0]
  const separates = separator.charCodeAt(0)
  let quotes = true
  let isCellStart = true
  for (let at = 0; at < text.length && starts.length <= maxRows + 2; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === quote && isCellStart && quotes) {
      const closing = closingQuote(text, at)
      if (closing === -1) quotes = false
      else at = closing
    }
    isCellStart = unit === separates || unit === newline
    if (unit !== newline) continue
    starts.push(at + 1)
    if (starts.length % 20_000 === 0) await breathe()
    signal.throwIfAborted()
  }
  if (starts.at(-1) !== text.length) starts.push(text.length + 1)
  return starts
}

const widthsOf = (rows: readonly (readonly string[])[], columns: number): number[] => {
  const widest = (column: number) => rows.reduce((most, row) => Math.max(most, longestLine(row[column] ?? '')), 0)
  return Array.from({ length: columns }, (_, column) => Math.min(40, Math.max(4, widest(column))))
}
const longestLine = (cell: string): number => cell.split('\n', 20).reduce((most, line) => Math.max(most, line.length), 0)

/** Reads a table of comma-separated values; its first row is the heading. Rows are split into cells only when they are rendered. */
export const readCsv = async (text: string, signal: AbortSignal): Promise<Csv> => {
  const separator = separatorOf(text)
  const starts = await rowStarts(text, separator, signal)
  const rowAt = (index: number) => cellsOf(text.slice(starts[index], (starts[index + 1] ?? 1) - 1), separator)
  const rowCount = Math.min(maxRows, Math.max(0, starts.length - 2))
  const sample = Array.from({ length: Math.min(sampleRows, rowCount + 1) }, (_, index) => rowAt(index))
  const columns = sample.reduce((most, row) => Math.max(most, row.length), 0)
  const shown = Math.min(columns, maxColumns)
  const heading = Array.from({ length: shown }, (_, column) => sample[0]?.[column] ?? '')
  return {
    rowCount,
    heading,
    rowAt: (index) => rowAt(index + 1).slice(0, shown),
    widths: widthsOf(sample, shown),
    hasMoreRows: starts.length - 2 > maxRows,
    hasMoreColumns: columns > maxColumns,
  }
}
