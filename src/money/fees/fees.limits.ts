/**
 * Limits of fees and payments; those of every amount are in `contract/limits.ts`. How much can be refunded depends on what was paid:
 * `fees.refunds.service.ts`.
 */
export const feeLimits = {
  notes: 500,
  /** Fees that one payment chooses. */
  atOnce: 100,
  reference: 60,
} as const
