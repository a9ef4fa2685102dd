import './seatSheetByShift.css'
import { type CSSProperties, Fragment } from 'react'
import { readablePhone } from '#contract/phone.ts'
import { useWords } from '#web/words.ts'
import type { Seat } from '../seats.contract.ts'
import { seatsEn } from '../seats.en.ts'
import type { SeatsOfRoom } from './byRoom.ts'
import { seatName } from './seats.ts'

/** The most lines that fit on an A4 page in one column, and in two; three columns have room for 38 seats with six people each. */
const fits = { one: 40, two: 96 }

const sizeFor = (lines: number): 'one' | 'two' | 'three' => (lines <= fits.one ? 'one' : lines <= fits.two ? 'two' : 'three')

type Props = { rooms: readonly SeatsOfRoom[]; today: string }

/** The printed map of a hall with other shifts: a line for each person, with times, last day and phone. */
export const SeatSheetByShift = ({ rooms, today }: Props) => {
  const words = useWords(seatsEn)
  const seats = rooms.flatMap((room) => room.seats)
  const lines = seats.reduce((sum, { holders }) => sum + Math.max(1, holders.length), rooms.length > 1 ? rooms.length : 0)
  const longest = Math.max(...seats.map((seat) => seatName(seat).length))
  return (
    <div className="seat-lines" data-columns={sizeFor(lines)} style={{ '--seat': `${longest + 0.5}ch` } as CSSProperties}>
      {rooms.map(({ room, seats: own }) => (
        <Fragment key={room?._id ?? ''}>
          {rooms.length > 1 && (
            <p dir="auto" className="seat-lines-room">
              {room?.name ?? words.noRoom}
            </p>
          )}
          {own.map((seat) => (
            <SeatLines key={seat.seatNumber} seat={seat} today={today} />
          ))}
        </Fragment>
      ))}
    </div>
  )
}

const SeatLines = ({ seat, today }: { seat: Seat; today: string }) => {
  const { sheet } = useWords(seatsEn)
  return (
    <div className="seat-lines-seat">
      <span>{seatName(seat)}</span>
      <div>
        {seat.holders.map(({ userId, name, parts, terminationDate, isExpired, phone }) => (
          <p key={userId}>
            <span>{parts.map(sheet.times).join(', ')}</span>
            <b dir="auto">{name}</b>
            <span>{terminationDate && (isExpired ? sheet.expired : sheet.until)(terminationDate, today)}</span>
            <span>{phone && readablePhone(phone)}</span>
          </p>
        ))}
      </div>
    </div>
  )
}
