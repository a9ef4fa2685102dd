import { today } from '#web/api/timeZone.ts'
import { type FakeReply, reply } from '#web/testing/fakeServer.ts'
import { cashboxApi } from '../../cashbox.contract.ts'
import type { BoxEntry, CashInBox, Closing } from '../../cashbox.shapes.contract.ts'

const none = { cashIn: 0, cashRefunds: 0, cashVoids: 0, paidOut: 0, otherIn: 0 }

/** A box with ₹2,400 expected. */
export const cash = (fields: Partial<CashInBox> = {}): CashInBox => ({
  asOf: '2026-11-20T10:00:00.000Z',
  openingFloat: 500,
  ...none,
  cashIn: 2000,
  cashRefunds: 100,
  expected: 2400,
  lastClosedAt: '2026-11-19T16:00:00.000Z',
  unclosedDays: 1,
  unclosedSince: today(),
  days: [{ day: today(), ...none, cashIn: 2000, cashRefunds: 100, net: 1900 }],
  ...fields,
})

export const closing = (fields: Partial<Closing> = {}): Closing => ({
  _id: 'c1',
  day: '2026-11-20',
  nth: 2,
  asOf: '2026-11-20T10:00:00.000Z',
  openingFloat: 500,
  ...none,
  cashIn: 1000,
  expected: 1500,
  counted: 1480,
  difference: -20,
  handedOver: 980,
  receiver: 'Sunil',
  notes: 'A torn note',
  closedBy: 'Meera',
  closedAt: '2026-11-20T16:00:00.000Z',
  code: '128-7F3K-Q2MX-9D0A',
  ...fields,
})

export const entry = (fields: Partial<BoxEntry> = {}): BoxEntry => ({
  _id: 'b1',
  kind: 'out',
  amount: 60,
  purpose: 'Water',
  photoUrl: null,
  paidOn: '2026-11-20',
  enteredAt: '2026-11-20T09:00:00.000Z',
  enteredBy: 'Meera',
  voided: null,
  ...fields,
})

export const cashReply = (fields: Partial<CashInBox> = {}): FakeReply => reply(cashboxApi.cashInBox, cash(fields))
export const closingsReply = (...items: Closing[]): FakeReply => reply(cashboxApi.closings, { items, nextCursor: null })
export const boxReply = (...items: BoxEntry[]): FakeReply => reply(cashboxApi.box, { items, nextCursor: null })
