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
