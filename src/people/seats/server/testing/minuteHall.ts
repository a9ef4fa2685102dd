/*
 * A second program for seats: it knows neither pieces nor borders, and compares people minute by minute. Tests compare it with the
 * server after random sequences of changes.
 */

const DAY = 1440

export type MinuteShift = { starts: number; ends: number; isArchived: boolean; wasUsed: boolean }
export type MinutePerson = {
  slot: string | null
  seat: number | null
  former: number | null
  isOver: boolean
  at: number | null
  minutes: ReadonlySet<number>
}
export type MinuteHall = {
  shifts: Map<string, MinuteShift>
  people: Map<string, MinutePerson>
  /** Whether a seat is out of order today. */
  isOut?: (seat: number) => boolean
  /** Whether a visitor has any of these minutes of a seat, today or later. */
  isSold?: (seat: number, minutes: ReadonlySet<number>) => boolean
}

/** Why a change is rejected; `names` are those in the way. */
export type Outcome = { status: number; names?: readonly string[] }

const ok: Outcome = { status: 200 }
const nothing: ReadonlySet<number> = new Set()

export const minutesOf = ({ starts, ends }: Pick<MinuteShift, 'starts' | 'ends'>): ReadonlySet<number> => {
  const minutes = new Set<number>()
  for (let minute = starts; minutes.size === 0 || minute !== ends; minute = (minute + 1) % DAY) minutes.add(minute)
  return minutes
}

const copyOf = ({ shifts, people, ...visits }: MinuteHall): MinuteHall => ({
  ...visits,
  shifts: new Map([...shifts].map(([key, shift]) => [key, { ...shift }])),
  people: new Map([...people].map(([name, person]) => [name, { ...person }])),
})

const personIn = (hall: MinuteHall, name: string): MinutePerson => {
  const person = hall.people.get(name)
  if (!person) throw new Error(`no ${name}`)
  return person
}

export const slotMinutes = (hall: MinuteHall, slot: string | null): ReadonlySet<number> => {
  const shift = slot === null ? undefined : hall.shifts.get(slot)
  return shift ? minutesOf(shift) : nothing
}

const both = (one: ReadonlySet<number>, other: ReadonlySet<number>): ReadonlySet<number> =>
  new Set([...one].filter((minute) => other.has(minute)))

const without = (one: ReadonlySet<number>, other: ReadonlySet<number>): ReadonlySet<number> =>
  new Set([...one].filter((minute) => !other.has(minute)))

export const meet = (one: ReadonlySet<number>, other: ReadonlySet<number>): boolean => [...one].some((minute) => other.has(minute))

/** Gives a person the seat in their own record. People whose account is over give way to others, and then have no seat. */
const settle = (hall: MinuteHall, name: string): Outcome => {
  const person = personIn(hall, name)
  const minutes = slotMinutes(hall, person.slot)
  if (person.seat === null) {
    const stays = person.former !== null && person.isOver && person.at === person.former
    person.minutes = stays ? both(person.minutes, minutes) : nothing
    person.at = stays ? person.at : null
    return ok
  }
  const hadSeat = person.at === person.seat && person.minutes.size > 0
  if (!hadSeat && hall.isOut?.(person.seat)) return { status: 409 }
  person.minutes = nothing
  const others = [...hall.people].filter(([other, { at, minutes: held }]) => other !== name && at === person.seat && meet(held, minutes))
  const holders = others.filter(([, { isOver }]) => !isOver).map(([other]) => other)
  if (holders.length > 0) return { status: 409, names: holders }
  for (const [, other] of others) {
    other.minutes = without(other.minutes, minutes)
    if (other.seat === person.seat) Object.assign(other, { seat: null, former: person.seat })
  }
  if (hall.isSold?.(person.seat, minutes)) return { status: 409 }
  Object.assign(person, { at: person.seat, minutes })
  return ok
}

/** Runs a change on a copy of the hall, which replaces it only if the change succeeds. */
const trying = (hall: MinuteHall, change: (next: MinuteHall) => Outcome): Outcome => {
  const next = copyOf(hall)
  const outcome = change(next)
  if (outcome.status === 200) Object.assign(hall, next)
  return outcome
}

/** Gives a person another seat, another slot, or none. */
export const place = (hall: MinuteHall, name: string, to: { seat: number | null; slot: string }): Outcome =>
  trying(hall, (next) => {
    const person = personIn(next, name)
    if (person.seat === to.seat && person.slot === to.slot) return ok
    const shift = next.shifts.get(to.slot)
    if (person.slot !== to.slot && (!shift || shift.isArchived)) return { status: 400 }
    if (shift) shift.wasUsed = true
    Object.assign(person, { slot: to.slot, seat: to.seat, former: to.seat === null ? person.former : null })
    return settle(next, name)
  })

/** Ends or renews an account. A renewed person gets back the seat that was kept for them. */
export const endOrRenew = (hall: MinuteHall, name: string, isOver: boolean): Outcome =>
  trying(hall, (next) => {
    const person = personIn(next, name)
    if (person.isOver === isOver) return ok
    person.isOver = isOver
    if (!isOver && person.seat === null && person.slot !== null && person.former !== null)
      Object.assign(person, { seat: person.former, former: null })
    return settle(next, name)
  })

export const exchange = (hall: MinuteHall, one: string, other: string): Outcome =>
  trying(hall, (next) => {
    const [first, second] = [personIn(next, one), personIn(next, other)]
    if (first.seat === null || second.seat === null) return { status: 409 }
    const [from, to] = [first.seat, second.seat]
    for (const person of [first, second]) Object.assign(person, { at: null, minutes: nothing })
    Object.assign(first, { seat: to, former: null })
    const moved = settle(next, one)
    if (moved.status !== 200) return moved
    Object.assign(second, { seat: from, former: null })
    return settle(next, other)
  })

/** Changes the times of a shift. The names are those of all pairs who would meet. */
export const moveShift = (hall: MinuteHall, key: string, times: Pick<MinuteShift, 'starts' | 'ends'>): Outcome =>
  trying(hall, (next) => {
    const shift = next.shifts.get(key)
    if (!shift) return { status: 404 }
    if (shift.starts === times.starts && shift.ends === times.ends) return ok
    Object.assign(shift, times)
    const minutes = minutesOf(shift)
    const moved = [...next.people].filter(([, { slot, at }]) => slot === key && at !== null)
    for (const [, person] of moved) person.minutes = person.seat === null ? both(person.minutes, minutes) : minutes
    const pairs = moved.flatMap(([name, person]) =>
      [...next.people]
        .filter(([other, { at, minutes: held }]) => other !== name && at === person.at && meet(held, person.minutes))
        .map(([other]) => [name, other].toSorted().join(' and ')),
    )
    if (pairs.length > 0) return { status: 409, names: [...new Set(pairs)].toSorted() }
    const isSold = moved.some(([, { at, isOver, minutes: held }]) => !isOver && at !== null && next.isSold?.(at, held))
    return isSold ? { status: 409 } : ok
  })
