/*
 * Attacks, and the line that stops each. A workbook is an archive that can be small and unpack to a lot: the declared sizes are
 * summed before anything is unpacked (`assertModestSize`), and since they can be false, time and memory are limited from outside
 * (`pool.ts`, `guard.ts`). A CSV file of blank rows is read in chunks, up to a number of rows (`csvRows`). No more rows, columns
 * and characters are kept than requested. Formulas are not calculated; their last result is read.
 */
import { readFile } from 'node:fs/promises'
import type { sheetErrors } from '#contract/sheet.ts'
import { fromPlainCell } from '#server/sheets/formulas.ts'
import { csvRows } from './sheetCsv.ts'
import { Refused, type SheetInput, type SheetRow } from './sheetRow.ts'
import { xlsxRows } from './sheetXlsx.ts'

/** `refused` if the file itself is at fault. */
export type ReadRows = { rows: SheetRow[] } | { refused: keyof typeof sheetErrors }

/** Far more than any field takes; a cell that is cut is too long for all of them. */
const CELL_CHARACTERS = 6_000

const unprintable = /(?![\t\n])\p{Cc}/gu

const cleaned = (cell: string): string =>
  fromPlainCell(cell.slice(0, CELL_CHARACTERS).toWellFormed().replace(/\r\n?/g, '\n').trim()).replace(unprintable, '').trim()

const gather = async (source: AsyncIterable<SheetRow>, { rows: most, columns }: SheetInput): Promise<SheetRow[]> => {
  const rows: SheetRow[] = []
  for await (const { row, cells: given } of source) {
    const cells = given.map(cleaned)
    while (cells.at(-1) === '') cells.pop()
    if (cells.length === 0) continue
    if (cells.length > columns) throw new Refused('tooManyColumns')
    if (rows.length === most) throw new Refused('tooManyRows')
    rows.push({ row, cells })
  }
  if (rows.length === 0) throw new Refused('empty')
  return rows
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean => start.every((byte, at) => bytes[at] === byte)
const zip = [0x50, 0x4b, 0x03, 0x04]
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0]

const source = async (input: SheetInput): Promise<AsyncIterable<SheetRow>> => {
  const bytes = await readFile(input.path)
  if (startsWith(bytes, compoundFile)) throw new Refused('oldExcel')
  return startsWith(bytes, zip) ? xlsxRows(bytes, input) : csvRows(bytes, input)
}

/** Reads the rows of a CSV file, or of the first sheet of a workbook. */
export const readRows = async (input: SheetInput): Promise<ReadRows> => {
  try {
    return { rows: await gather(await source(input), input) }
  } catch (error) {
    if (error instanceof Refused) return { refused: error.refused }
    throw error
  }
}
