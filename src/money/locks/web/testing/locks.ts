import { type FakeReply, reply } from '#web/testing/fakeServer.ts'
import { locksApi, type MonthLock } from '../../locks.contract.ts'

export const monthLock = (fields: Partial<MonthLock> = {}): MonthLock => ({
  year: 2026,
  month: 9,
  lockedAt: '2026-11-15T06:00:00.000Z',
  lockedBy: null,
  ...fields,
})

export const locksReply = (...items: MonthLock[]): FakeReply => reply(locksApi.list, { items, nextCursor: null })
