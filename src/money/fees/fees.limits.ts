/** Limits of fees and payments; those of every amount are in `contract/limits.ts`. */
export const feeLimits = {
  notes: 500,
  /** Fees that one payment chooses. */
  atOnce: 100,
  reference: 60,
} as const
