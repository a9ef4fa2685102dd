import './seatSheet.css'
import { createPortal } from 'react-dom'
import { useCustomization } from '#system/settings/web/customization.queries.ts'
import { today } from '#web/api/timeZone.ts'
import { useWords } from '#web/words.ts'
import type { Half, Seat } from '../../users.contract.ts'
import { seatsEn } from '../../users.seats.en.ts'
import { halves, placesOf } from './seats.ts'
import { usePrinting } from './usePrinting.ts'

/** As many seats as one column of an A4 page has room for. */
const oneColumn = 40

/** The map on paper: there only while it is printed. */
export const SeatSheet = ({ seats }: { seats: readonly Seat[] }) =>
  usePrinting() ? createPortal(<Sheet seats={seats} />, document.body) : null

const Sheet = ({ seats }: { seats: readonly Seat[] }) => {
  const words = useWords(seatsEn)
  const hall = useCustomization().data?.systemName ?? ''
  const now = today()
  const nameOf = (held: Half | null): string =>
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
