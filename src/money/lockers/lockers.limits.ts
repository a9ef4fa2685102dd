import { limits } from '#contract/limits.ts'

/** Limits of lockers. */
export const lockerLimits = {
  /** All free lockers are one choice, so they must fit on one page. */
  lockers: limits.listMax,
  /** Lockers that are added at once. */
  atOnce: 200,
  number: 12,
  key: 20,
  note: 200,
} as const
