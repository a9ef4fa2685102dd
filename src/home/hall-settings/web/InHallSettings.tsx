import { RoomsCard } from '#people/rooms/web/RoomsCard.tsx'
import { LockersCard } from './LockersCard.tsx'

/** The rooms of the hall, and the way to its lockers. */
export const InHallSettings = () => (
  <>
    <RoomsCard />
    <LockersCard />
  </>
)
