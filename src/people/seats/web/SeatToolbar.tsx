import { Printer, Sun, Sunset } from 'lucide-react'
import { type Half, halves } from '#contract/terms.ts'
import { InsideFigure } from '#people/visits/web/InsideFigure.tsx'
import type { Shift } from '#system/shifts/shifts.shapes.contract.ts'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { Button } from '#web/ui/Button.tsx'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import type { TabSet } from '#web/ui/useTabs.ts'
import { useWords } from '#web/words.ts'
import type { Seat } from '../seats.contract.ts'
import { seatsEn } from '../seats.en.ts'
import { FreeAtButton } from './freeAt/FreeAtButton.tsx'
import type { FreeAt } from './freeAt/useFreeAt.ts'
import { HalfTabs } from './HalfTabs.tsx'
import { takenIn } from './seats.ts'
import type { Shown, useSeatView } from './useSeatView.ts'

const icons = { morning: Sun, afternoon: Sunset }

/** The halves that are shown, or the shift. */
type Tiles = readonly Half[] | Shift

type Props = {
  seats: readonly Seat[]
  view: ReturnType<typeof useSeatView>
  freeAt: FreeAt
  tabs: TabSet<Shown>
  /** False until everything is loaded that the printed page shows. */
  mayPrint: boolean
  onPerson: (userId: string) => void
}

/** How full the hall is, and which half is shown. A phone has room for the latter; the rest is below the map there. */
export const SeatToolbar = ({ seats, view, freeAt, tabs, mayPrint, onPerson }: Props) => {
  const words = useWords(seatsEn)
  const isNarrow = useIsNarrow()
  const under = (shown: Shown) => (shown === 'morning' || shown === 'afternoon' ? words.share(takenIn(seats, shown), seats.length) : '')
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:justify-between max-md:gap-x-2">
      {!isNarrow && <SeatFigures {...{ seats, mayPrint, onPerson }} tiles={view.tiles} />}
      <SwitchField label={words.freeOnly} value={view.isFreeOnly} onChange={view.setFreeOnly} className="gap-2!" />
      <FreeAtButton freeAt={freeAt} />
      {!freeAt.tiles && (
        <HalfTabs tabs={tabs} choices={view.choices} under={isNarrow && !view.isFreeOnly && !('key' in view.tiles) ? under : undefined} />
      )}
    </div>
  )
}

/** How many seats are taken, who is inside, and the map on paper. */
export const SeatFigures = ({ seats, tiles, mayPrint, onPerson }: Pick<Props, 'seats' | 'mayPrint' | 'onPerson'> & { tiles: Tiles }) => {
  const words = useWords(seatsEn)
  return (
    <div
      // Names of shifts need the rest of the row, so these have a row of their own.
      className={`flex min-h-10 min-w-0 flex-1 items-center gap-x-4 md:min-w-max max-md:min-h-11 max-md:basis-full max-md:gap-x-2 ${'key' in tiles ? 'md:basis-full' : ''}`}
    >
      {/* Its height does not depend on the number of students inside, which arrives later. */}
      <div className="flex min-w-0 flex-1 items-center gap-x-4 max-md:overflow-x-auto max-md:[scrollbar-width:none]">
        <Figures seats={seats} tiles={tiles} />
        <InsideFigure onPerson={onPerson} />
      </div>
      <Button variant="quiet" icon={<Printer />} isDisabled={!mayPrint} onPress={() => window.print()} className="max-md:px-3">
        {/* Next to the figures, a phone has space only for the icon. */}
        <span className="max-md:sr-only">{words.print}</span>
      </Button>
    </div>
  )
}

const Figures = ({ seats, tiles }: { seats: readonly Seat[]; tiles: Tiles }) => {
  const words = useWords(seatsEn)
  if ('key' in tiles)
    return <p className="shrink-0 text-sm tabular-nums">{words.takenInShift(takenIn(seats, tiles), seats.length, tiles.name, tiles)}</p>
  return (
    <ul className="flex shrink-0 flex-col text-sm tabular-nums">
      {halves.map((half) => {
        const Icon = icons[half]
        return (
          <li key={half} className="flex items-center gap-2">
            <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <span className="max-md:sr-only">{words.taken(takenIn(seats, half), seats.length, half)}</span>
            <span aria-hidden="true" className="md:hidden">
              {words.takenShort(takenIn(seats, half), seats.length)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
