import { type MinuteHall, meet, minutesOf, type Outcome, slotMinutes } from '#people/seats/server/testing/minuteHall.ts'

/*
 * A second program for a hall over several days: day passes, seats out of order, and accounts that end when the clock goes on. Like
 * the one for seats it knows neither pieces nor borders. Minutes of passes are counted from the beginning of day 0.
 */

const DAY = 1440

type MinutePass = { seat: number; day: number; minutes: ReadonlySet<number>; paid: number; isVoid: boolean }
type MinuteOutage = { seat: number; from: number; to: number | null; isEnded: boolean }

export type MinuteDays = {
  hall: MinuteHall
  /** Minutes since the beginning of day 0. */
  now: number
  /** The last days of accounts. */
  lastDays: Map<string, number>
  /** By receipt, in the order in which they were sold. */
  passes: MinutePass[]
  outages: MinuteOutage[]
}

export const dayOf = (minute: number): number => Math.floor(minute / DAY)

const isOutOn = ({ outages }: MinuteDays, seat: number, day: number): boolean =>
  outages.some((one) => one.seat === seat && !one.isEnded && one.from <= day && (one.to === null || one.to >= day))

export const minuteDays = (hall: MinuteHall, now: number): MinuteDays => {
  const days: MinuteDays = { hall, now, lastDays: new Map(), passes: [], outages: [] }
  hall.isOut = (seat) => isOutOn(days, seat, dayOf(days.now))
  hall.isSold = (seat, minutes) =>
    days.passes.some(
      (pass) => pass.seat === seat && !pass.isVoid && [...pass.minutes].some((at) => dayOf(at) >= dayOf(days.now) && minutes.has(at % DAY)),
    )
  return days
}

/** The clock goes on, and accounts end by it: their seats are kept. */
export const advance = (days: MinuteDays, minutes: number): void => {
  days.now += minutes
  for (const [name, person] of days.hall.people) person.isOver = (days.lastDays.get(name) ?? Number.POSITIVE_INFINITY) < dayOf(days.now)
}

/** The minutes of a shift that begins on a day: those before its first one are on the next day. */
const minutesFrom = (shift: { starts: number; ends: number }, day: number): ReadonlySet<number> =>
  new Set([...minutesOf(shift)].map((minute) => (day + (minute < shift.starts ? 1 : 0)) * DAY + minute))

export const sellPass = (days: MinuteDays, sold: { seat: number; slot: string; day: number; paid: number }): Outcome => {
  const { seat, slot, day, paid } = sold
  const shift = days.hall.shifts.get(slot)
  if (!shift || shift.isArchived) return { status: 400 }
  const minutes = minutesFrom(shift, day)
  const last = Math.max(...minutes)
  if (last < days.now) return { status: 400 }
  const inDay = slotMinutes(days.hall, slot)
  const isHeld = [...days.hall.people.values()].some((person) => !person.isOver && person.at === seat && meet(person.minutes, inDay))
  const touched = [day, dayOf(last)].filter((one) => one >= dayOf(days.now))
  const isOut = touched.some((one) => isOutOn(days, seat, one))
  const isSold = days.passes.some((pass) => pass.seat === seat && !pass.isVoid && meet(pass.minutes, minutes))
  if (isHeld || isOut || isSold) return { status: 409 }
  days.passes.push({ seat, day, minutes, paid, isVoid: false })
  shift.wasUsed = true
  return { status: 201 }
}

export const startOutage = (days: MinuteDays, { seat, from, to }: { seat: number; from: number; to: number | null }): Outcome => {
  const today = dayOf(days.now)
  if (to !== null && (to < from || to < today)) return { status: 400 }
  const open = days.outages.filter((one) => one.seat === seat && !one.isEnded && (one.to === null || one.to >= today))
  const isBeside = open.some((one) => (one.to === null || from <= one.to) && (to === null || one.from <= to))
  if (isBeside) return { status: 409 }
  days.outages.push({ seat, from, to, isEnded: false })
  return { status: 201 }
}
