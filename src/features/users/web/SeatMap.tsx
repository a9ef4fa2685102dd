// biome-ignore-all lint/a11y/noRedundantRoles: tiles take the table layout away, and some browsers the roles with it.
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose places are gone through with the arrow keys is a grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the button in a place takes the focus.
import { Sun, Sunset } from 'lucide-react'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import type { Seat } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import type { Sitting } from './PersonDialog.tsx'
import { SeatHalf } from './SeatHalf.tsx'
import { SeatLegend } from './SeatLegend.tsx'
import { halves, takenIn } from './seats.ts'
import { useSeats } from './users.queries.ts'
import { useSeatKeys } from './useSeatKeys.ts'
import type { SeatChoice } from './useUserForm.ts'

const icons = { morning: Sun, afternoon: Sunset }
const tiles = 'grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-3'

type Props = { /** For those who may add people. */ onFree: ((seat: SeatChoice) => void) | undefined; onTaken: (sitting: Sitting) => void }

/** Who sits where, in the morning and in the afternoon. */
export const SeatMap = (props: Props) => {
  const words = useWords(usersEn).seats
  const seats = useSeats()
  return (
    <Loaded of={seats} skeleton={<SeatsSkeleton />} failed={words.loadFailed}>
      {({ items }) => (
        <>
          <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
            <Figures seats={items} />
            <SeatLegend />
          </div>
          <p className="text-muted text-sm">{words.hint}</p>
          <Places seats={items} {...props} />
        </>
      )}
    </Loaded>
  )
}

const Figures = ({ seats }: { seats: readonly Seat[] }) => {
  const words = useWords(usersEn).seats
  return (
    <ul className="flex flex-col gap-1 tabular-nums">
      {halves.map((half) => {
        const Icon = icons[half]
        return (
          <li key={half} className="flex items-center gap-2">
            <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
            {words.taken(takenIn(seats, half), seats.length, half)}
          </li>
        )
      })}
    </ul>
  )
}

const Places = ({ seats, ...props }: Props & { seats: readonly Seat[] }) => {
  const words = useWords(usersEn).seats
  const keys = useSeatKeys(seats.length)
  return (
    <table role="grid" aria-label={words.label} className="block" onKeyDown={keys.onKeyDown}>
      <thead role="rowgroup" className="sr-only">
        <tr role="row">
          {(['seat', ...halves] as const).map((column) => (
            <th key={column} role="columnheader" scope="col">
              {words.columns[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={keys.map} role="rowgroup" className={tiles}>
        {seats.map((seat, index) => (
          <tr key={seat.seatNumber} role="row" className="flex flex-col gap-1 rounded-lg border border-line bg-surface p-1.5">
            <th role="rowheader" scope="row" className="px-1 text-left font-semibold text-sm tabular-nums">
              {words.seat(seat.seatNumber)}
            </th>
            {halves.map((half) => (
              <td key={half} role="gridcell" className="flex flex-1">
                <SeatHalf seat={seat} half={half} Icon={icons[half]} place={keys.place(index, half)} {...props} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const placeholders = Array.from({ length: 12 }, (_, index) => index)

const SeatsSkeleton = () => (
  <Skeleton>
    <div className={tiles}>
      {placeholders.map((each) => (
        <Bar key={each} className="h-32" />
      ))}
    </div>
  </Skeleton>
)
