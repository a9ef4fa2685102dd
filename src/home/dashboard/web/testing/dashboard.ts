import { type FakeReply, reply } from '#web/testing/fakeServer.ts'
import { type Dashboard, homeApi } from '../../home.contract.ts'

/** The dashboard of a library that is in use, as a student has it. */
export const figures = (fields: Partial<Dashboard> = {}): Dashboard => ({
  totalDocuments: 1_234,
  totalCategories: 17,
  totalUsers: 60,
  recentDocuments: [],
  thought: null,
  continueReading: [],
  seats: null,
  money: null,
  figuresToConfirm: null,
  box: null,
  ...fields,
})

export const dashboard = (fields: Partial<Dashboard> = {}): FakeReply => reply(homeApi.dashboard, figures(fields))
