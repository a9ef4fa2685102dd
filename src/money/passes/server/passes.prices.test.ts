import { expect, test } from 'vitest'
import { givenPassHall } from './testing/givenPassHall.ts'

/* A clerk who may change the price lowers it, sells passes for the usual price, enters the lower one, and restores the price. */

const givenPrices = async () => {
  const hall = await givenPassHall({ seats: 6 })
  const { app, admin, clerk, sell } = hall
  const deputy = await app.as('admin')
  const setPrice = async (dayPassFee: number | null) => {
    app.advance(60)
    expect((await deputy.put('/customization/hall', { dayPassFee })).status).toBe(200)
  }
  let seatNumber = 0
  const sellAt = async (amount: number, more: object = {}, who = clerk) => {
    app.advance(60)
    const { status, body } = await sell({ amount, seatNumber: ++seatNumber, ...more }, who)
    expect([status, body.message]).toEqual([201, undefined])
    return body
  }
  const listed = async () => (await admin.get('/user/fees/check/entries?kind=concessions')).body.items
  return { ...hall, deputy, setPrice, sellAt, listed }
}

test('lists passes sold at a price that was lowered and restored, by clerk and day', async () => {
  const { clerk, deputy, setPrice, sellAt, listed, voidPass } = await givenPrices()
  await sellAt(60)
  await setPrice(20)
  await sellAt(20)
  await sellAt(10, { reason: 'Came late' })
  await voidPass(await sellAt(20))
  await sellAt(20, {}, deputy)
  expect(await listed()).toMatchObject([{ subject: 'day-pass', amount: 10 }])
  await setPrice(60)
  const lowered = { subject: 'day-pass-price', flagged: true, studentName: '', reason: '', before: 60, after: 20 }
  expect(await listed()).toMatchObject([
    { ...lowered, by: deputy.me.name, times: 1, amount: 40 },
    { ...lowered, by: clerk.me.name, times: 2, amount: 80 },
    { subject: 'day-pass', amount: 10, reason: 'Came late' },
  ])
})

test('lists no pass at a new price, higher or lower, that stays', async () => {
  const { setPrice, sellAt, listed } = await givenPrices()
  await sellAt(60)
  await setPrice(80)
  await sellAt(80)
  await setPrice(70)
  await sellAt(70)
  await setPrice(null)
  expect(await listed()).toEqual([])
})

test('compares with the price of the month before, and with passes that were sold since', async () => {
  const { app, setPrice, sellAt, listed } = await givenPrices()
  await sellAt(60)
  app.setNow('2026-12-01T06:00:00.000Z')
  await setPrice(40)
  await sellAt(40)
  await setPrice(60)
  await sellAt(60)
  await setPrice(30)
  expect(await listed()).toMatchObject([{ subject: 'day-pass-price', before: 60, after: 40, amount: 20 }])
})

test('keeps the price before and after each change in the audit, with the person', async () => {
  const { admin, deputy, setPrice } = await givenPrices()
  await setPrice(20)
  await setPrice(60)
  const { items } = (await admin.get('/audit?limit=2')).body
  const of = (before: string, after: string) => ({
    ...{ action: 'customization.updateHall', actorName: deputy.me.name },
    changes: [{ field: 'hall.dayPassFee', before, after }],
  })
  expect(items).toMatchObject([of('20', '60'), of('60', '20')])
})
