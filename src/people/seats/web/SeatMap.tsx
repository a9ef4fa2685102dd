import type { SeatMapProps } from '#people/users/web/userSlots.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { seatsEn } from '../seats.en.ts'
import { SeatBoard } from './SeatBoard.tsx'
import { blocksLook, tileSizeFor } from './seatLooks.ts'
import { useMapSeats } from './seats.queries.ts'
import { useSeatView } from './useSeatView.ts'

/** The seat map: who has which seat, in the morning and in the afternoon, or in one of other shifts. */
export const SeatMap = (props: SeatMapProps) => (
  <Loaded of={useMapSeats(useSeatView().shown)} skeleton={<SeatsSkeleton />} failed={useWords(seatsEn).loadFailed}>
    {({ items, isWhole }) => <SeatBoard seats={items} isWhole={isWhole} {...props} />}
  </Loaded>
)

const placeholders = Array.from({ length: 38 }, (_, index) => index)

const SeatsSkeleton = () => {
  const size = tileSizeFor(useSeatView().tiles)
  return (
    <Skeleton>
      <div className={`@container flex flex-wrap gap-1.5 pl-7 max-md:gap-0.5 max-md:pt-4 max-md:pl-0 ${blocksLook}`}>
        {placeholders.map((each) => (
          <Bar key={each} className={size} />
        ))}
      </div>
    </Skeleton>
  )
}
