import { ArrowLeftRight } from 'lucide-react'
import { useShiftName } from '#system/customization/web/customization.queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { errorText, useWords } from '#web/words.ts'
import { seatsEn } from '../seats.en.ts'
import type { Moving } from './useMoving.ts'

/** Shows the move in progress and a way to cancel it; sticky while the map scrolls. */
export const MovingBanner = ({ moving: { isMoving, mover, error, problem, stop } }: { moving: Moving }) => {
  const words = useWords(seatsEn).moving
  const nameOf = useShiftName()
  if (!isMoving) return null
  const how = mover && (mover.seatNumber === null || mover.slot === null ? words.howSeatless : words.how)
  return (
    <section
      aria-label={words.label}
      className="sticky top-0 z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-primary-text bg-primary-soft px-4 py-2 max-md:top-14"
    >
      <div role="status" className="flex min-w-0 flex-1 basis-60 items-start gap-3">
        <ArrowLeftRight aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-primary-text" />
        <div className="min-w-0 wrap-anywhere">
          {mover && (
            <p className="line-clamp-2 font-semibold">
              {words.who(mover.name, mover.seatLabel ?? mover.seatNumber, mover.slot && nameOf(mover.slot))}
            </p>
          )}
          {!problem && how && <p className="text-sm">{how}</p>}
          {problem && <p className="line-clamp-6 text-error-text text-sm">{problem}</p>}
          {error && !mover && <p className="text-error-text text-sm">{errorText(error, words.failed)}</p>}
        </div>
      </div>
      <Button onPress={stop}>{words.cancel}</Button>
    </section>
  )
}
