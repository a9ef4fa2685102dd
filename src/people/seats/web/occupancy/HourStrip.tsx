import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { wallClockIn } from '#contract/day.ts'
import { timeZone } from '#web/api/timeZone.ts'
import { useWords } from '#web/words.ts'
import type { Occupancy } from '../../seats.contract.ts'
import { occupancyEn } from '../../seats.occupancy.en.ts'
import { occupancyLook } from './OccupancySkeleton.tsx'

const moves: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at - 1,
  ArrowUp: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
}

const hourNow = (): number => Number(wallClockIn(timeZone(), new Date()).slice(11, 13))

/** Returns which hour the label names: the current one, until a finger, the pointer or an arrow key chooses another. */
const useChosen = (count: number) => {
  const [chosen, setChosen] = useState<number>()
  const choose = (at: number) => setChosen(Math.min(Math.max(at, 0), count - 1))
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    choose(Math.floor(((clientX - left) / width) * count))
  }
  const at = chosen ?? hourNow()
  return {
    chosen,
    at,
    props: {
      onPointerDown: follow,
      onPointerMove: follow,
      // A finger that was lifted leaves the label of its hour.
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setChosen(undefined),
      onBlur: () => setChosen(undefined),
      onKeyDown: (event: KeyboardEvent) => {
        const move = moves[event.key]
        if (!move) return
        event.preventDefault()
        choose(move(at, count - 1))
      },
    },
  }
}

/**
 * How many seats are taken at each hour, as 24 columns. They are one target, whose label follows the pointer, the finger or the
 * arrow keys; screen readers also get a table.
 */
export const HourStrip = ({ seats, hours }: Pick<Occupancy, 'seats' | 'hours'>) => {
  const words = useWords(occupancyEn)
  const { chosen, at, props } = useChosen(hours.length)
  const label = words.at(at, hours[at] ?? 0, seats)
  return (
    <div className={`flex flex-col gap-1 ${occupancyLook.hours}`}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="font-medium">{words.hours}</span>
        <span aria-hidden="true" className="text-muted tabular-nums">
          {label}
        </span>
      </p>
      <div
        role="slider"
        tabIndex={0}
        aria-label={words.hours}
        aria-valuemin={0}
        aria-valuemax={hours.length - 1}
        aria-valuenow={at}
        aria-valuetext={label}
        {...props}
        className="flex min-h-11 flex-1 touch-pan-y select-none items-end rounded-lg"
      >
        {hours.map((taken, hour) => (
          <Column key={words.hour(hour)} share={taken / seats} isChosen={hour === chosen} />
        ))}
      </div>
      <Axis />
      <HourTable seats={seats} hours={hours} />
    </div>
  )
}

/** Names every sixth hour, or every twelfth where large text has no room for more. */
const Axis = () => {
  const words = useWords(occupancyEn)
  return (
    <div aria-hidden="true" className="@container">
      <p className="flex text-muted text-xs tabular-nums">
        {[0, 6, 12, 18].map((hour) => (
          <span key={hour} className={`flex-1 ${hour % 12 === 0 ? '' : '@max-[14rem]:hidden'}`}>
            {words.hour(hour)}
          </span>
        ))}
      </p>
    </div>
  )
}

/** The part of the column that is filled is the share of the seats that are taken. */
const Column = ({ share, isChosen }: { share: number; isChosen: boolean }) => (
  <span aria-hidden="true" className={`flex h-full flex-1 items-end px-px ${isChosen ? 'bg-hover' : ''}`}>
    <span className="flex h-full w-full items-end bg-tint">
      <span data-share={Math.round(share * 100)} className="block w-full bg-primary-fill" style={{ height: `${share * 100}%` }} />
    </span>
  </span>
)

const HourTable = ({ seats, hours }: Pick<Occupancy, 'seats' | 'hours'>) => {
  const words = useWords(occupancyEn)
  return (
    // A table is never narrower than its words, even one that is not seen.
    <div className="sr-only">
      <table>
        <caption>{words.hours}</caption>
        <thead>
          <tr>
            <th scope="col">{words.columns.hour}</th>
            <th scope="col">{words.columns.taken}</th>
          </tr>
        </thead>
        <tbody>
          {hours.map((taken, hour) => (
            <tr key={words.hour(hour)}>
              <th scope="row">{words.hour(hour)}</th>
              <td>{words.taken(taken, seats)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
