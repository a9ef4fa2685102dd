import { addDays } from '#contract/day.ts'
import { covers, type DayPart, type DayTimes, overlap, partOf } from '#contract/dayParts.ts'
import type { Half, Slot } from '#contract/terms.ts'
import type { User } from '#people/users/users.contract.ts'
import { soonDays } from '#people/users/web/lastDay.ts'
import type { SeatChoice } from '#people/users/web/useUserForm.ts'
import { shiftAt } from '#system/shifts/shifts.policy.ts'
import type { Shift } from '#system/shifts/shifts.shapes.contract.ts'
import type { Holder, Seat, SeatHolder, SeatVisitor } from '../seats.contract.ts'

/** Who has a place: a visitor with a day pass if `visitor` is set, a student otherwise. */
export type Occupant = SeatHolder & { visitor?: SeatVisitor }
/** The same with their times. */
export type TimedOccupant = Holder & { visitor?: SeatVisitor }

/** A seat as the map shows it: today's visitors are among its occupants. */
export type ShownSeat = Omit<Seat, 'morning' | 'afternoon' | 'holders'> & {
  morning: Occupant | null
  afternoon: Occupant | null
  holders: TimedOccupant[]
  /** Times of people who are not among the holders, while only the first view is loaded. */
  otherTimes?: readonly DayTimes[]
}

/** `kept` is a seat kept for a person with an expired account: free for everybody else. */
export type SeatState = 'free' | 'taken' | 'ending' | 'kept'

export const stateOf = (half: SeatHolder | null, today: string): SeatState => {
  if (half === null) return 'free'
  if (half.isExpired) return 'kept'
  return half.terminationDate !== null && half.terminationDate <= addDays(today, soonDays) ? 'ending' : 'taken'
}

/** Returns the number of days until the last one; negative after it. */
export const daysLeft = (lastDay: string, today: string): number => Math.round((Date.parse(lastDay) - Date.parse(today)) / 86_400_000)

/** Returns the first word of a name; a title or initial keeps the words up to the first longer one. */
export const firstNameOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const first = words.findIndex((word) => [...word].length > 2 && !word.endsWith('.'))
  return first === -1 ? name : words.slice(0, first + 1).join(' ')
}

export const takenIn = (seats: readonly Seat[], half: Half | Shift): number =>
  seats.filter((seat) =>
    typeof half === 'string' ? seat[half] !== null && !seat[half].isExpired : !heldIn(seat, half, undefined).every(isFree),
  ).length

/**
 * A rendered place: a half of a seat, the whole seat if one person has both halves, or the seat in one shift. `half` is the first half
 * that it covers, or the shift; `others` have the seat then too.
 */
export type SeatPlace = {
  half: Slot
  slot: Slot
  held: Occupant | null
  others?: readonly TimedOccupant[]
  /** Whether the seat is free at the time that was asked for; absent if none was. */
  isFreeThen?: boolean
}

/** A time of the day for which the map shows who has each seat. */
export type ShownTime = { key: string; placeOf: (seat: ShownSeat) => SeatPlace }

/** What a tile shows: halves of the day, one shift, or another time. */
export type Tiles = readonly Half[] | Shift | ShownTime

/** Returns the place of a seat in one shift: that of the first who has it then, or for whom it is kept. */
const placeIn = (seat: ShownSeat, shift: Shift): SeatPlace => {
  const held = heldIn(seat, shift, undefined).toSorted((one, other) => Number(one.isExpired) - Number(other.isExpired))
  return { half: shift.key, slot: shift.key, held: held[0] ?? null, others: held.slice(1) }
}

/** Returns the places of a seat in the halves that are shown, in one shift, or at another time. */
export const placesOf = (seat: ShownSeat, shown: Tiles): SeatPlace[] => {
  if ('placeOf' in shown) return [shown.placeOf(seat)]
  if ('key' in shown) return [placeIn(seat, shown)]
  const { morning, afternoon } = seat
  if (shown.length > 1 && morning !== null && morning.userId === afternoon?.userId)
    return [{ half: 'morning', slot: 'full-day', held: morning }]
  return shown.map((half) => ({ half, slot: half, held: seat[half] }))
}

export const isFree = (held: SeatHolder | null): boolean => held === null || held.isExpired

export const isFreePlace = ({ held, isFreeThen = isFree(held) }: SeatPlace): boolean => isFreeThen

/** Returns whether a person has the seat in a part of the day. */
export const isAt = (held: Holder, part: DayPart): boolean => held.parts.some((own) => overlap(partOf(own), part))

/** Returns those who have the seat in this shift, or for whom it is kept then, besides one person. */
const heldIn = (seat: ShownSeat, shift: DayTimes, userId: string | undefined): TimedOccupant[] =>
  seat.holders.filter((held) => held.userId !== userId && isAt(held, partOf(shift)))

