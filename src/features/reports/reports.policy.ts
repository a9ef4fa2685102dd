/** The cash box at the end of a day, in rupees or in paise. */
type Cash = { openingFloat: number; cashIn: number; cashRefunds: number; cashVoids: number }

/** What must be in the cash box: what was in it, and what came in and did not go out again. */
export const expectedCash = ({ openingFloat, cashIn, cashRefunds, cashVoids }: Cash): number =>
  openingFloat + cashIn - cashRefunds - cashVoids

/** What a closing leaves in the box: where somebody took the rest, the float. */
export const leftInBox = ({ openingFloat, counted, handedTo }: { openingFloat: number; counted: number; handedTo: string }): number =>
  handedTo === '' ? counted : Math.min(openingFloat, counted)
