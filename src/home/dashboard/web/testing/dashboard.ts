import { seatsApi } from '#people/seats/seats.contract.ts'
import { type FakeReply, reply } from '#web/testing/fakeServer.ts'
import { type Dashboard, homeApi } from '../../dashboard.contract.ts'

/** The dashboard of a library in use, as a student receives it. */
export const figures = (fields: Partial<Dashboard> = {}): Dashboard => ({
  totalDocuments: 1_234,
  totalCategories: 17,
  totalUsers: 60,
  recentDocuments: [],
  thought: null,
  continueReading: [],
  fees: null,
  seats: null,
  inside: null,
  money: null,
  figuresToConfirm: null,
  box: null,
  charging: null,
  toCheck: null,
  ...fields,
})

export const dashboard = (fields: Partial<Dashboard> = {}): FakeReply => reply(homeApi.dashboard, figures(fields))

/** The occupancy that admins see: 1 student has a seat in the morning, 31 at 22:00. */
export const occupancy = reply(seatsApi.occupancy, {
  seats: 38,
  shifts: [
    { key: 'morning', taken: 1 },
    { key: 'afternoon', taken: 19 },
    { key: 'full-day', taken: 20 },
  ],
  hours: Array.from({ length: 24 }, (_, hour) => (hour < 14 ? 1 : hour === 22 ? 31 : 19)),
})
