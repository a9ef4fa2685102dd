import './seatSheet.css'
import { Fragment } from 'react'
import { createPortal } from 'react-dom'
import { readablePhone } from '#contract/phone.ts'
import { halves } from '#contract/terms.ts'
import { useCustomization, useShifts } from '#system/customization/web/customization.queries.ts'
import { areHalves } from '#system/shifts/shifts.policy.ts'
import { today } from '#web/api/timeZone.ts'
import { useWords } from '#web/words.ts'
import type { Seat, SeatHolder } from '../seats.contract.ts'
import { seatsEn } from '../seats.en.ts'
import { byRoom, type SeatsOfRoom } from './byRoom.ts'
import { SeatSheetByShift } from './SeatSheetByShift.tsx'
import { placesOf, seatName } from './seats.ts'
import { usePrinting } from './usePrinting.ts'

/** Number of seats that fit in one column of an A4 page; two columns have room for 100. */
const oneColumn = 40

/** The printed map, rendered only while printing. */
export const SeatSheet = ({ seats }: { seats: readonly Seat[] }) =>
  usePrinting() ? createPortal(<Sheet seats={seats} />, document.body) : null

const Sheet = ({ seats }: { seats: readonly Seat[] }) => {
  const words = useWords(seatsEn)
  const hall = useCustomization().data?.systemName ?? ''
  const now = today()
  const isHalved = areHalves(useShifts())
  const rooms = byRoom(seats)
  const isLong = seats.length + (rooms.length > 1 ? rooms.length : 0) > oneColumn
  return (
    <section className="seat-sheet">
      <header>
        <h1 dir="auto">{hall}</h1>
        <p>{words.sheet.about(isLong && isHalved, now)}</p>
      </header>
      {isHalved ? <ByHalf rooms={rooms} today={now} isLong={isLong} /> : <SeatSheetByShift rooms={rooms} today={now} />}
    </section>
  )
}

type Props = { rooms: readonly SeatsOfRoom[]; today: string; isLong: boolean }

/** A line for each seat, with its morning and its afternoon. */
const ByHalf = ({ rooms, today: now, isLong }: Props) => {
  const words = useWords(seatsEn)
  return (
    <>
      {isLong || (
        <p className="seat-sheet-row seat-sheet-titles">
          {(['seat', ...halves] as const).map((column) => (
            <span key={column}>{words.columns[column]}</span>
          ))}
        </p>
      )}
      <div className={isLong ? 'seat-sheet-long' : ''}>
        {rooms.map(({ room, seats }) => (
          <Fragment key={room?._id ?? ''}>
            {rooms.length > 1 && (
              <p className="seat-sheet-row seat-sheet-titles">
                <span dir="auto" className="seat-sheet-room">
                  {room?.name ?? words.noRoom}
                </span>
              </p>
            )}
            {seats.map((seat) => (
              <div key={seat.seatNumber} className="seat-sheet-row">
                <span>{seatName(seat)}</span>
                {placesOf(seat, halves).map(({ half, slot, held }) => (
                  <span key={half} className={slot === 'full-day' ? 'seat-sheet-day' : ''}>
                    {held && <Holder held={held} today={now} />}
                  </span>
                ))}
              </div>
            ))}
          </Fragment>
        ))}
      </div>
    </>
  )
}

/** Who has a place, until when, and whom to call. */
const Holder = ({ held: { name, isExpired, terminationDate, phone }, today: now }: { held: SeatHolder; today: string }) => {
  const { sheet } = useWords(seatsEn)
  return (
    <>
      <b dir="auto">{name}</b>
      <span>{terminationDate && (isExpired ? sheet.expired : sheet.until)(terminationDate, now)}</span>
      <span>{phone && readablePhone(phone)}</span>
    </>
  )
}
