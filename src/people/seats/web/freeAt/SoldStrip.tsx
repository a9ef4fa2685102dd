import { type DayPart, minutesOf } from '#contract/dayParts.ts'
import { useWords } from '#web/words.ts'
import type { Seat } from '../../seats.contract.ts'
import { freeAtEn } from '../../seats.freeAt.en.ts'
import { soldMinutes } from './freeAt.ts'

/** The id of the words about a seat, by which its places are described. */
export const soldId = (seatNumber: number): string => `sold-${seatNumber}`

/** Hours with one decimal. */
const hoursOf = (minutes: number): number => Math.round(minutes / 6) / 10

/** A line at the foot of a tile, as long as the sold part of the day in which shifts are offered. */
export const SoldStrip = ({ seat, offered, isDimmed }: { seat: Seat; offered: readonly DayPart[]; isDimmed: boolean }) => {
  const words = useWords(freeAtEn)
  const sold = soldMinutes(seat, offered)
  const total = minutesOf(offered)
  return (
    <span
      id={soldId(seat.seatNumber)}
      role="img"
      aria-label={words.sold(hoursOf(sold), hoursOf(total))}
      className="pointer-events-none absolute inset-x-[0.25rem] bottom-px h-[0.125rem]"
    >
      {sold > 0 && !isDimmed && (
        <span
          data-sold
          className="block h-full bg-line-strong forced-colors:bg-[CanvasText]"
          style={{ width: `${(100 * sold) / total}%` }}
        />
      )}
    </span>
  )
}
