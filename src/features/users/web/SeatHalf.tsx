import type { ComponentType } from 'react'
import { today } from '#web/api/timeZone.ts'
import { useWords } from '#web/words.ts'
import type { Seat } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
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
  /** For those who may add people. */
  onFree: ((seat: SeatChoice) => void) | undefined
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
      // Not `disabled`, which the arrow keys could not reach.
      aria-disabled={!taken && !onFree}
      onClick={() => (taken ? onTaken({ userId: taken.userId, seatNumber }) : onFree?.({ seatNumber, slot: half }))}
      className={`flex min-h-11 w-full min-w-0 cursor-pointer items-start gap-1.5 rounded p-1.5 text-left text-sm transition-colors duration-150 ${seatLooks[state].look}`}
    >
      <span className="mt-0.5 flex shrink-0 flex-col gap-1">
        <Icon aria-hidden="true" className="size-4" />
        <Mark aria-hidden="true" className="size-4" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="sr-only">{words.place(seatNumber, half)}</span>{' '}
        <span dir="auto" className="line-clamp-3 hyphens-auto wrap-anywhere">
          {taken?.name ?? words.free}
        </span>{' '}
        {taken === null && onFree && <span className="sr-only">{words.addHere}</span>}
        {state === 'ending' && taken?.terminationDate && <span className="block text-xs">{words.until(taken.terminationDate)}</span>}
      </span>
    </button>
  )
}