/** What the hall calls a seat. */
export const seatName = ({ seatNumber, label }: Pick<Seat, 'seatNumber' | 'label'>): string => label ?? String(seatNumber)

/** Returns whether a seat is out of order for everybody except those who have it. */
const isOutFor = ({ outOfOrder, holders }: Seat, userId: string | undefined): boolean =>
  outOfOrder !== null && !holders.some((held) => held.userId === userId)

/** Returns whether the seat is free in this shift, ignoring the given person. */
export const isFreeFor = (seat: Seat, shift: DayTimes, userId?: string): boolean =>
  !isOutFor(seat, userId) && heldIn(seat, shift, userId).every(isFree)

/** Returns the other people who have the seat in this shift. */
export const holdersOf = (seat: Seat, shift: DayTimes, userId: string): SeatHolder[] =>
  heldIn(seat, shift, userId).filter((held) => !held.isExpired)

/** Of a seat in one shift, or of all seats where none is named. `seat`, `half` and `name` are those of the first holder. */
export type SlotState =
  | { kind: 'count'; free: number }
  | { kind: 'free'; keptFor: string | undefined }
  | { kind: 'out'; seat: string; until: string; reason: string }
  | { kind: 'taken'; seat: number; label: string | undefined; half: string; name: string; holders: readonly string[] }

/** Returns the first minute of the day in which both have the seat. */
const meetingOf = ({ parts }: Holder, shift: DayPart): number =>
  Math.min(
    ...parts.map(partOf).flatMap((own) => [own.starts, shift.starts].filter((minute) => covers(own, minute) && covers(shift, minute))),
  )

/** Returns the state of the seat in a shift; undefined for a number that no seat has. */
export const slotState = (seats: readonly Seat[], seatNumber: string, shift: Shift, shifts: readonly Shift[]): SlotState | undefined => {
  if (seatNumber === '') return { kind: 'count', free: seats.filter((seat) => isFreeFor(seat, shift)).length }
  const seat = seats.find((each) => each.seatNumber === Number(seatNumber))
  if (!seat) return undefined
  const held = heldIn(seat, shift, undefined)
  const taken = held.filter((one) => !one.isExpired)
  const [first] = taken
  const out = seat.outOfOrder
  if (!first && out) return { kind: 'out', seat: seatName(seat), until: out.to ?? '', reason: out.reason }
  if (!first) return { kind: 'free', keptFor: held[0]?.name }
  const half = shiftAt(shifts, meetingOf(first, partOf(shift)))?.name.toLowerCase() ?? ''
  return {
    kind: 'taken',
    seat: seat.seatNumber,
    label: seat.label ?? undefined,
    half,
    name: first.name,
    holders: taken.map(({ name }) => name),
  }
}

/** The person being moved. */
export type Mover = Pick<User, '_id' | 'name' | 'seatNumber' | 'seatLabel' | 'slot'>

/** The effect of a press on a place during a move. */
export type Move =
  | { kind: 'move'; from: number | null; to: number; before: Slot | null; slot: Slot; keptFor: SeatHolder | null }
  | { kind: 'exchange'; with: SeatHolder; from: number; to: number; slot: Slot }
  | { kind: 'own' | 'same-seat' | 'seatless' | 'visited' }

/** Returns the move to a place. The mover's slot is kept if the seat is free for it and it is within the pressed half. */
export const moveTo = (mover: Mover, seat: Seat, { half, held }: SeatPlace, shifts: readonly Shift[]): Move => {
  const { _id, seatNumber: from, slot: before } = mover
  const to = seat.seatNumber
  if (held?.userId === _id) return { kind: 'own' }
  if (held?.visitor) return { kind: 'visited' }
  if (held && !held.isExpired) {
    if (from === null || before === null) return { kind: 'seatless' }
    return from === to ? { kind: 'same-seat' } : { kind: 'exchange', with: held, from, to, slot: before }
  }
  const [own, pressed] = [before, half].map((key) => shifts.find((shift) => shift.key === key))
  const stays = own !== undefined && pressed !== undefined && overlap(partOf(own), partOf(pressed)) && isFreeFor(seat, own, _id)
  const slot = stays ? own.key : half
  const shift = stays ? own : pressed
  const keptFor = (shift && heldIn(seat, shift, _id)[0]) ?? null
  return { kind: 'move', from, to, before, slot, keptFor }
}

/** Returns a seat with the slot in which a new student gets it. */
export const choiceOf = ({ seatNumber }: Seat, { slot }: SeatPlace, notice?: string): SeatChoice => ({
  seatNumber,
  slot,
  ...(notice !== undefined && { notice }),
})
