import type { Role } from '#contract/actor.ts'
import { type FakeReply, reply } from '#web/testing/fakeServer.ts'
import { type Half, type Seat, type User, usersApi } from '../../users.contract.ts'
import { openUsers, person } from './usersPage.tsx'

const half = (fields: Partial<Half> & Pick<Half, 'userId' | 'name'>): Half => ({
  slot: 'morning',
  terminationDate: null,
  isExpired: false,
  ...fields,
})

export const asha = half({ userId: 'asha', name: 'Asha Devi' })
export const ravi = half({ userId: 'ravi', name: 'Ravi Kumar', slot: 'afternoon' })
export const meena = half({ userId: 'meena', name: 'Meena Rao', slot: 'full-day' })
/** His account is over; the seat is kept for him. */
export const sunil = half({ userId: 'sunil', name: 'Sunil Das', terminationDate: '2026-11-10', isExpired: true })

/** Seat 1 is Asha's in the morning, 2 Ravi's in the afternoon, 3 Meena's all day, 4 is kept for Sunil in the morning, 5 is free. */
export const hall: readonly Seat[] = [
  { seatNumber: 1, morning: asha, afternoon: null },
  { seatNumber: 2, morning: null, afternoon: ravi },
  { seatNumber: 3, morning: meena, afternoon: meena },
  { seatNumber: 4, morning: sunil, afternoon: null },
  { seatNumber: 5, morning: null, afternoon: null },
]

export const seatsOf = (items: readonly Seat[]) => reply(usersApi.seats, { items: [...items], nextCursor: null, total: items.length })

const user = ({ userId: _id, ...held }: Half, seatNumber: number, fields: Partial<User> = {}): User =>
  person({ _id, name: held.name, slot: held.slot, terminationDate: held.terminationDate, seatNumber, ...fields })

/** A person who sits in the hall, by id. */
export const sitting: Record<string, User> = {
  asha: user(asha, 1, { phone: '98765 11111' }),
  ravi: user(ravi, 2),
  meena: user(meena, 3),
  sunil: user(sunil, 4, { phone: '98765 44444', dateJoinedLibrary: '2026-01-05' }),
}

export const openHall = (as: Role, { at = '', replies = [] }: { at?: string; replies?: readonly FakeReply[] } = {}) =>
  openUsers(
    as,
    [
      seatsOf(hall),
      reply(usersApi.list, { items: Object.values(sitting), nextCursor: null, total: 4 }),
      reply(usersApi.profile, ({ params }) => sitting[params.id ?? ''] ?? person()),
      ...replies,
    ],
    `/users?view=seats${at}`,
  )
