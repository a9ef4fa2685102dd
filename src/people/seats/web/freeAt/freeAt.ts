import { type DayPart, type DayTimes, lengthOf, partOf, sharedMinutes, timesOf, unionOf } from '#contract/dayParts.ts'
import type { Slot } from '#contract/terms.ts'
import { offeredOf } from '#system/shifts/shifts.policy.ts'
import type { Shift } from '#system/shifts/shifts.shapes.contract.ts'
import type { Holder } from '../../seats.contract.ts'
import type { SeatPlace, ShownSeat, TimedOccupant } from '../seats.ts'

/** `now`, `tonight`, `day` (all times in which a shift is offered), `slot-KEY` or `21:00-05:00`. */
export type TimeChoice = string

/** A time for which seats are wanted. */
export type Wanted = {
  parts: readonly DayPart[]
  /** The first day, `YYYY-MM-DD`. */
  since: string
  /** True after today, when visitors with a day pass have left. */
  isLater?: boolean
}

const usualNight: DayTimes = { from: '21:00', to: '05:00' }

const isOverMidnight = ({ starts, ends }: DayPart): boolean => starts > ends && ends !== 0

/** Returns the times in which any shift is offered. */
export const offeredParts = (shifts: readonly Shift[]): DayPart[] => unionOf(offeredOf(shifts).map(partOf))

const timesHeld = ({ parts }: Holder): DayPart[] => parts.map(partOf)

/** Returns the sold minutes of a seat within the times in which a shift is offered. What is kept for an expired account is not sold. */
export const soldMinutes = ({ holders, otherTimes = [] }: ShownSeat, offered: readonly DayPart[]): number =>
  holders
    .filter(({ isExpired }) => !isExpired)
    .map(timesHeld)
    .reduce((sum, times) => sum + sharedMinutes(times, offered), sharedMinutes(otherTimes.map(partOf), offered))

/** Returns the times of the night: of the shift over midnight that begins last, or 21:00 to 05:00 where the hall has none. */
export const tonightOf = (shifts: readonly Shift[]): DayTimes => {
  const [night] = offeredOf(shifts)
    .map(partOf)
    .filter(isOverMidnight)
    .toSorted((one, other) => other.starts - one.starts)
  return night ? timesOf(night) : usualNight
}

const ownTimes = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/

export const ownChoice = ({ from, to }: DayTimes): TimeChoice => `${from}-${to}`

/** Returns the times of a choice such as `21:00-05:00`. */
export const ownTimesOf = (choice: TimeChoice): DayTimes | undefined => {
  const [, from, to] = ownTimes.exec(choice) ?? []
  return from === undefined || to === undefined ? undefined : { from, to }
}

export const slotChoice = (key: Slot): TimeChoice => `slot-${key}`

/** Returns the parts of the day of a choice; undefined if it is none. `minute` is that of the hall's clock. */
export const partsOf = (choice: TimeChoice, shifts: readonly Shift[], minute: number): readonly DayPart[] | undefined => {
  if (choice === 'now') return [{ starts: minute, ends: (minute + 1) % 1440 }]
  if (choice === 'tonight') return [partOf(tonightOf(shifts))]
  if (choice === 'day') return offeredParts(shifts)
  const shift = offeredOf(shifts).find(({ key }) => slotChoice(key) === choice)
  const times = shift ?? ownTimesOf(choice)
  return times && [partOf(times)]
}

/** Returns whether a person still has their times on a day: their account has not ended, and ends no earlier. */
const staysUntil = ({ isExpired, terminationDate }: Holder, day: string): boolean =>
  !isExpired && (terminationDate === null || terminationDate >= day)

const holdersFor = ({ holders }: ShownSeat, { isLater }: Wanted): readonly TimedOccupant[] =>
  isLater ? holders.filter(({ visitor }) => !visitor) : holders

const meets = (holder: Holder, parts: readonly DayPart[]): boolean => sharedMinutes(timesHeld(holder), parts) > 0

const isUsable = ({ outOfOrder }: ShownSeat, since: string): boolean => !outOfOrder || (outOfOrder.to !== null && outOfOrder.to < since)

/** Returns whether a seat in order is nobody's at any minute of the wanted time, from its first day on. Kept seats are free. */
export const isFreeAt = (seat: ShownSeat, wanted: Wanted): boolean =>
  isUsable(seat, wanted.since) &&
  holdersFor(seat, wanted).every((holder) => !staysUntil(holder, wanted.since) || !meets(holder, wanted.parts))

/**
 * Returns the shift in which a new student gets the seat at the wanted time: one that is free, has as much of that time as possible,
 * and is as short as possible.
 */
export const fittingShift = (seat: ShownSeat, wanted: Wanted, shifts: readonly Shift[]): Shift | undefined => {
  const isFree = (part: DayPart): boolean => isFreeAt(seat, { ...wanted, parts: [part] })
  return offeredOf(shifts)
    .map((shift) => ({ shift, part: partOf(shift) }))
    .map(({ shift, part }) => ({ shift, free: Number(isFree(part)), shared: sharedMinutes([part], wanted.parts), length: lengthOf(part) }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.free - one.free || other.shared - one.shared || one.length - other.length)[0]?.shift
}

/** People who stay are shown before those who leave, and those before people with an expired account. */
const rankOf = (holder: Holder, since: string): number => (holder.isExpired ? 2 : staysUntil(holder, since) ? 0 : 1)

/** Returns the place of a seat at the wanted time: the person who has it then, and the shift in which a new student gets it. */
export const placeAt = (seat: ShownSeat, wanted: Wanted, shifts: readonly Shift[]): SeatPlace => {
  const held = holdersFor(seat, wanted)
    .filter((holder) => meets(holder, wanted.parts))
    .toSorted((one, other) => rankOf(one, wanted.since) - rankOf(other, wanted.since))
  const fitting = fittingShift(seat, wanted, shifts)?.key ?? shifts[0]?.key ?? 'full-day'
  const [first] = held
  return { half: fitting, slot: first?.slot ?? fitting, held: first ?? null, others: held.slice(1), isFreeThen: isFreeAt(seat, wanted) }
}
