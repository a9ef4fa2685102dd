import type { ComponentType } from 'react'
import { useWords } from '#web/words.ts'
import type { Seat } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { today } from './days.ts'
import type { Sitting } from './PersonDialog.tsx'
import { seatLooks } from './SeatLegend.tsx'
import { type HalfOfDay, stateOf } from './seats.ts'
import type { SeatChoice } from './useUserForm.ts'

type Props = {
  seat: Seat
  half: HalfOfDay
  /** What stands for this half of the day. */
  Icon: ComponentType<{ className?: string }>
  place: { tabIndex: number; onFocus: () => void; 'data-half': HalfOfDay }
  onFree: (seat: SeatChoice) => void
  onTaken: (sitting: Sitting) => void
}

/** One half of one seat: pressed free it adds somebody there, pressed taken it shows who has it. */
export const SeatHalf = ({ seat, half, Icon, place, onFree, onTaken }: Props) => {
  const { seatNumber, [half]: taken } = seat
  const words = useWords(usersEn).seats
  const state = stateOf(taken, today())
  const Mark = seatLooks[state].Mark
  return (
    <button
      type="button"
      {...place}
      onClick={() => (taken ? onTaken({ userId: taken.userId, seatNumber }) : onFree({ seatNumber, slot: half }))}
      className={`flex min-h-11 w-full min-w-0 cursor-pointer items-start gap-2 rounded px-2 py-2 text-left text-sm transition-colors duration-150 ${seatLooks[state].look}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 flex-1">
        <span className="sr-only">{words.place(seatNumber, half)}</span>{' '}
        <span dir="auto" className="line-clamp-2 wrap-anywhere">
          {taken?.name ?? words.free}
        </span>{' '}
        {taken === null && <span className="sr-only">{words.addHere}</span>}
        {state === 'ending' && taken?.terminationDate && <span className="block text-xs">{words.until(taken.terminationDate)}</span>}
      </span>
      <Mark aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
    </button>
  )
}
