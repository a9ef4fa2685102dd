import { covers, partOf } from '#contract/dayParts.ts'
import type { Half } from '#contract/terms.ts'
import type { FirstView, Holder } from '../seats.contract.ts'
import type { ShownSeat } from './seats.ts'
import { halfOf, withVisitors } from './seatVisitors.ts'

/** Returns the person who has the seat first within a half of the day. */
const holderIn = (holders: readonly Holder[], half: Half): Holder | null => {
  const shift = halfOf(half)
  if (!shift) return null
  const own = partOf(shift)
  const meetings = holders.flatMap((holder) =>
    holder.parts
      .map(partOf)
      .flatMap((part) => [part.starts, own.starts].filter((minute) => covers(part, minute) && covers(own, minute)))
      .map((minute) => ({ holder, minute })),
  )
  return meetings.toSorted((one, other) => one.minute - other.minute)[0]?.holder ?? null
}

/** Returns a seat of the first view as the map shows it. */
export const fromFirstView = (seat: FirstView['items'][number]): ShownSeat => {
  // The rest of the map brings the ids; until then, no two people are the same.
  const holders = seat.holders.map((holder, at): Holder => ({ phone: null, userId: `${seat.seatNumber}-${at}`, ...holder }))
  return withVisitors({ ...seat, holders, morning: holderIn(holders, 'morning'), afternoon: holderIn(holders, 'afternoon') })
}
