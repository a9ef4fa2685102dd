import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'

/** The evening of the 21st of November 2026. */
const givenBox = async () => {
  const app = await given()
  app.setNow('2026-11-21T12:00:00.000Z')
  const clerk = await app.as('manager', { name: 'Meera' })
  const asha = await app.as('student', { name: 'Asha Rao' })
  const pay = async (amount: number, method = 'cash', more: object = {}) =>
    (await clerk.post('/user/fees/payments', { studentId: asha._id, amount, method, ...more })).body
  const refund = async (amount: number, method = 'cash') =>
    (await clerk.post('/user/fees/refunds', { studentId: asha._id, amount, method, reason: 'Too much' })).body
  const voidOf = (what: 'payments' | 'refunds', { _id }: { _id: string }) =>
    clerk.post(`/user/fees/${what}/${_id}/void`, { reason: 'Mistake' })
  const cash = async (query = '') => (await clerk.get(`/user/fees/closings/cash${query}`)).body
  const close = (body: object) => clerk.post('/user/fees/closings', body)
  const closings = async () => (await clerk.get('/user/fees/closings')).body.items
  return { app, clerk, pay, refund, voidOf, cash, close, closings }
}

test('the cash of a day is what came in, less refunds and voids of that day', async () => {
  const { app, pay, refund, voidOf, cash, close } = await givenBox()
  const yesterday = await pay(900)
  await pay(50, 'upi')
  app.setNow('2026-11-22T12:00:00.000Z')
  await pay(2000)
  await voidOf('payments', yesterday)
  const back = await refund(300)
  await refund(100)
  await refund(40, 'upi')
  await voidOf('refunds', back)
  expect(await cash()).toEqual({ day: '2026-11-22', openingFloat: 0, cashIn: 2000, cashRefunds: 400, cashVoids: 600, closings: 0 })
  expect(await cash('?day=2026-11-21')).toMatchObject({ cashIn: 900, cashRefunds: 0, cashVoids: 0 })
  expect((await close({ openingFloat: 200, expected: 1200, counted: 1200 })).status).toBe(201)
})

test('a closing keeps what was expected and counted; the difference stops nothing, and the next float is what was left', async () => {
  const { app, pay, cash, close, closings } = await givenBox()
  await pay(2000)
  const { status, body } = await close({ openingFloat: 500, expected: 2500, counted: 2480, handedTo: 'Sunil', notes: 'A torn note' })
  expect([status, body]).toMatchObject([
    201,
    {
      day: '2026-11-21',
      nth: 1,
      openingFloat: 500,
      cashIn: 2000,
      expected: 2500,
      counted: 2480,
      difference: -20,
      handedTo: 'Sunil',
      closedBy: 'Meera',
    },
  ])
  expect(await closings()).toEqual([body])
  app.setNow('2026-11-22T12:00:00.000Z')
  expect(await cash()).toMatchObject({ openingFloat: 500, cashIn: 0, closings: 0 })
  await close({ openingFloat: 500, expected: 500, counted: 510 })
  app.setNow('2026-11-23T12:00:00.000Z')
  expect(await cash()).toMatchObject({ openingFloat: 510 })
  const superadmin = await app.as('superadmin')
  expect((await superadmin.get('/audit?kind=fees.closeDay')).body.items).toHaveLength(2)
})

test('money that was entered meanwhile is told with the new figure', async () => {
  const { pay, close, closings } = await givenBox()
  await pay(1000)
  await pay(700)
  const refused = await close({ openingFloat: 500, expected: 1500, counted: 1500 })
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    'reports.changed',
    'Money was entered meanwhile: ₹2,200 is expected now.',
  ])
  expect(await closings()).toEqual([])
})

test('a second closing of a day counts only what came after the first, and what comes later still is shown', async () => {
  const { pay, voidOf, cash, close, closings } = await givenBox()
  const first = await pay(1000)
  await close({ openingFloat: 0, expected: 1000, counted: 1000 })
  await pay(200)
  expect((await closings())[0]).toMatchObject({ nth: 1, later: 200 })
  expect(await cash()).toMatchObject({ openingFloat: 1000, cashIn: 200, closings: 1 })
  const second = await close({ openingFloat: 1000, expected: 1200, counted: 1200, handedTo: 'Sunil' })
  expect(second.body).toMatchObject({ nth: 2, cashIn: 200, later: 0 })
  await voidOf('payments', first)
  expect((await closings()).map(({ nth, later }: never) => [nth, later])).toEqual([
    [2, -1000],
    [1, 0],
  ])
})

test('money of a day that was closed counts on the day of its entry', async () => {
  const { app, pay, cash, close, closings } = await givenBox()
  await close({ openingFloat: 0, expected: 0, counted: 0 })
  app.setNow('2026-11-22T12:00:00.000Z')
  await pay(400, 'cash', { receivedOn: '2026-11-21' })
  expect((await closings())[0].later).toBe(0)
  expect(await cash()).toMatchObject({ cashIn: 400 })
})

test('an earlier day can be closed, a later one not', async () => {
  const { close, closings, pay, cash } = await givenBox()
  await pay(300, 'cash', { receivedOn: '2026-11-20' })
  await close({ openingFloat: 0, expected: 0, counted: 0, notes: '' })
  expect((await close({ day: '2026-11-20', openingFloat: 0, expected: 300, counted: 300 })).status).toBe(201)
  const later = await close({ day: '2026-11-22', openingFloat: 0, expected: 0, counted: 0 })
  expect([later.status, later.body.fields]).toEqual([400, { day: 'Please enter a day that is not in the future' }])
  expect((await closings()).map(({ day }: { day: string }) => day)).toEqual(['2026-11-21', '2026-11-20'])
  expect(await cash('?day=2026-11-20')).toMatchObject({ openingFloat: 300, cashIn: 0, closings: 1 })
})

test.each([{ openingFloat: -1 }, { counted: -1 }, { counted: 0.001 }, { counted: '' }, { expected: 'much' }, { openingFloat: null }])(
  'a day is not closed with %j',
  async (wrong) => {
    const { close } = await givenBox()
    expect((await close({ openingFloat: 0, expected: 0, counted: 0, ...wrong })).status).toBe(400)
  },
)
