import { expect, test } from 'vitest'
import { givenPushing, untilReceived } from '#server/testing/givenPush.ts'
import { announceReceipts } from './receipts.push.service.ts'

const givenHall = async () => {
  const { app, service } = await givenPushing()
  const [admin, asha, binod] = [await app.as('admin'), await app.as('student'), await app.as('student')]
  const [phone, other] = [await service.subscribe(asha), await service.subscribe(binod)]
  const charge = (month: number) => admin.post('/user/fees', { studentId: asha._id, kind: 'monthly', month, year: 2026, amount: 1_000 })
  const pay = async (amount: number, who = asha) =>
    (await admin.post('/user/fees/payments', { studentId: who._id, amount, method: 'cash' })).body._id as string
  return { app, admin, asha, binod, phone, other, charge, pay, announce: () => announceReceipts(app.platform) }
}

test('a payment notifies the payer once, of the amount and the months, and nobody else', async () => {
  const { binod, phone, other, charge, pay, announce } = await givenHall()
  await charge(10)
  await charge(11)
  const both = await pay(1_500)
  await Promise.all([announce(), announce()])
  const ahead = await pay(700.5)
  await announce()
  await announce()
  await pay(100, binod)
  await announce()
  expect(await untilReceived(phone, 2)).toEqual([
    {
      kind: 'receipts',
      amount: 1_500,
      months: { from: { year: 2026, month: 10 }, to: { year: 2026, month: 11 } },
      tag: `receipt-${both}`,
      path: `/receipts/${both}`,
    },
    {
      kind: 'receipts',
      amount: 700.5,
      months: { from: { year: 2026, month: 11 }, to: { year: 2026, month: 11 } },
      tag: `receipt-${ahead}`,
      path: `/receipts/${ahead}`,
    },
  ])
  expect(await untilReceived(other, 1)).toMatchObject([{ kind: 'receipts', amount: 100 }])
})

test('a payment that was voided at once, or entered more than an hour ago, notifies nobody', async () => {
  const { app, admin, phone, pay, announce } = await givenHall()
  await admin.post(`/user/fees/payments/${await pay(100)}/void`, { reason: 'Entered twice' })
  await announce()
  await pay(200)
  app.advance(3_601)
  await announce()
  await pay(300)
  await announce()
  expect(await untilReceived(phone, 1)).toMatchObject([{ amount: 300 }])
})

test('many payments at once are all announced', async () => {
  const { phone, pay, announce } = await givenHall()
  for (let at = 0; at < 3; at++) await pay(100 + at)
  await announce()
  expect((await untilReceived(phone, 3)).map((one) => one.kind === 'receipts' && one.amount).toSorted()).toEqual([100, 101, 102])
})
