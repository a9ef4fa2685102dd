import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { deskOf } from './testing/desk.ts'

const givenDesk = async (now?: string) => deskOf(await given(), now)

const none = { cashIn: 0, cashRefunds: 0, cashVoids: 0, paidOut: 0, otherIn: 0 }

describe('a dishonest clerk', () => {
  test('cannot hide cash by dating it into a day without a closing: the next closing covers it', async () => {
    const { app, pay, cash, closeRightly } = await givenDesk()
    await pay(1000)
    await closeRightly()
    app.setNow('2026-03-31T06:00:00.000Z')
    await pay(4000, { receivedOn: '2026-03-24' })
    expect(await cash()).toMatchObject({ openingFloat: 1000, cashIn: 4000, expected: 5000 })
    app.setNow('2026-03-31T13:00:00.000Z')
    expect(await closeRightly()).toMatchObject({ day: '2026-03-31', cashIn: 4000, expected: 5000, difference: 0 })
  })

  test('cannot skip a day: the next closing covers it, and it counts as unclosed until then', async () => {
    const { app, pay, cash, closeRightly } = await givenDesk()
    await pay(1000)
    app.setNow('2026-03-31T12:00:00.000Z')
    app.setNow('2026-04-02T12:00:00.000Z')
    await pay(4300)
    expect(await cash()).toMatchObject({ expected: 5300, unclosedDays: 2, unclosedSince: '2026-03-30' })
    expect(await closeRightly()).toMatchObject({ day: '2026-04-02', openingFloat: 0, cashIn: 5300, expected: 5300 })
    expect(await cash()).toMatchObject({ openingFloat: 5300, ...none, expected: 5300, unclosedDays: 0, unclosedSince: null, days: [] })
  })

  test('cannot change the float: it is what the last closing left, and missing cash shows as a difference', async () => {
    const { pay, close, closings } = await givenDesk()
    await pay(5000)
    await close({ counted: 5000, handedOver: 4500, receiver: 'Sunil' })
    const { status, body } = await close({ openingFloat: 0, expected: 0, handedTo: 'Nobody', day: '2020-01-01', counted: 0 })
    expect([status, body]).toMatchObject([
      201,
      { day: '2026-03-30', nth: 2, openingFloat: 500, expected: 500, counted: 0, difference: -500, receiver: '' },
    ])
    expect((await closings())[0]).toEqual(body)
  })

  test('includes a void after a closing in the next closing', async () => {
    const { pay, voidOf, closeRightly } = await givenDesk()
    const payment = await pay(1000)
    await closeRightly()
    await voidOf('payments', payment)
    expect(await closeRightly()).toMatchObject({ openingFloat: 1000, cashVoids: 1000, expected: 0 })
  })
})

test('counts cash payments, refunds, voids, money paid out and other money in, and no other methods', async () => {
  const { app, pay, refund, voidOf, enter, cash, close } = await givenDesk()
  const first = await pay(900)
  await pay(50, { method: 'upi' })
  app.setNow('2026-03-31T12:00:00.000Z')
  await pay(2000)
  await voidOf('payments', first)
  const back = await refund(300)
  await refund(100)
  await refund(40, { method: 'upi', referenceSkipped: true })
  await voidOf('refunds', back)
  await enter('out', 60)
  await voidOf('box', (await enter('out', 10)).body)
  await enter('in', 200)
  await voidOf('box', (await enter('in', 5)).body)
  const expected = 900 + 2000 - 900 - 100 - 60 + 200
  const sums = { cashIn: 2900, cashRefunds: 400, cashVoids: 600, paidOut: 60, otherIn: 200 }
  const box = await cash()
  expect(box).toMatchObject({ openingFloat: 0, ...sums, expected })
  expect(box.days).toEqual([
    { day: '2026-03-31', cashIn: 2000, cashRefunds: 400, cashVoids: 600, paidOut: 60, otherIn: 200, net: expected - 900 },
    { day: '2026-03-30', ...none, cashIn: 900, net: 900 },
  ])
  expect((await close({ counted: expected })).body).toMatchObject({ ...sums, expected, difference: 0 })
})

test('stores the expected, counted and handed-over amounts, and begins the next closing with the rest', async () => {
  const { app, clerk, pay, cash, close, closings } = await givenDesk()
  await pay(2000)
  const sent = { counted: 1980, handedOver: 1480, receiver: 'Sunil', notes: 'A torn note' }
  const { status, body } = await close(sent)
  expect([status, body]).toEqual([
    201,
    {
      ...{ _id: expect.any(String), day: '2026-03-30', nth: 1, asOf: '2026-03-30T12:00:00.000Z' },
      ...{ openingFloat: 0, ...none, cashIn: 2000, expected: 2000, difference: -20, ...sent },
      ...{ closedBy: 'Meera', closedAt: '2026-03-30T12:00:00.000Z', code: expect.stringMatching(/^\d+(-[0-9A-Z]{4}){3}$/) },
    },
  ])
  expect(await closings()).toEqual([body])
  app.setNow('2026-03-31T12:00:00.000Z')
  expect(await cash()).toMatchObject({ openingFloat: 500, cashIn: 0, expected: 500, lastClosedAt: '2026-03-30T12:00:00.000Z' })
  const [audit] = await app.db.selectFrom('audit').select('after').where('action', '=', 'fees.closeDay').execute()
  expect(JSON.parse(audit?.after ?? '')).toMatchObject({
    expected: 2000,
    counted: 1980,
    difference: -20,
    handedOver: 1480,
    handedTo: 'Sunil',
  })
  expect((await clerk.get('/user/fees/closings?limit=1')).body.nextCursor).toBeNull()
})

