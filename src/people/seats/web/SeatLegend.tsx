import { Clock, Plus, RotateCcw, User } from 'lucide-react'
import { useWords } from '#web/words.ts'
import { seatsEn } from '../seats.en.ts'
import type { SeatState } from './seats.ts'

/** Each state has a mark and a border in addition to its color. */
export const seatLooks = {
  free: { Mark: Plus, look: 'border border-dashed border-line-strong text-muted hover:bg-hover hover:text-ink' },
  taken: { Mark: User, look: 'border border-line bg-surface text-ink hover:border-primary-text' },
  ending: { Mark: Clock, look: 'border-2 border-warning-text bg-seat-ending text-ink hover:border-ink' },
  kept: { Mark: RotateCcw, look: 'border-2 border-dotted border-error-text bg-seat-ended text-ink hover:border-ink' },
} as const satisfies Record<SeatState, object>

const states = ['free', 'taken', 'ending', 'kept'] as const

/** Explains the marks of the map. */
export const SeatLegend = () => {
  const words = useWords(seatsEn)
  return (
    <ul aria-label={words.legend} className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
      {states.map((state) => {
        const { Mark, look } = seatLooks[state]
        return (
          <li key={state} className="flex items-center gap-2">
            <span className={`inline-flex size-6 items-center justify-center rounded ${look}`}>
              <Mark aria-hidden="true" className="size-3.5" />
            </span>
            {words.states[state]}
          </li>
        )
      })}
    </ul>
  )
}
