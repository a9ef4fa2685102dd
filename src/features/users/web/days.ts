/** Today's date on this device, `YYYY-MM-DD`. The server judges by the institution's zone; screens show the reader's. */
export const today = (now = new Date()): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** A plain day some days later. */
export const addDays = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00.000Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