test('closes up to the instant that the clerk saw, and leaves later movements to the next closing', async () => {
  const { app, pay, cash, close } = await givenDesk()
  await pay(1000)
  const { asOf } = await cash()
  // Within one millisecond, and after the clock was set back, movements keep their commit order.
  await pay(300)
  app.setNow('2026-03-30T11:00:00.000Z')
  await pay(20)
  expect((await close({ asOf, counted: 1000 })).body).toMatchObject({ asOf, cashIn: 1000, difference: 0 })
  expect(await cash()).toMatchObject({ openingFloat: 1000, cashIn: 320, expected: 1320 })
  expect((await close({ counted: 1320 })).body).toMatchObject({ nth: 2, cashIn: 320, difference: 0 })
})

test('leaves the very first payment out of a closing of the box that was loaded before it', async () => {
  const { pay, cash, close } = await givenDesk()
  const { asOf } = await cash()
  await pay(70)
  expect((await close({ asOf, counted: 0 })).body).toMatchObject({ cashIn: 0, difference: 0 })
  expect(await cash()).toMatchObject({ cashIn: 70 })
})

test('includes a payment made in the millisecond of a closing in the next closing', async () => {
  const { pay, cash, close } = await givenDesk()
  await close({ counted: 0 })
  await pay(70)
  expect(await cash()).toMatchObject({ cashIn: 70, unclosedDays: 1 })
})

test('rejects a closing up to an instant before the last closing or in the future', async () => {
  const { app, pay, cash, close, closings } = await givenDesk()
  await pay(1000)
  const { asOf } = await cash()
  app.advance(60)
  await pay(500)
  await close({ counted: 1500 })
  const refused = await close({ asOf, counted: 1000 })
  expect([refused.status, refused.body.code]).toEqual([409, 'cashbox.closed_later'])
  const future = await close({ asOf: '2099-01-01T00:00:00.000Z', counted: 1500 })
  expect([future.status, Object.keys(future.body.fields)]).toEqual([400, ['asOf']])
  expect(await closings()).toHaveLength(1)
})

test('closes once if a closing is sent twice, and returns 409 if the content differs', async () => {
  const { pay, close, closings } = await givenDesk()
  await pay(1000)
  const sent = { counted: 1000, handedOver: 400, receiver: 'Sunil', clientId: 'evening-1' }
  const first = await close(sent)
  expect(await close(sent)).toMatchObject({ status: 201, body: first.body })
  for (const other of [
    { counted: 900 },
    { handedOver: 300 },
    { receiver: 'Ravi' },
    { notes: 'Torn' },
    { asOf: '2026-03-01T00:00:00.000Z' },
  ])
    expect((await close({ ...sent, ...other })).status).toBe(409)
  expect(await closings()).toHaveLength(1)
})

test.each([
  [{ counted: 100, handedOver: 100.01, receiver: 'Sunil' }, 'handedOver', 'This is more than was counted'],
  [{ counted: 100, handedOver: 50 }, 'receiver', 'Please enter who took the cash'],
  [{ counted: 100, handedOver: 50, receiver: ' ' }, 'receiver', 'Please enter who took the cash'],
  [{ counted: -1 }, 'counted', 'Please enter an amount such as 1000 or 999.50'],
  [{ counted: 0.001 }, 'counted', 'Please enter an amount such as 1000 or 999.50'],
  [{ counted: '' }, 'counted', 'Please enter an amount such as 1000 or 999.50'],
  [{ counted: 1, handedOver: -1 }, 'handedOver', 'Please enter an amount such as 1000 or 999.50'],
  [{ counted: 1, asOf: 'yesterday' }, 'asOf', 'Invalid date and time'],
])('does not close the box with %j', async (sent, field, message) => {
  const { close, closings } = await givenDesk()
  const { status, body } = await close(sent)
  expect([status, body.fields]).toEqual([400, { [field]: message }])
  expect(await closings()).toEqual([])
})

test('uses the days of the hall, at any hour in UTC', async () => {
  const { app, pay } = await givenDesk('2026-03-29T18:29:59.999Z')
  await pay(10)
  app.setNow('2026-03-29T18:30:00.000Z')
  await pay(20)
  // A year without payments.
  app.setNow('2028-01-01T06:00:00.000Z')
  const late = await app.as('manager')
  await late.post('/user/fees/box', { kind: 'in', amount: 5, purpose: 'Found' })
  const { days, unclosedDays } = (await late.get('/user/fees/closings/cash')).body
  expect([unclosedDays, days.map(({ day, net }: { day: string; net: number }) => [day, net])]).toEqual([
    3,
    [
      ['2028-01-01', 5],
      ['2026-03-30', 20],
      ['2026-03-29', 10],
    ],
  ])
})
