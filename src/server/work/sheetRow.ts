import type { sheetErrors } from '#contract/sheet.ts'

export type SheetInput = {
  path: string
  /** As many rows with something in them. */
  rows: number
  /** As many rows of a CSV file, the blank ones included. */
  allRows: number
  columns: number
  unpackedBytes: number
}

/** `row` is counted from 1, as a spreadsheet shows it; cells are trimmed, and behind the last one that says something there are none. */
export type SheetRow = { row: number; cells: string[] }

/** Thrown while a sheet is read, with the refusal that is told. */
export class Refused extends Error {
  readonly refused: keyof typeof sheetErrors

  constructor(refused: keyof typeof sheetErrors) {
    super(refused)
    this.refused = refused
  }
}
