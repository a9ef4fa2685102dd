import { expect } from 'vitest'
import { toPaise } from '#contract/money.ts'
import type { CashInBox, Closing } from '#money/cashbox/cashbox.shapes.contract.ts'
import type { Given, Person } from '#server/testing/given.ts'
import type { Ledger } from './ledger.ts'

/* Actions on the cash box, and the comparison of its figures with the second ledger. */

type Hall = { app: Given; clerk: Person; students: readonly string[]; ledger: Ledger }
type Deed = (hall: Hall, pick: number, amount: number) => Promise<void>

const figuresOf = (found: CashInBox | Closing) => ({
  openingFloat: toPaise(found.openingFloat),
  cashIn: toPaise(found.cashIn),
  cashRefunds: toPaise(found.cashRefunds),
  cashVoids: toPaise(found.cashVoids),
  paidOut: toPaise(found.paidOut),
  otherIn: toPaise(found.otherIn),
  expected: toPaise(found.expected),
})

const cashOf = async ({ clerk }: Pick<Hall, 'clerk'>): Promise<CashInBox> => (await clerk.get('/user/fees/closings/cash')).body

const enter =
  (kind: 'out' | 'in'): Deed =>
  async ({ clerk, ledger }, _, amount) => {
    const { status, body } = await clerk.post('/user/fees/box', { kind, amount: amount / 100, purpose: 'Repairs' })
    expect([status, toPaise(body.inBox)]).toEqual([201, ledger.box.since().expected + (kind === 'in' ? amount : -amount)])
    ledger.box.enter({ id: body._id, kind, amount })
  }

/** Counts the box, sometimes wrongly, hands a part over, and closes it up to the instant that was loaded. */
const closeBox = async ({ clerk, ledger }: Hall, pick: number, asOf?: string, until?: number): Promise<void> => {
  const { expected } = ledger.box.since(until)
  const counted = Math.max(0, expected + (pick % 3 === 0 ? (pick % 5) * 100 - 200 : 0))
  const handedOver = pick % 2 === 0 ? Math.floor((counted * (pick % 4)) / 4) : 0
  const sent = { asOf, counted: counted / 100, handedOver: handedOver / 100, receiver: 'Owner' }
  const { status, body } = await clerk.post('/user/fees/closings', sent)
  expect([status, figuresOf(body), toPaise(body.difference)]).toEqual([201, ledger.box.since(until), counted - expected])
  ledger.box.close({ id: body._id, counted, handedOver, day: body.day }, until)
}

export const boxDeeds: Record<string, Deed> = {
  'pay out of the box': enter('out'),
  'other money comes in': enter('in'),
  'void an entry of the box': async ({ clerk, ledger }, pick) => {
    const { items } = (await clerk.get('/user/fees/box')).body
    const entry = items[pick % Math.max(1, items.length)]
    if (!entry) return
    const { status } = await clerk.post(`/user/fees/box/${entry._id}/void`, { reason: 'Mistake' })
    expect(status).toBe(ledger.box.voidEntry(entry._id) ? 200 : 409)
  },
  'close the box': (hall, pick) => closeBox(hall, pick),
  'close the box while others pay': async (hall, pick, amount) => {
    const { asOf } = await cashOf(hall)
    const seen = hall.ledger.box.size()
    const student = hall.students[pick % hall.students.length] ?? ''
    const { body } = await hall.clerk.post('/user/fees/payments', { studentId: student, amount: amount / 100, method: 'cash' })
    hall.ledger.pay({ id: body._id, student, amount, isCash: true })
    await closeBox(hall, pick, asOf, seen)
  },
}

/** Compares every figure of the box, its closings, and the months. */
export const boxAgrees = async (clerk: Person, { box, kept }: Ledger): Promise<void> => {
  const cash = await cashOf({ clerk })
  expect(figuresOf(cash)).toEqual(box.since())
  const ofDays = cash.days.reduce((all, { net }) => all + toPaise(net), 0)
  if (cash.unclosedDays === cash.days.length) expect(ofDays).toBe(toPaise(cash.expected) - toPaise(cash.openingFloat))
  const closings: Closing[] = (await clerk.get('/user/fees/closings?limit=1000')).body.items
  const shown = closings.map((one) => ({
    id: one._id,
    ...figuresOf(one),
    counted: toPaise(one.counted),
    handedOver: toPaise(one.handedOver),
  }))
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
  expect(shown.toSorted(byId)).toEqual(box.closings().toSorted(byId))
  // All closings and the open balance add up to all cash that ever moved.
  const counted = box.closings().reduce((all, one) => all + one.expected - one.openingFloat, 0)
  expect(counted + toPaise(cash.expected) - toPaise(cash.openingFloat)).toBe(box.total())
  const { items } = (await clerk.get('/user/fees/months/money?from=2026-01&to=2029-12')).body
  const sum = (key: string): number => items.reduce((all: number, month: Record<string, number>) => all + toPaise(month[key] ?? 0), 0)
  const { otherIn, paidOut } = box.entered()
  expect(['collected', 'otherIn', 'paidOut', 'left', 'handedOver'].map(sum)).toEqual([
    kept(),
    otherIn,
    paidOut,
    kept() + otherIn - paidOut,
    box.handedOver(),
  ])
}
