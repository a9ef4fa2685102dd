import type { sheetErrors } from '#contract/sheet.ts'

export type SheetInput = {
  path: string
  /** Maximum number of non-blank rows. */
  rows: number
  /** Maximum number of rows of a CSV file, including blank ones. */
  allRows: number
  columns: number
  unpackedBytes: number
}

/** `row` is counted from 1, as a spreadsheet shows it; cells are trimmed, and blank cells at the end are dropped. */
export type SheetRow = { row: number; cells: string[] }

/** Thrown while a sheet is read, with the kind of refusal. */
export class Refused extends Error {
  readonly refused: keyof typeof sheetErrors

  constructor(refused: keyof typeof sheetErrors) {
    super(refused)
    this.refused = refused
  }
}
