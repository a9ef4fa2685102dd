/** Movements of cash, in rupees or in paise. */
export type Cash = { cashIn: number; cashRefunds: number; cashVoids: number; paidOut: number; otherIn: number }

/** Returns the money that came in minus the money that went out. */
export const netCash = ({ cashIn, cashRefunds, cashVoids, paidOut, otherIn }: Cash): number =>
  cashIn - cashRefunds - cashVoids - paidOut + otherIn
