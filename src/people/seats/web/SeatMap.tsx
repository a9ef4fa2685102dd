import type { SeatMapProps } from '#people/users/web/userSlots.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { seatsEn } from '../seats.en.ts'
import { SeatBoard } from './SeatBoard.tsx'
import { tilesFor } from './SeatGrid.tsx'
import { useSeats } from './seats.queries.ts'
import { halvesShown, useSeatView } from './useSeatView.ts'

/** The seat map: who has which seat, in the morning and in the afternoon. */
export const SeatMap = (props: SeatMapProps) => (
  <Loaded of={useSeats()} skeleton={<SeatsSkeleton />} failed={useWords(seatsEn).loadFailed}>
    {({ items }) => <SeatBoard seats={items} {...props} />}
  </Loaded>
)

const placeholders = Array.from({ length: 38 }, (_, index) => index)

const SeatsSkeleton = () => (
  <Skeleton>
    <div className={tilesFor(halvesShown[useSeatView().shown])}>
      {placeholders.map((each) => (
        <Bar key={each} className="h-12" />
      ))}
    </div>
  </Skeleton>
)
