import './seatSheet.css'
import { createPortal } from 'react-dom'
import { halves } from '#contract/terms.ts'
import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { today } from '#web/api/timeZone.ts'
import { useWords } from '#web/words.ts'
import type { Seat, SeatHolder } from '../seats.contract.ts'
import { seatsEn } from '../seats.en.ts'
import { placesOf } from './seats.ts'
import { usePrinting } from './usePrinting.ts'

/** Number of seats that fit in one column of an A4 page. */
const oneColumn = 40

/** The printed map, rendered only while printing. */
export const SeatSheet = ({ seats }: { seats: readonly Seat[] }) =>
  usePrinting() ? createPortal(<Sheet seats={seats} />, document.body) : null

const Sheet = ({ seats }: { seats: readonly Seat[] }) => {
  const words = useWords(seatsEn)
  const hall = useCustomization().data?.systemName ?? ''
  const now = today()
  const nameOf = (held: SeatHolder | null): string =>
    !held ? '' : held.isExpired && held.terminationDate ? words.sheet.expired(held.name, held.terminationDate, now) : held.name
  const isLong = seats.length > oneColumn
  return (
    <section className="seat-sheet">
      <header>
        <h1 dir="auto">{hall}</h1>
        <p>{words.sheet.about(isLong, now)}</p>
      </header>
      {isLong || (
        <p className="seat-sheet-row seat-sheet-titles">
          {(['seat', ...halves] as const).map((column) => (
            <span key={column}>{words.columns[column]}</span>
          ))}
        </p>
      )}
      <div className={isLong ? 'seat-sheet-long' : ''}>
        {seats.map((seat) => (
          <div key={seat.seatNumber} className="seat-sheet-row">
            <span>{seat.seatNumber}</span>
            {placesOf(seat, halves).map(({ half, slot, held }) => (
              <span key={half} dir="auto" className={slot === 'full-day' ? 'seat-sheet-day' : ''}>
                {nameOf(held)}
              </span>
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}
