import { Printer, Sun, Sunset } from 'lucide-react'
import { type Half, halves } from '#contract/terms.ts'
import { InsideFigure } from '#people/visits/web/InsideFigure.tsx'
import type { Shift } from '#system/shifts/shifts.shapes.contract.ts'
import { Button } from '#web/ui/Button.tsx'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import type { TabSet } from '#web/ui/useTabs.ts'
import { useWords } from '#web/words.ts'
import type { Seat } from '../seats.contract.ts'
import { seatsEn } from '../seats.en.ts'
import { HalfTabs } from './HalfTabs.tsx'
import { takenIn } from './seats.ts'
import type { Shown, useSeatView } from './useSeatView.ts'

const icons = { morning: Sun, afternoon: Sunset }

type Props = { seats: readonly Seat[]; view: ReturnType<typeof useSeatView>; tabs: TabSet<Shown>; onPerson: (userId: string) => void }

/** How full the hall is, and which half is shown. */
export const SeatToolbar = ({ seats, view, tabs, onPerson }: Props) => {
  const words = useWords(seatsEn)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:gap-x-2">
      {/* Its height does not depend on the number of students inside, which arrives later. */}
      <div className="flex min-h-10 min-w-0 items-center gap-x-4 max-md:min-h-11 max-md:flex-1 max-md:overflow-x-auto max-md:[scrollbar-width:none]">
        <Figures seats={seats} tiles={view.tiles} />
        <InsideFigure onPerson={onPerson} />
      </div>
      <Button variant="quiet" icon={<Printer />} onPress={() => window.print()} className="max-md:px-3 md:ml-auto">
        {/* Next to the figures, a phone has space only for the icon. */}
        <span className="max-md:sr-only">{words.print}</span>
      </Button>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:w-full max-md:justify-between">
        <SwitchField label={words.freeOnly} value={view.isFreeOnly} onChange={view.setFreeOnly} className="gap-2!" />
        <HalfTabs tabs={tabs} choices={view.choices} />
      </div>
    </div>
  )
}

const Figures = ({ seats, tiles }: { seats: readonly Seat[]; tiles: readonly Half[] | Shift }) => {
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
