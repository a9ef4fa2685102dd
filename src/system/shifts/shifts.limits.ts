/** Limits of shifts. */
export const shiftLimits = {
  name: 40,
  /** Shifts that are not archived. */
  active: 24,
  all: 60,
} as const
