import { streamXlsxRows } from 'hucre/xlsx'
import yauzl from 'yauzl'
import { Refused, type SheetInput, type SheetRow } from './sheetRow.ts'

/** Throws if the archive declares a larger unpacked size, or is not an archive. */
const assertModestSize = async (bytes: Buffer, most: number): Promise<void> => {
  const archive = await yauzl.fromBufferPromise(bytes)
  let sum = 0
  let isWorkbook = false
  for await (const { uncompressedSize, fileName } of archive.eachEntry()) {
    sum += uncompressedSize
    if (sum > most) throw new Refused('tooMuch')
    isWorkbook ||= fileName === 'xl/workbook.xml'
  }
  if (!isWorkbook) throw new Refused('notSheet')
}

/** A day, with the time if there is one: `2026-11-05`, `2026-11-05 14:30:00`. */
const dateText = (date: Date): string => {
  if (Number.isNaN(date.getTime())) return ''
  const [day = '', time = ''] = date.toISOString().split(/[T.]/)
  return time === '00:00:00' ? day : `${day} ${time}`
}

// A calculated 1200 may be stored as 1199.9999999999998; fifteen digits are what Excel shows.
const numberText = (value: number): string => String(Number(value.toPrecision(15)))

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dateText(value)
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return String(value)
}

/** The maximum number of rows of an Excel sheet. */
const MOST_ROWS = 1_048_576

// The reader takes the number from the file, where a damaged one can be anything.
const isRowNumber = (row: number): boolean => Number.isInteger(row) && row >= 1 && row <= MOST_ROWS

/** Yields the rows of the first sheet of a workbook. */
export async function* xlsxRows(bytes: Buffer, { unpackedBytes }: SheetInput): AsyncGenerator<SheetRow> {
  await assertModestSize(bytes, unpackedBytes)
  for await (const { index, values } of streamXlsxRows(bytes)) {
    const row = index + 1
    if (!isRowNumber(row)) throw new Refused('unreadable')
    yield { row, cells: values.map(cellText) }
  }
}
