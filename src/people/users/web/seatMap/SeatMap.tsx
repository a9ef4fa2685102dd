import { Loaded } from '#web/ui/Loaded.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { seatsEn } from '../../users.seats.en.ts'
import { useSeats } from '../users.queries.ts'
import type { SeatChoice } from '../useUserForm.ts'
import { SeatBoard } from './SeatBoard.tsx'
import { tilesFor } from './SeatGrid.tsx'
import { halvesShown, useSeatView } from './useSeatView.ts'

export type SeatMapProps = {
  /** For those who may add people. */
  onFree: ((seat: SeatChoice) => void) | undefined
  onPerson: (userId: string) => void
}

/** Who sits where, in the morning and in the afternoon. */
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
