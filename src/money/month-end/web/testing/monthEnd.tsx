import type { Role } from '#contract/actor.ts'
import type { Reply } from '#contract/endpoint.ts'
import { byMethod } from '#contract/terms.ts'
import { boxReply, closing, closingsReply } from '#money/cashbox/web/testing/box.ts'
import { duesApi } from '#money/dues/dues.contract.ts'
import { locksReply } from '#money/locks/web/testing/locks.ts'
import { type FakeReply, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { reportsApi } from '../../month-end.contract.ts'
import { MonthEndPage } from '../MonthEndPage.tsx'

const none = { received: 0, refunded: 0, voided: 0, net: 0, methods: byMethod(() => 0) }
const some = { received: 3000, refunded: 0, voided: 700, net: 2300, methods: { ...none.methods, cash: 1800, upi: 500 } }
const meera = { ...some, clerkId: 'm1', name: 'Meera' }

const months = reply(reportsApi.months, {
  items: [
    { year: 2026, month: 10, due: 3000, collected: 1800, outstanding: 1200 },
    { year: 2026, month: 11, due: 2000, collected: 0, outstanding: 2000 },
  ],
  total: { due: 5000, collected: 1800, outstanding: 3200 },
  asOf: null,
  deposits: { held: 500, outstanding: 250 },
})
const money = reply(reportsApi.money, {
  items: [
    { year: 2026, month: 10, collected: 0, otherIn: 0, paidOut: 0, left: 0, handedOver: 0 },
    { year: 2026, month: 11, collected: 2300, otherIn: 300, paidOut: 60, left: 2540, handedOver: 1500 },
  ],
})
const ageing = reply(duesApi.ageing, {
  groups: [
    { age: 'not-due', owed: 0, fees: 0, students: 0 },
    { age: 'over-90', owed: 1200, fees: 2, students: 1 },
  ],
  deleted: { owed: 300, students: 2 },
  owed: 1500,
})
export const collected: Reply<typeof reportsApi.collections> = {
  from: '2026-11-01',
  to: '2026-11-22',
  total: some,
  before: { from: '2026-10-01', to: '2026-10-22', net: 3000 },
  days: [{ ...some, day: '2026-11-21', clerks: [meera, { ...none, clerkId: 'r1', name: 'Ravi' }] }],
  clerks: [meera],
  dayPasses: { count: 0, amount: 0 },
  voids: [
    {
      _id: 'p1',
      number: '2026-27/000007',
      kind: 'payment',
      studentName: 'आशा',
      amount: 700,
      method: 'upi',
      bookedOn: '2026-11-20',
      voidedOn: '2026-11-21',
      at: '2026-11-21T06:00:00.000Z',
      by: 'Ravi',
      reason: 'Wrong student',
    },
  ],
}
type Options = { replies?: readonly FakeReply[]; at?: string; as?: Role }

/** Renders the page with figures of October and November 2026; later replies take precedence. */
export const showMonthEnd = ({ replies = [], at = '/fees/month-end', as = 'admin' }: Options = {}) =>
  renderPage(<MonthEndPage />, {
    as,
    at,
    replies: [
      months,
      money,
      ageing,
      reply(reportsApi.collections, collected),
      closingsReply(closing()),
      boxReply(),
      locksReply(),
      ...replies,
    ],
  })
