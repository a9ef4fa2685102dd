import { wallClockIn } from '#contract/day.ts'

/** The value of a cell of each kind: days are `YYYY-MM-DD`, instants ISO-8601 in UTC, rupees a number with paise as decimals. */
type Values = { text: string; integer: number; rupees: number; day: string; instant: string }
export type CellKind = keyof Values

/** One column: its heading, and its value in a row; null leaves the cell blank. */
export type Column<R> = {
  [K in CellKind]: {
    heading: string
    kind: K
    value: (row: R) => Values[K] | null
    /** In characters, for spreadsheets with column widths. */
    width?: number
  }
}[CellKind]

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Returns the local time of an instant in the hall. */
export const wallClock = (timeZone: string, instant: string): string => wallClockIn(timeZone, new Date(instant))
