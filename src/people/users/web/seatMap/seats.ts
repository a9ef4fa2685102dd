import { addDays } from '#contract/day.ts'
import type { Half, Seat, Slot, User } from '../../users.contract.ts'
import type { SeatChoice } from '../useUserForm.ts'

/** The two halves of the day, each of which a seat can be given away for. */
export const halves = ['morning', 'afternoon'] as const
export type HalfOfDay = (typeof halves)[number]

export const halvesOf = (slot: Slot): readonly HalfOfDay[] => (slot === 'full-day' ? halves : [slot])

/** How many days before its end a place counts as ending. */
export const soonDays = 7

/** `kept` is for someone whose account is over: free to be given to anybody else. */
export type SeatState = 'free' | 'taken' | 'ending' | 'kept'

export const stateOf = (half: Half | null, today: string): SeatState => {
  if (half === null) return 'free'
  if (half.isExpired) return 'kept'
  return half.terminationDate !== null && half.terminationDate <= addDays(today, soonDays) ? 'ending' : 'taken'
}

export const takenIn = (seats: readonly Seat[], half: HalfOfDay): number =>
  seats.filter((seat) => seat[half] !== null && !seat[half].isExpired).length

/** What is drawn as one: a half of a seat, or the whole of it where one person has both. `half` is the first that it covers. */
export type SeatPlace = { half: HalfOfDay; slot: Slot; held: Half | null }

/** The places of a seat in the halves that are shown. */
export const placesOf = (seat: Seat, shown: readonly HalfOfDay[]): SeatPlace[] => {
  const { morning, afternoon } = seat
  if (shown.length > 1 && morning !== null && morning.userId === afternoon?.userId)
    return [{ half: 'morning', slot: 'full-day', held: morning }]
  return shown.map((half) => ({ half, slot: half, held: seat[half] }))
}

export const isFree = (held: Half | null): boolean => held === null || held.isExpired

/** Whether anybody may be seated there, besides who has it already. */
export const isFreeFor = (seat: Seat, slot: Slot, userId?: string): boolean =>
  halvesOf(slot).every((half) => isFree(seat[half]) || seat[half]?.userId === userId)

/** Who sits where someone would sit in that slot. */
export const holdersOf = (seat: Seat, slot: Slot, userId: string): Half[] => {
  const others = halvesOf(slot).flatMap((half) => seat[half] ?? [])
  const taken = others.filter((held) => !held.isExpired && held.userId !== userId)
  return taken.filter((held, at) => taken.findIndex((one) => one.userId === held.userId) === at)
}

/** A place in the map as it is gone through: the row of a seat, and a half of it. */
export type Place = { seat: number; half: HalfOfDay }

/**
 * Where a key leads from a place; nothing where it leads nowhere. `rows` are the halves that each seat shows, beside one
 * another, and the seats stand `columns` abreast.
 */
export const placeAfter = (
  key: string,
  { seat, half }: Place,
  { rows, columns }: { rows: readonly (readonly HalfOfDay[])[]; columns: number },
): Place | undefined => {
  const inRow = rows[seat]?.indexOf(half) ?? -1
  const at = (row: number, which: HalfOfDay | undefined): Place | undefined => {
    const found = rows[row]
    const wanted = found?.find((each) => each === which) ?? found?.[0]
    return wanted && { seat: row, half: wanted }
  }
  const beside = (by: 1 | -1): Place | undefined => {
    const next = rows[seat]?.[inRow + by]
    if (next) return { seat, half: next }
    const row = rows[seat + by]
    return at(seat + by, by === 1 ? row?.[0] : row?.at(-1))
  }
  if (key === 'ArrowRight') return beside(1)
  if (key === 'ArrowLeft') return beside(-1)
  if (key === 'ArrowDown') return at(seat + columns, half)
  if (key === 'ArrowUp') return at(seat - columns, half)
  if (key === 'Home') return at(0, half)
  if (key === 'End') return at(rows.length - 1, half)
  return undefined
}

/** Who is to be seated elsewhere. */
export type Mover = Pick<User, '_id' | 'name' | 'seatNumber' | 'slot'>

/** What a press on a place means while someone is moved. */
export type Move =
  | { kind: 'move'; from: number | null; to: number; before: Slot | null; slot: Slot; keptFor: Half | null }
  | { kind: 'exchange'; with: Half; from: number; to: number; slot: Slot }
  | { kind: 'own' | 'same-seat' | 'seatless' }

/** Whose the place is to be: the slot stays where the seat has room for it in the half that was pressed. */
export const moveTo = (mover: Mover, seat: Seat, { half, held }: SeatPlace): Move => {
  const { _id, seatNumber: from, slot: before } = mover
  const to = seat.seatNumber
  if (held?.userId === _id) return { kind: 'own' }
  if (held && !held.isExpired) {
    if (from === null || before === null) return { kind: 'seatless' }
    return from === to ? { kind: 'same-seat' } : { kind: 'exchange', with: held, from, to, slot: before }
  }
  const stays = before !== null && halvesOf(before).includes(half) && isFreeFor(seat, before, _id)
  const slot = stays ? before : half
  const keptFor =
    halvesOf(slot)
      .flatMap((each) => seat[each] ?? [])
      .find(({ userId }) => userId !== _id) ?? null
  return { kind: 'move', from, to, before, slot, keptFor }
}

/** A seat with the part of the day in which a new student gets it, and for whom it is kept until then. */
export const choiceOf = ({ seatNumber }: Seat, { slot, held }: SeatPlace): SeatChoice => ({
  seatNumber,
  slot,
  ...(held && { keptFor: held }),
})
