// biome-ignore-all lint/a11y/noRedundantRoles: tiles take the table layout away, and some browsers the roles with it.
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose places are gone through with the arrow keys is a grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the button in a place takes the focus.
import { memo, useMemo } from 'react'
import type { Half } from '#contract/terms.ts'
import { useWords } from '#web/words.ts'
import type { Seat } from '../seats.contract.ts'
import { seatsEn } from '../seats.en.ts'
import { SeatCell } from './SeatCell.tsx'
import { isFree, type Mover, type Place, placesOf, type SeatPlace } from './seats.ts'
import { useSeatKeys } from './useSeatKeys.ts'

type Shared = {
  /** The halves of the day that are shown. */
  shown: readonly Half[]
  isFreeOnly: boolean
  mover: Mover | undefined
  mayAdd: boolean
  onPress: (seat: Seat, place: SeatPlace) => void
}

/** Wide enough for a name of twelve letters; a phone shows three columns of one half. */
const tiles = {
  both: 'grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-x-2 gap-y-1.5',
  one: 'grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-1.5',
}
export const tilesFor = (shown: readonly Half[]) => (shown.length > 1 ? tiles.both : tiles.one)

type Props = Shared & {
  seats: readonly Seat[]
  /** The person whose panel is open. */
  openId: string | undefined
}

/** The seats as rows of a grid, several per line. */
export const SeatGrid = ({ seats, openId, ...shared }: Props) => {
  const words = useWords(seatsEn)
  const { shown, isFreeOnly } = shared
  const rows = useMemo(
    () =>
      seats.map((seat) =>
        placesOf(seat, shown)
          .filter(({ held }) => !isFreeOnly || isFree(held))
          .map(({ half }) => half),
      ),
    [seats, shown, isFreeOnly],
  )
  const keys = useSeatKeys(rows)
  return (
    <table role="grid" aria-label={words.label} className="block outline-none" tabIndex={-1} ref={keys.kept} onKeyDown={keys.onKeyDown}>
      <thead role="rowgroup" className="sr-only">
        <tr role="row">
          {(['seat', ...shown] as const).map((column) => (
            <th key={column} role="columnheader" scope="col">
              {words.columns[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={keys.map} role="rowgroup" className={tilesFor(shown)}>
        {seats.map((seat, index) => (
          <SeatRow
            key={seat.seatNumber}
            seat={seat}
            index={index}
            stop={keys.at.seat === index ? keys.at.half : undefined}
            onFocus={keys.setAt}
            openId={holdsOpen(seat, openId) ? openId : undefined}
            {...shared}
          />
        ))}
      </tbody>
    </table>
  )
}

/** Only the seats of the open person are re-rendered. */
const holdsOpen = ({ morning, afternoon }: Seat, openId: string | undefined): boolean =>
  openId !== undefined && (morning?.userId === openId || afternoon?.userId === openId)

type RowProps = Shared & { openId: string | undefined; seat: Seat; index: number; stop: Half | undefined; onFocus: (place: Place) => void }

/** Memoized: an arrow key re-renders two of five hundred seats. */
const SeatRow = memo(({ seat, index, stop, onFocus, openId, shown, isFreeOnly, mover, mayAdd, onPress }: RowProps) => {
  const words = useWords(seatsEn)
  return (
    <tr role="row" className="flex min-w-0 items-stretch gap-1">
      <th
        role="rowheader"
        scope="row"
        className="flex w-6 shrink-0 items-center justify-end pr-0.5 font-semibold text-muted text-sm tabular-nums"
      >
        <span className="sr-only">{words.seat(seat.seatNumber)}</span>
        <span aria-hidden="true">{seat.seatNumber}</span>
      </th>
      {placesOf(seat, shown).map((place) => (
        <td
          key={place.half}
          role="gridcell"
          {...(place.slot === 'full-day' && { colSpan: 2, 'aria-colspan': 2 })}
          className="flex min-w-0 flex-1"
        >
          {isFreeOnly && !isFree(place.held) ? (
            <span className="sr-only">{words.states.taken}</span>
          ) : (
            <SeatCell
              seatNumber={seat.seatNumber}
              place={place}
              isStop={stop === place.half}
              mover={mover}
              isOpen={openId !== undefined && place.held?.userId === openId}
              mayAdd={mayAdd}
              onPress={() => onPress(seat, place)}
              onFocus={() => onFocus({ seat: index, half: place.half })}
            />
          )}
        </td>
      ))}
    </tr>
  )
})
