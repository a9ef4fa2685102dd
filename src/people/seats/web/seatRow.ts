import type { CSSProperties } from 'react'
import { useTagNames } from '#people/rooms/web/tagNames.ts'
import { useWords } from '#web/words.ts'
import type { Seat } from '../seats.contract.ts'
import { seatsEn } from '../seats.en.ts'
import { seatName } from './seats.ts'

/** How far the label and the sign of a seat reach, in rem: the name in a half begins after them. */
const reachOf = (seat: Seat): number => Math.max(1.5, Math.min(3, 0.75 + 0.45 * [...seatName(seat)].length)) + (seat.outOfOrder ? 0.9 : 0)

/** The place in a drawn plan, and room for the label beside a name. */
export const styleOf = (seat: Seat, spot: Seat['place']): CSSProperties => ({
  ...((seat.label !== null || seat.outOfOrder) && { '--seat-name': `${reachOf(seat)}rem` }),
  ...(spot && { gridColumn: spot.x + 1, gridRow: spot.y + 1 }),
})

/** The name of a seat with its tags, as it is heard. */
export const useHeardName = (seat: Seat): string => {
  const tags = useTagNames()
  const { names } = useWords(seatsEn)
  return seat.tags.length === 0 ? seatName(seat) : `${seatName(seat)} ${names.tags(seat.tags.map((tag) => tags[tag]))}`
}
