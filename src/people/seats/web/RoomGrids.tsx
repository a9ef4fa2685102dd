import type { RoomOfSeat } from '#people/rooms/rooms.shapes.contract.ts'
import { useWords } from '#web/words.ts'
import type { Seat } from '../seats.contract.ts'
import { seatsEn } from '../seats.en.ts'
import { SeatGrid, type SeatGridProps } from './SeatGrid.tsx'

type Part = { room: RoomOfSeat | null; seats: readonly Seat[] }

/** Returns the rooms in the order of the hall, each with its seats; seats in no room are last. */
const partsOf = (seats: readonly Seat[]): Part[] => {
  const position = ({ room }: Part): number => room?.position ?? Number.POSITIVE_INFINITY
  return [...Map.groupBy(seats, ({ room }) => room?._id)]
    .map(([, own]): Part => ({ room: own[0]?.room ?? null, seats: own }))
    .toSorted((one, other) => position(one) - position(other))
}

/** The map: in rows, or by rooms in a hall that has any. */
export const RoomGrids = (props: SeatGridProps) => {
  const words = useWords(seatsEn)
  const { seats, ...shared } = props
  if (seats.every(({ room }) => room === null)) return <SeatGrid {...props} />
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {partsOf(seats).map(({ room, seats: own }) => (
        <section key={room?._id ?? ''} aria-label={room?.name ?? words.noRoom} className="flex min-w-0 flex-col gap-2">
          <h2 className="flex flex-wrap items-baseline gap-x-3 font-semibold">
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {room?.name ?? words.noRoom}
            </span>
            {room && room.floor !== '' && (
              <span dir="auto" className="font-normal text-muted text-sm">
                {room.floor}
              </span>
            )}
          </h2>
          <Room {...shared} name={room?.name ?? words.noRoom} seats={own} />
        </section>
      ))}
    </div>
  )
}

/** A list of free seats has no plan. Seats that are not drawn are in rows below it. */
const Room = ({ name, seats, ...shared }: SeatGridProps & { name: string }) => {
  const drawn = shared.isFreeOnly ? [] : seats.flatMap((seat) => (seat.place ? [{ seat, place: seat.place }] : []))
  const inOrder = drawn.toSorted(({ place: one }, { place: other }) => one.y - other.y || one.x - other.x)
  const others = seats.filter((seat) => shared.isFreeOnly || seat.place === null)
  return (
    <>
      {inOrder.length > 0 && <SeatGrid {...shared} seats={inOrder.map(({ seat }) => seat)} isDrawn label={name} />}
      {others.length > 0 && <SeatGrid {...shared} seats={others} label={name} />}
    </>
  )
}
