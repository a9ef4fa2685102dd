import { type Given, given } from './given.ts'

/** An instant by the clock in India. */
export const inIndia = (local: string): string => new Date(`${local}+05:30`).toISOString()

/** A zone in which it is about 5 in the morning now, so that the hours of a test are hours away. */
export const earlyZone = (): string => {
  const ahead = (5 - new Date().getUTCHours() + 24) % 24
  const offset = ahead > 12 ? ahead - 24 : ahead
  // The names of these zones have the opposite sign.
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}

/** A hall in India whose day has begun at this hour since 20 November 2026, and functions that set its clock and the hour. */
export const givenHallDay = async (hour: number) => {
  const app: Given = await given()
  const clockAt = (local: string): void => app.setNow(inIndia(local))
  const begins = async (dayStartsAt: unknown) => (await app.as('admin')).put('/customization/hall', { dayStartsAt })
  clockAt('2026-11-20T12:00')
  if (hour !== 0) await begins(hour)
  return { app, clockAt, begins }
}
