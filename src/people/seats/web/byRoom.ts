import type { RoomOfSeat } from '#people/rooms/rooms.shapes.contract.ts'
import type { Seat } from '../seats.contract.ts'

/** The seats of a room, or those in no room. */
export type SeatsOfRoom = { room: RoomOfSeat | null; seats: readonly Seat[] }

/** Groups seats by their rooms, in the order of the hall; those in no room are last. */
export const byRoom = (seats: readonly Seat[]): SeatsOfRoom[] => {
  const position = ({ room }: SeatsOfRoom): number => room?.position ?? Number.POSITIVE_INFINITY
  return [...Map.groupBy(seats, ({ room }) => room?._id)]
    .map(([, own]): SeatsOfRoom => ({ room: own[0]?.room ?? null, seats: own }))
    .toSorted((one, other) => position(one) - position(other))
}
