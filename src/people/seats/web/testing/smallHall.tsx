import type { Role } from '#contract/actor.ts'
import { type User, usersApi } from '#people/users/users.contract.ts'
import { openUsers, person } from '#people/users/web/testing/usersPage.tsx'
import { eagerScreen } from '#web/shell/screen.ts'
import { type FakeReply, reply } from '#web/testing/fakeServer.ts'
import type { Seat, SeatHolder } from '../../seats.contract.ts'
import { seatsApi } from '../../seats.contract.ts'
import { GiveAwayAction } from '../GiveAwayAction.tsx'
import { seatOf } from './seatOf.ts'

const half = (fields: Partial<SeatHolder> & Pick<SeatHolder, 'userId' | 'name'>): SeatHolder => ({
  slot: 'morning',
  terminationDate: null,
  isExpired: false,
  owed: 0,
  phone: null,
  ...fields,
})

const asha = half({ userId: 'asha', name: 'Asha Devi' })
const ravi = half({ userId: 'ravi', name: 'Ravi Kumar', slot: 'afternoon' })
export const meena = half({ userId: 'meena', name: 'Meena Rao', slot: 'full-day' })
/** His account has expired; the seat is kept for him. */
const sunil = half({ userId: 'sunil', name: 'Sunil Das', terminationDate: '2026-11-10', isExpired: true, phone: '98765 44444' })

/**
 * Asha has seat 1 in the morning, Ravi seat 2 in the afternoon, Meena seat 3 all day; seat 4 is kept for Sunil in the morning, and
 * seat 5 is free.
 */
export const hall: readonly Seat[] = [
  seatOf({ seatNumber: 1, morning: asha, afternoon: null }),
  seatOf({ seatNumber: 2, morning: null, afternoon: ravi }),
  seatOf({ seatNumber: 3, morning: meena, afternoon: meena }),
  seatOf({ seatNumber: 4, morning: sunil, afternoon: null }),
  seatOf({ seatNumber: 5, morning: null, afternoon: null }),
]

export const seatsOf = (items: readonly Seat[]) => reply(seatsApi.list, { items: [...items], nextCursor: null, total: items.length })

const user = ({ userId: _id, ...held }: SeatHolder, seatNumber: number, fields: Partial<User> = {}): User =>
  person({ _id, name: held.name, slot: held.slot, terminationDate: held.terminationDate, seatNumber, ...fields })

/** The people of the hall, by id. */
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
    { panelActions: [eagerScreen(GiveAwayAction)] },
  )
