import type { Slot } from '#contract/terms.ts'

/** A position for keyboard navigation: the row of a seat, and one of its halves. */
export type Place = { seat: number; half: Slot }

/** Returns the seat at the same place of the line above or below, or the last one of a shorter line. */
const seatBeside = (lines: readonly number[], seat: number, by: 1 | -1): number => {
  const line = lines[seat] ?? 0
  const first = lines.indexOf(line + by)
  return first === -1 ? -1 : Math.min(first + seat - lines.indexOf(line), lines.lastIndexOf(line + by))
}

/**
 * Returns the place that a key leads to, if any. `rows` are the halves that each seat shows; `lines` is the line of the screen that
 * each seat is in, counted from 0.
 */
export const placeAfter = (
  key: string,
  { seat, half }: Place,
  { rows, lines }: { rows: readonly (readonly Slot[])[]; lines: readonly number[] },
): Place | undefined => {
  const inRow = rows[seat]?.indexOf(half) ?? -1
  const at = (row: number, which: Slot | undefined): Place | undefined => {
    const found = rows[row]
    const wanted = found?.find((each) => each === which) ?? found?.[0]
    return wanted === undefined ? undefined : { seat: row, half: wanted }
  }
  const beside = (by: 1 | -1): Place | undefined => {
    const next = rows[seat]?.[inRow + by]
    if (next) return { seat, half: next }
    const row = rows[seat + by]
    return at(seat + by, by === 1 ? row?.[0] : row?.at(-1))
  }
  if (key === 'ArrowRight') return beside(1)
  if (key === 'ArrowLeft') return beside(-1)
  if (key === 'ArrowDown') return at(seatBeside(lines, seat, 1), half)
  if (key === 'ArrowUp') return at(seatBeside(lines, seat, -1), half)
  if (key === 'Home') return at(0, half)
  if (key === 'End') return at(rows.length - 1, half)
  return undefined
}
