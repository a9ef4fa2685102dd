// biome-ignore-all lint/a11y/noRedundantRoles: tiles take the table layout away, and some browsers the roles with it.
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose places are gone through with the arrow keys is a grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the button in a place takes the focus.
import { Wrench } from 'lucide-react'
import { memo, useMemo } from 'react'
import type { DayPart } from '#contract/dayParts.ts'
import { seatRow, seatsInBlock, seatsInRow } from '#contract/seatRow.ts'
import type { Slot } from '#contract/terms.ts'
import { useShiftName, useShifts } from '#system/customization/web/customization.queries.ts'
import { useWords } from '#web/words.ts'
import type { Seat } from '../seats.contract.ts'
import { seatsEn } from '../seats.en.ts'
import { offeredParts } from './freeAt/freeAt.ts'
import { SoldStrip } from './freeAt/SoldStrip.tsx'
import type { Place } from './placeAfter.ts'
import { SeatCell, TakenHalf } from './SeatCell.tsx'
import { aisleLook, blocksLook, floorLook, rowLook, tileSizeFor } from './seatLooks.ts'
import { styleOf, useHeardName } from './seatRow.ts'
import { isFreePlace, type Mover, placesOf, type SeatPlace, seatName, type Tiles } from './seats.ts'
import { useDrawnSoon } from './useDrawnSoon.ts'
import { useSeatKeys } from './useSeatKeys.ts'

type Shared = {
  shown: Tiles
  isFreeOnly: boolean
  mover: Mover | undefined
  mayAdd: boolean
  onPress: (seat: Seat, place: SeatPlace) => void
}

export type SeatGridProps = Shared & {
  seats: readonly Seat[]
  /** The person whose panel is open. */
  openId: string | undefined
  /** The name of the room, if the hall has several. */
  label?: string
  /** True if the seats have the places of a plan. */
  isDrawn?: boolean
}

/** Returns the seats by the row of the hall that they are in. */
const rowsOfHall = (seats: readonly Seat[]) => [...Map.groupBy(seats, ({ seatNumber }) => seatRow(seatNumber))]

/** A drawn plan is one row of the grid, whose tiles have places of their own. */
const planLook = 'grid w-max auto-cols-[minmax(1.5rem,auto)] auto-rows-[minmax(1.5rem,auto)] justify-start gap-1.5 pb-2 max-md:gap-1'

/** The hall: rows with letters, in blocks with aisles between them. Each seat is a row of the grid, whose cells are its places. */
export const SeatGrid = ({ seats, openId, label, isDrawn = false, ...shared }: SeatGridProps) => {
  const words = useWords(seatsEn)
  const nameOf = useShiftName()
  const shifts = useShifts()
  const offered = useMemo(() => offeredParts(shifts), [shifts])
  const { shown, isFreeOnly } = shared
  const rows = useMemo(
    () =>
      seats.map((seat) =>
        placesOf(seat, shown)
          .filter((place) => !isFreeOnly || isFreePlace(place))
          .map(({ half }) => half),
      ),
    [seats, shown, isFreeOnly],
  )
  const keys = useSeatKeys(rows)
  const soon = useDrawnSoon(seats)
  const drawn = isDrawn ? seats : soon
  let index = -1
  return (
    <div className="@container max-md:-mx-4">
      <div ref={keys.map} className={isDrawn ? `${floorLook} overflow-x-auto` : floorLook}>
        <table
          role="grid"
          aria-label={label ?? words.label}
          className="block outline-none"
          tabIndex={-1}
          ref={keys.kept}
          onKeyDown={keys.onKeyDown}
        >
          <thead role="rowgroup" className="sr-only">
            <tr role="row">
              {['seat', ...('key' in shown ? [shown.key] : shown)].map((column) => (
                <th key={column} role="columnheader" scope="col">
                  {column === 'seat' ? words.columns.seat : nameOf(column)}
                </th>
              ))}
            </tr>
          </thead>
          {(isDrawn ? [['', drawn] as const] : rowsOfHall(drawn)).map(([row, inRow]) => (
            <tbody
              key={row}
              role="rowgroup"
              aria-label={isDrawn ? words.planOf(label ?? '') : words.row(row)}
              data-row={row}
              className={isDrawn ? planLook : `${rowLook} ${letterLook} ${isFreeOnly ? '' : blocksLook}`}
            >
              {inRow.map((seat) => {
                index += 1
                return (
                  <SeatRow
                    key={seat.seatNumber}
                    seat={seat}
                    index={index}
                    stop={keys.at.seat === index ? keys.at.half : undefined}
                    onFocus={keys.setAt}
                    offered={offered}
                    openId={holdsOpen(seat, openId) ? openId : undefined}
                    spot={isDrawn ? seat.place : null}
                    {...shared}
                  />
                )
              })}
            </tbody>
          ))}
        </table>
      </div>
    </div>
  )
}

