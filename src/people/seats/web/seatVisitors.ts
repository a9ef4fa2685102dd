import { partOf } from '#contract/dayParts.ts'
import type { Half } from '#contract/terms.ts'
import { firstShifts } from '#system/shifts/shifts.shapes.contract.ts'
import type { Seat, SeatVisitor } from '../seats.contract.ts'
import { isAt, isFree, type Occupant, type ShownSeat, type TimedOccupant } from './seats.ts'

const toOccupant = (visitor: SeatVisitor): TimedOccupant => ({
  userId: visitor.passId,
  name: visitor.name,
  phone: null,
  slot: 'full-day',
  terminationDate: null,
  isExpired: false,
  owed: 0,
  parts: [{ from: visitor.from, to: visitor.to }],
  visitor,
})

/** The shift that is a half of the day. */
export const halfOf = (half: Half) => firstShifts.find(({ key }) => key === half)

/** Returns a seat with its visitors among its holders: today it is taken by them, also where it is kept for a student. */
export const withVisitors = (seat: Seat): ShownSeat => {
  if (seat.visitors.length === 0) return seat
  const visiting = seat.visitors.map(toOccupant)
  const at = (half: Half): Occupant | null => {
    const held = seat[half]
    const part = halfOf(half)
    const visitor = part && visiting.find((one) => isAt(one, partOf(part)))
    return visitor && isFree(held) ? visitor : held
  }
  return { ...seat, morning: at('morning'), afternoon: at('afternoon'), holders: [...seat.holders, ...visiting] }
}
