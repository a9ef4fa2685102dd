/** The calendar day of an instant in a time zone, `YYYY-MM-DD`. */
export const dayIn = (timeZone: string, instant: Date): string => formatter(timeZone).format(instant)

// The Swedish locale writes days as ISO 8601 does. Making a formatter costs more than using it.
const formatters = new Map<string, Intl.DateTimeFormat>()
const formatter = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  formatters.set(timeZone, made)
  return made
}

/** The instant `seconds` later, as it is stored. */
export const after = (instant: Date, seconds: number): string => new Date(instant.getTime() + seconds * 1_000).toISOString()

export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
