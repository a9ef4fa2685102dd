import { wallClockIn } from '#contract/day.ts'

/** What a cell of each kind is given: days are `YYYY-MM-DD`, instants ISO-8601 in UTC, rupees a number with paise behind the point. */
type Values = { text: string; integer: number; rupees: number; day: string; instant: string }
export type CellKind = keyof Values

/** One column: what stands above it, and what it says of a row; null leaves the cell blank. */
export type Column<R> = {
  [K in CellKind]: {
    heading: string
    kind: K
    value: (row: R) => Values[K] | null
    /** In characters, for spreadsheets that know widths. */
    width?: number
  }
}[CellKind]

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** An instant as a clock on the wall of the institution shows it. */
export const wallClock = (timeZone: string, instant: string): string => wallClockIn(timeZone, new Date(instant))
