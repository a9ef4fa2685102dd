import { useWords } from '#web/words.ts'
import { seatsEn } from '../seats.en.ts'
import { byRoom } from './byRoom.ts'
import { SeatGrid, type SeatGridProps } from './SeatGrid.tsx'

/** The map: in rows, or by rooms in a hall that has any. */
export const RoomGrids = (props: SeatGridProps) => {
  const words = useWords(seatsEn)
  const { seats, ...shared } = props
  if (seats.every(({ room }) => room === null)) return <SeatGrid {...props} />
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {byRoom(seats).map(({ room, seats: own }) => (
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
