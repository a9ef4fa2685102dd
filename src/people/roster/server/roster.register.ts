import { AppError } from '#contract/errors.ts'
import { sheetErrors } from '#contract/sheet.ts'
import type { ReceivedFile } from '#server/files/storage.ts'
import { readSheet, type SheetRow } from '#server/sheets/readSheet.ts'
import { rosterErrors } from '../roster.contract.ts'
import { rosterLimits } from '../roster.limits.ts'
import type { CellFix, RosterField } from '../roster.register.contract.ts'
import { type Column, type Matching, type Register, registerIn } from './roster.columns.ts'

const ABOVE_HEADINGS = 10

const refused = (kind: (typeof rosterErrors)[keyof typeof rosterErrors]) => new AppError(kind, { field: 'file' })

/** The rows of a file that one call imports. */
export type Part = Register & { fileRows: number; nextRow: number | null }

/** Reads as many rows as one call imports, from row `from`. Throws `noStudents`, or one of `sheetErrors` for a file that cannot be read. */
export const readPart = async (file: ReceivedFile, matching: Matching | undefined, from = 0): Promise<Part> => {
  const register = registerIn(await readSheet(file, { field: 'file', rows: rosterLimits.studentsInFile + ABOVE_HEADINGS }), matching)
  const { rows } = register
  if (rows.length > rosterLimits.studentsInFile)
    throw new AppError(sheetErrors.tooManyRows, { params: { students: rosterLimits.studentsInFile }, field: 'file' })
  const first = rows.findIndex(({ row }) => row >= from)
  if (first < 0) throw refused(register.columns.length === 0 ? rosterErrors.noHeadings : rosterErrors.noStudents)
  const end = first + rosterLimits.studentsAtOnce
  return { ...register, rows: rows.slice(first, end), fileRows: rows.length, nextRow: rows[end]?.row ?? null }
}

export type CellReader = (row: SheetRow, field: RosterField) => string

/** Returns a function that reads a cell: the corrected value, or else that of the file. */
export const cellReader = (columns: readonly Column[], fixes: readonly CellFix[]): CellReader => {
  const at = new Map(columns.map((column) => [column.field, column.at]))
  const fixed = new Map(fixes.map(({ row, field, value }) => [`${row} ${field}`, value]))
  return ({ row, cells }, field) => fixed.get(`${row} ${field}`) ?? cells[at.get(field) ?? -1] ?? ''
}

const SAMPLES = 3

/** Returns the first non-blank cells of a column. */
export const samplesOf = (rows: readonly SheetRow[], at: number): string[] => {
  const samples: string[] = []
  for (const { cells } of rows) {
    if (cells[at]) samples.push(cells[at].slice(0, rosterLimits.fixedCell).toWellFormed())
    if (samples.length === SAMPLES) break
  }
  return samples
}
