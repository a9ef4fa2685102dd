import { useId } from 'react'
import { useShifts } from '#system/customization/web/customization.queries.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { useWords } from '#web/words.ts'
import type { Occupancy } from '../../seats.contract.ts'
import { occupancyEn } from '../../seats.occupancy.en.ts'
import { useOccupancy } from '../seats.queries.ts'
import { HourStrip } from './HourStrip.tsx'
import { OccupancySkeleton, occupancyLook } from './OccupancySkeleton.tsx'

/** How full the hall is today: by shift, and at each hour. */
export const OccupancyCard = () => (
  <Loaded of={useOccupancy()} skeleton={<OccupancySkeleton />} failed={useWords(occupancyEn).loadFailed}>
    {(occupancy) => <Content of={occupancy} />}
  </Loaded>
)

const Content = ({ of: { seats, shifts, hours } }: { of: Occupancy }) => {
  const words = useWords(occupancyEn)
  const id = useId()
  const known = new Map(useShifts().map((shift) => [shift.key, shift]))
  return (
    <section aria-labelledby={id} className={occupancyLook.card}>
      <h2 id={id} className={`font-semibold text-lg ${occupancyLook.title}`}>
        {words.title}
      </h2>
      <ul className={occupancyLook.shifts}>
        {shifts.map(({ key, taken }) => {
          const shift = known.get(key)
          return (
            <li key={key} className={occupancyLook.shift}>
              <span className="flex items-baseline gap-2">
                <span dir="auto" className="min-w-0 truncate font-medium text-sm">
                  {shift?.name ?? key}
                </span>{' '}
                {shift && <span className="shrink-0 text-muted text-sm tabular-nums">{words.times(shift)}</span>}
              </span>{' '}
              <span className="block text-sm tabular-nums">{words.taken(taken, seats)}</span>
            </li>
          )
        })}
      </ul>
      <HourStrip seats={seats} hours={hours} />
    </section>
  )
}
