import { today } from '#web/api/timeZone.ts'
import { type Received, reply } from '#web/testing/fakeServer.ts'
import { type ShiftChange, type ShiftPrice, shiftChangeApi } from '../../shift-change.contract.ts'

/** Full-day instead of Morning, for the last ten days of November. */
export const priceOf = (more: Partial<ShiftPrice> = {}): ShiftPrice => ({
  studentId: 'asha',
  name: 'Asha Devi',
  from: today(),
  earliest: null,
  before: { slot: 'morning', seatNumber: 1, monthlyFee: 600 },
  after: { slot: 'full-day', seatNumber: 1, monthlyFee: 900 },
  hasOwnFee: false,
  rule: 'days',
  month: { month: 11, year: 2026, to: '2026-11-30', daysLeft: 10, days: 30, state: 'charged' },
  fees: [{ feeId: 'november', month: 11, year: 2026, before: 600, after: 700 }],
  amount: 100,
  credit: 0,
  ...more,
})

/** The same price for each shift and day. */
export const priceReply = reply(shiftChangeApi.price, ({ query }) =>
  priceOf({ from: query.from ?? today(), after: { ...priceOf().after, slot: query.slot ?? null } }),
)

/** The reply to a change, as it was sent. */
export const moved = ({ body }: Received): ShiftChange => {
  const { slot, seatNumber, from, expected } = body as { slot: string; seatNumber: number | null; from: string; expected: number }
  return { studentId: 'asha', slot, seatNumber, from, amount: expected }
}
