// The Swedish locale writes days as ISO 8601 does. Making a formatter costs more than using it.
const formatters = new Map<string, Intl.DateTimeFormat>()
const formatter = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  formatters.set(timeZone, made)
  return made
}

/** The calendar day of an instant in a time zone, `YYYY-MM-DD`. */
export const dayIn = (timeZone: string, instant: Date): string => formatter(timeZone).format(instant)
