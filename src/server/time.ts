/** Returns the instant `seconds` later, in the stored form. */
export const after = (instant: Date, seconds: number): string => new Date(instant.getTime() + seconds * 1_000).toISOString()

export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
