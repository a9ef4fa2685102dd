import type { OutOfOrder } from '#people/rooms/rooms.shapes.contract.ts'
import { useShiftName } from '#system/customization/web/customization.queries.ts'
import { today } from '#web/api/timeZone.ts'
import { formatRupees, useWords } from '#web/words.ts'
import { seatsEn } from '../seats.en.ts'
import { daysLeft, isFree, type Mover, type Occupant, type SeatPlace, stateOf } from './seats.ts'

type Words = Pick<typeof seatsEn, 'place' | 'names'>

export type DescribedPlace = {
  /** What the hall calls the seat, with its tags. */
  seatName: string
  outOfOrder: OutOfOrder | null
  place: SeatPlace
  /** True if the place is one of two halves of a tile. */
  isHalf: boolean
  /** The person being moved. */
  mover: Mover | undefined
  /** True if a press on a free place opens the form. */
  mayAdd: boolean
}

const daysOf = ({ terminationDate }: Occupant, now: string): number | undefined =>
  terminationDate === null ? undefined : daysLeft(terminationDate, now)

/** Returns the words in the tile, below the name. */
const shortText = ({ place: words }: Words, { place: { held }, outOfOrder, isHalf }: DescribedPlace, now: string): string => {
  if (!held) return outOfOrder ? words.out : words.free
  if (held.visitor) return isHalf ? words.passShort : words.pass
  const days = daysOf(held, now)
  if (days === undefined) return isHalf ? '' : words.noEnd
  return isHalf ? words.daysShort(days) : words.days(days)
}

/** Returns who has the place and until when. */
const holderText = ({ names }: Words, held: Occupant, now: string): string => {
  const { name, visitor, terminationDate } = held
  if (visitor) return `${name} ${names.pass(visitor)}`
  if (terminationDate === null) return `${name} ${names.noEnd}`
  const until = names.until(stateOf(held, now), terminationDate, daysLeft(terminationDate, now), now)
  return held.isExpired ? `${until} · ${name}` : `${name} ${until}`
}

/** Returns what a press does while a person is being moved. */
const moveText = ({ names }: Words, held: Occupant | null, mover: Mover): string => {
  if (held?.visitor) return ''
  if (held?.userId === mover._id) return names.moving
  return (isFree(held) ? names.move : names.exchange)(mover.name)
}

/** Returns the words in the tile, and all of them as one text for the tooltip and screen readers. */
export const usePlaceTexts = (described: DescribedPlace): { short: string; name: string } => {
  const words = useWords(seatsEn)
  const nameOf = useShiftName()
  const now = today()
  const { names } = words
  const { seatName, outOfOrder, place, mover, mayAdd } = described
  const { slot, held, others = [] } = place
  const out = outOfOrder && names.out(outOfOrder.to, outOfOrder.reason, now)
  const owes = held && held.owed > 0 ? `, ${names.owes(formatRupees(held.owed))}` : ''
  const add = held || out || !mayAdd ? '' : names.add
  const parts = [
    names.place(seatName, nameOf(slot)),
    held ? `${holderText(words, held, now)}${owes}` : (out ?? words.place.free),
    held && out,
    ...others.map((other) => names.holder(other.name, other.parts)),
    mover ? moveText(words, held, mover) : add,
  ]
  return { short: shortText(words, described, now), name: parts.filter(Boolean).join(' ') }
}
