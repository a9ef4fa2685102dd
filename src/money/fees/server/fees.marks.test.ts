import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'

type Mark = { year: number; month: number; state: string; paidAmount: number }

/** A hall on 21 November 2026 with one student who joined in September and owes three months. */
const givenMonths = async () => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const clerk = await app.as('manager')
  const asha = await app.as('student', { name: 'Asha Rao', dateJoined: '2026-09-15', slot: 'morning', seatNumber: 4 })
  await clerk.post(`/user/fees/generate/${asha._id}`, { feeAmount: 1000 })
  const pay = async (amount: number) =>
    (await clerk.post('/user/fees/payments', { studentId: asha._id, amount, method: 'cash', receivedOn: '2026-11-21' })).body
  const marksIn = async (path: string) => (await clerk.get(`/user/fees/${path}`)).body.months as Mark[]
  const states = async (path: string) => (await marksIn(path)).map(({ state }) => state).join(' ')
  return { app, clerk, asha, pay, marksIn, states }
}

const before = Array.from({ length: 9 }, () => 'none').join(' ')

test('shows the twelve months up to the current one as paid, paid in part, due or without a fee', async () => {
  const { asha, pay, marksIn, states } = await givenMonths()
  await pay(1500)
  expect(await states(`accounts/${asha._id}`)).toBe(`${before} paid part due`)
  const marks = await marksIn(`accounts/${asha._id}`)
  expect(marks.map(({ year, month }) => [year, month])).toEqual([[2025, 12], ...Array.from({ length: 11 }, (_, at) => [2026, at + 1])])
  expect(marks.at(-2)).toEqual({ year: 2026, month: 10, state: 'part', amount: 1000, paidAmount: 500 })
})

test('ends with a month that is charged in advance', async () => {
  const { clerk, asha, marksIn } = await givenMonths()
  await clerk.post('/user/fees', { kind: 'monthly', studentId: asha._id, month: 2, year: 2027, amount: 1000 })
  const marks = await marksIn(`accounts/${asha._id}`)
  expect([marks.length, marks[0], marks.at(-1)]).toMatchObject([12, { year: 2026, month: 3 }, { year: 2027, month: 2, state: 'due' }])
})

test('moves on when the next month begins', async () => {
  const { app, asha, marksIn } = await givenMonths()
  expect((await marksIn(`accounts/${asha._id}`)).at(-1)).toMatchObject({ month: 11 })
  app.setNow('2026-11-30T18:31:00.000Z')
  expect((await marksIn(`accounts/${asha._id}`)).at(-1)).toMatchObject({ year: 2026, month: 12 })
})

test('stays on a receipt as it was when the receipt was issued, after later payments, voids and refunds', async () => {
  const { app, clerk, asha, pay, states } = await givenMonths()
  const first = await pay(1500)
  app.setNow('2026-11-22T06:00:00.000Z')
  const second = await pay(1500)
  expect(await states(`receipts/${first._id}`)).toBe(`${before} paid part due`)
  expect(await states(`receipts/${second._id}`)).toBe(`${before} paid paid paid`)
  app.setNow('2026-11-23T06:00:00.000Z')
  await clerk.post(`/user/fees/payments/${first._id}/void`, { reason: 'Wrong student' })
  expect(await states(`receipts/${second._id}`)).toBe(`${before} paid paid paid`)
  expect(await states(`accounts/${asha._id}`)).not.toBe(`${before} paid paid paid`)
})

test('is on a statement as of a day as it was at the end of that day', async () => {
  const { app, asha, pay, states } = await givenMonths()
  app.setNow('2026-11-22T06:00:00.000Z')
  await pay(3000)
  expect(await states(`statements/${asha._id}?asOf=2026-11-21`)).toBe(`${before} due due due`)
  expect(await states(`statements/${asha._id}`)).toBe(`${before} paid paid paid`)
})

test('is printed on dues slips', async () => {
  const { clerk } = await givenMonths()
  const { items } = (await clerk.get('/user/fees/dues-slips')).body
  expect(items.map(({ months }: { months: Mark[] }) => months.map(({ state }) => state).join(' '))).toEqual([`${before} due due due`])
})