/** The letter of a row, left of its first line, or above it on a phone; an aisle below every second row. */
const letterLook =
  'mb-1.5 nth-of-type-[2n]:mb-6 before:absolute before:top-0 before:left-0 before:flex before:h-[3.5rem] before:w-[1.25rem] before:items-center before:text-seat-row before:text-xs before:content-[attr(data-row)] max-md:mb-2! max-md:before:static max-md:before:h-auto max-md:before:w-full'

/** Only the seats of the open person are re-rendered. */
const holdsOpen = ({ holders }: Seat, openId: string | undefined): boolean =>
  openId !== undefined && holders.some(({ userId }) => userId === openId)

/** The second block begins after the aisle; a list of free seats has no blocks. */
const isAfterAisle = ({ seatNumber }: Seat, isFreeOnly: boolean): boolean => !isFreeOnly && (seatNumber - 1) % seatsInRow === seatsInBlock

type RowProps = Shared & {
  openId: string | undefined
  seat: Seat
  index: number
  stop: Slot | undefined
  spot: Seat['place']
  /** The times in which any shift is offered. */
  offered: readonly DayPart[]
  onFocus: (place: Place) => void
}

/** Memoized: an arrow key re-renders two of five hundred seats. */
const SeatRow = memo(({ seat, index, stop, spot, offered, onFocus, openId, shown, isFreeOnly, mover, mayAdd, onPress }: RowProps) => {
  const words = useWords(seatsEn)
  const heard = useHeardName(seat)
  const places = placesOf(seat, shown)
  const look = !spot && isAfterAisle(seat, isFreeOnly) ? aisleLook : ''
  return (
    <tr role="row" style={styleOf(seat, spot)} className={`relative block shrink-0 ${tileSizeFor(shown)} ${look}`}>
      <th
        role="rowheader"
        scope="row"
        className="pointer-events-none absolute top-[0.125rem] left-[0.375rem] z-10 font-normal text-xs leading-[1rem] tabular-nums max-md:left-[0.25rem]"
      >
        <span className="sr-only">{words.seat(heard)}</span>
        <span
          aria-hidden="true"
          className={
            seat.label === null
              ? undefined
              : `block truncate ${places.length > 1 ? 'max-w-[3.25rem]' : 'max-w-[4.75rem] max-md:max-w-[3.5rem]'}`
          }
        >
          {seatName(seat)}
          {seat.outOfOrder && <Wrench className="ml-1 inline size-3" />}
        </span>
      </th>
      {places.map((place, at) => (
        <td
          key={place.half}
          role="gridcell"
          {...(!('key' in shown) && place.slot === 'full-day' && { colSpan: 2, 'aria-colspan': 2 })}
          className="pointer-events-none absolute inset-0 block"
        >
          {isFreeOnly && !isFreePlace(place) ? (
            <TakenHalf half={place.half === 'morning' ? 'morning' : 'afternoon'} />
          ) : (
            <SeatCell
              seatNumber={seat.seatNumber}
              seatName={heard}
              outOfOrder={seat.outOfOrder}
              place={place}
              isHalf={places.length > 1}
              isStop={stop === place.half}
              mover={mover}
              isOpen={openId !== undefined && place.held?.userId === openId}
              mayAdd={mayAdd}
              onPress={() => onPress(seat, place)}
              onFocus={() => onFocus({ seat: index, half: place.half })}
            />
          )}
          {at === places.length - 1 && <SoldStrip seat={seat} offered={offered} isDimmed={place.isFreeThen === false} />}
        </td>
      ))}
    </tr>
  )
})
