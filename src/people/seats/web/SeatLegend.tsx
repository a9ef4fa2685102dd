import { Wrench } from 'lucide-react'
import { useWords } from '#web/words.ts'
import { seatsEn } from '../seats.en.ts'
import { SeatDot } from './SeatDot.tsx'
import { outLook, seatLooks } from './seatLooks.ts'

const states = ['free', 'taken', 'ending', 'kept'] as const

/** Explains the tiles of the map. */
export const SeatLegend = ({ hasOutages }: { hasOutages: boolean }) => {
  const words = useWords(seatsEn)
  return (
    <ul aria-label={words.legend} className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
      {states.map((state) => (
        <li key={state} className="flex items-center gap-2">
          <span aria-hidden="true" className={`inline-flex h-5 w-8 items-center justify-center rounded text-xs ${seatLooks[state].tile}`}>
            {(state === 'ending' || state === 'kept') && words.samples[state]}
          </span>
          {words.states[state]}
        </li>
      ))}
      <li className="flex items-center gap-2">
        <SeatDot />
        {words.states.owes}
      </li>
      {hasOutages && (
        <li className="flex items-center gap-2">
          <span aria-hidden="true" className={`inline-flex h-5 w-8 items-center justify-center rounded ${outLook.tile}`}>
            <Wrench className="size-3" />
          </span>
          {words.states.out}
        </li>
      )}
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="h-[0.125rem] w-8 bg-line-strong" />
        {words.states.sold}
      </li>
    </ul>
  )
}
