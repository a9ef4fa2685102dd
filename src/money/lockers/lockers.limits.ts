/** Limits of lockers. */
export const lockerLimits = {
  lockers: 2_000,
  /** Lockers that are added at once. */
  atOnce: 200,
  number: 12,
  key: 20,
  note: 200,
} as const
