import './seatSheetByShift.css'
import { readablePhone } from '#contract/phone.ts'
import { useWords } from '#web/words.ts'
import type { Seat } from '../seats.contract.ts'
import { seatsEn } from '../seats.en.ts'

/** The most lines that fit on an A4 page in one column, and in two; three columns have room for 38 seats with six people each. */
const fits = { one: 40, two: 96 }

const sizeFor = (lines: number): 'one' | 'two' | 'three' => (lines <= fits.one ? 'one' : lines <= fits.two ? 'two' : 'three')

/** The printed map of a hall with other shifts: a line for each person, with times, last day and phone. */
export const SeatSheetByShift = ({ seats, today }: { seats: readonly Seat[]; today: string }) => {
  const { sheet } = useWords(seatsEn)
  const lines = seats.reduce((sum, { holders }) => sum + Math.max(1, holders.length), 0)
  return (
    <div className="seat-lines" data-columns={sizeFor(lines)}>
      {seats.map(({ seatNumber, holders }) => (
        <div key={seatNumber} className="seat-lines-seat">
          <span>{seatNumber}</span>
          <div>
            {holders.map(({ userId, name, parts, terminationDate, isExpired, phone }) => (
              <p key={userId}>
                <span>{parts.map(sheet.times).join(', ')}</span>
                <b dir="auto">{name}</b>
                <span>{terminationDate && (isExpired ? sheet.expired : sheet.until)(terminationDate, today)}</span>
                <span>{phone && readablePhone(phone)}</span>
              </p>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
