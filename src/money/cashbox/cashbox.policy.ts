/** Movements of cash, in rupees or in paise. */
export type Cash = { cashIn: number; cashRefunds: number; cashVoids: number; paidOut: number; otherIn: number }

/** What came into the box, less what went out of it. */
export const netCash = ({ cashIn, cashRefunds, cashVoids, paidOut, otherIn }: Cash): number =>
  cashIn - cashRefunds - cashVoids - paidOut + otherIn
