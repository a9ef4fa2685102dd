import { dayIn, startInstant } from '#contract/day.ts'
import type { Slot } from '#contract/terms.ts'
import type { Closure, DayHours, Hall, Landing, Weekday } from '#system/customization/customization.settings.contract.ts'

const DAY_MS = 86_400_000

/** How long an announcement is marked as new. */
export const newForMs = 7 * DAY_MS

const dayAfter = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

type Opening = Pick<Landing, 'hours' | 'closures'>

/** The rows of the week start with Monday. */
const hoursOn = ({ hours }: Opening, day: string): DayHours | undefined => hours[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]

const closureOn = ({ closures }: Opening, day: string): Closure | undefined => closures.find(({ date }) => date === day)

/**
 * Returns opening and closing instants of a day, or undefined if it is closed. A closing time that is not after the opening time is on the
 * next day.
 */
const openingOn = (opening: Opening, timeZone: string, day: string): { from: Date; until: Date; row: DayHours } | undefined => {
  const row = hoursOn(opening, day)
  if (!row || row.closed || closureOn(opening, day)) return undefined
  const closesOn = row.closes > row.opens ? day : dayAfter(day, 1)
  return {
    from: new Date(startInstant(timeZone, `${day}T${row.opens}`)),
    until: new Date(startInstant(timeZone, `${closesOn}T${row.closes}`)),
    row,
  }
}

/** The next day on which the hall opens, and its opening time. */
export type NextOpening = { day: string; weekday: Weekday; isTomorrow: boolean; at: string }

/** The current state: open until a time, closed until a time today, closed today for a reason, or closed for the rest of today. */
export type DoorSign =
  | { is: 'open'; until: string; allDay: boolean }
  | { is: 'opensLater'; at: string }
  | { is: 'closure'; reason: string; next: NextOpening | undefined }
  | { is: 'closed'; next: NextOpening | undefined }

/** A hall that is closed for longer than this has no next opening. */
const DAYS_AHEAD = 60

const nextOpening = (opening: Opening, timeZone: string, today: string): NextOpening | undefined => {
  for (let ahead = 1; ahead <= DAYS_AHEAD; ahead++) {
    const day = dayAfter(today, ahead)
    const open = openingOn(opening, timeZone, day)
    if (open) return { day, weekday: open.row.day, isTomorrow: ahead === 1, at: open.row.opens }
  }
  return undefined
}

/** Evaluated in the hall's time zone, not the reader's. */
export const doorSign = (opening: Opening, timeZone: string, now: Date): DoorSign => {
  const today = dayIn(timeZone, now)
  for (const day of [today, dayAfter(today, -1)]) {
    const open = openingOn(opening, timeZone, day)
    if (open && open.from <= now && now < open.until)
      return { is: 'open', until: open.row.closes, allDay: open.row.opens === open.row.closes }
  }
  const closure = closureOn(opening, today)
  const next = () => nextOpening(opening, timeZone, today)
  if (closure) return { is: 'closure', reason: closure.reason, next: next() }
  const later = openingOn(opening, timeZone, today)
  return later && now < later.from ? { is: 'opensLater', at: later.row.opens } : { is: 'closed', next: next() }
}

/** Returns the next instants at which the state may change: opening and closing times of yesterday and today, and the end of the day. */
export const signChanges = (opening: Opening, timeZone: string, now: Date): Date[] => {
  const today = dayIn(timeZone, now)
  const openings = [dayAfter(today, -1), today].flatMap((day) => openingOn(opening, timeZone, day) ?? [])
  const all = [...openings.flatMap(({ from, until }) => [from, until]), new Date(startInstant(timeZone, dayAfter(today, 1)))]
  return all.filter((instant) => instant > now)
}

/** Groups consecutive days with the same hours. */
export const groupHours = (hours: readonly DayHours[]): { first: DayHours; last: DayHours }[] => {
  const groups: { first: DayHours; last: DayHours }[] = []
  for (const row of hours) {
    const group = groups.at(-1)
    const isSame = group && (row.closed ? group.first.closed : !group.first.closed && timesOf(group.first) === timesOf(row))
    if (isSame) group.last = row
    else groups.push({ first: row, last: row })
  }
  return groups
}
const timesOf = ({ opens, closes }: DayHours): string => `${opens} ${closes}`

type Prices = Pick<Hall, 'monthlyFee' | 'monthlyFeeConfirmed' | 'shifts'>

/**
 * Returns what a month costs in each slot, in rupees: the fee of the slot, or else the hall's fee once the owner has confirmed it. A slot
 * without either is left out, so that visitors never read a default price.
 */
export const slotPrices = ({ monthlyFee, monthlyFeeConfirmed, shifts }: Prices): { slot: Slot; fee: number }[] =>
  shifts.flatMap(({ key: slot, monthlyFee: own, isArchived }) => {
    if (isArchived) return []
    const fee = own ?? (monthlyFeeConfirmed ? monthlyFee : null)
    return fee === null ? [] : [{ slot, fee }]
  })

/** Returns closures from today on, earliest first. */
export const closuresAhead = ({ closures }: Opening, timeZone: string, now: Date): Closure[] => {
  const today = dayIn(timeZone, now)
  return closures.filter(({ date }) => date >= today).toSorted((one, other) => (one.date < other.date ? -1 : 1))
}

export const isNew = ({ createdAt }: { createdAt: string }, now: Date): boolean => now.getTime() - Date.parse(createdAt) < newForMs
