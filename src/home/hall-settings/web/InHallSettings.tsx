import type { ReactNode } from 'react'
import { RoomsCard } from '#people/rooms/web/RoomsCard.tsx'
import { LockersCard } from './LockersCard.tsx'

/** The rooms of the hall, the way to its lockers, and the cards that follow. */
export const InHallSettings = ({ children }: { children: ReactNode }) => (
  <RoomsCard>
    <LockersCard />
    {children}
  </RoomsCard>
)
