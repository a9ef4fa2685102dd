import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'

/** A hall on the last day of a financial year. */
const givenHall = async () => {
  const app = await given()
  app.setNow('2027-03-31T18:00:00.000Z')
  const superadmin = await app.as('superadmin')
  const { _id: studentId } = await app.as('student')
  const pay = async (more: object = {}) =>
    (await superadmin.post('/user/fees/payments', { studentId, amount: 100, method: 'cash', ...more })).body
  return { app, superadmin, pay }
}

test('receipts are numbered by the financial year of their entry, in the institution’s zone', async () => {
  const { app, pay } = await givenHall()
  expect([(await pay()).receiptNumber, (await pay()).receiptNumber]).toEqual(['2026-27/000001', '2026-27/000002'])
  app.setNow('2027-03-31T18:30:00.000Z')
  expect((await pay({ receivedOn: '2027-03-31' })).receiptNumber).toBe('2027-28/000001')
})

test('a payment that is refused takes no number', async () => {
  const { pay } = await givenHall()
  await pay()
  expect((await pay({ receivedOn: '2027-04-02' })).code).toBe('fees.in_the_future')
  expect((await pay()).receiptNumber).toBe('2026-27/000002')
})

test('after a restore no number is given until a superadmin has said which is the last on paper', async () => {
  const { app, superadmin, pay } = await givenHall()
  await pay()
  const since = '2027-03-31T18:10:00.000Z'
  await app.db.insertInto('receiptBook').values({ id: 'only', checkNeededSince: since }).execute()
  expect((await pay()).code).toBe('fees.check_needed')
  expect((await superadmin.get('/user/fees/receipt-book')).body).toEqual({ last: '2026-27/000001', checkNeededSince: since })
  const confirm = (last: unknown) => superadmin.put('/user/fees/receipt-book', { last })
  for (const wrong of ['43', '2026-28/000043', '2026-27/000000', null]) expect((await confirm(wrong)).status).toBe(400)
  expect((await confirm('2026-27/000043')).body).toEqual({ last: '2026-27/000043', checkNeededSince: null })
  expect((await pay()).receiptNumber).toBe('2026-27/000044')
  expect((await confirm('2026-27/000002')).body.last).toBe('2026-27/000044')
})
