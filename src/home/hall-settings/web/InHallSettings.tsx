import { LockersCard } from '#money/lockers/web/LockersCard.tsx'
import { RoomsCard } from '#people/rooms/web/RoomsCard.tsx'

/** The rooms of the hall, and the way to its lockers. */
export const InHallSettings = () => (
  <>
    <RoomsCard />
    <LockersCard />
  </>
)
