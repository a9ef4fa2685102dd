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

test('numbers receipts by the financial year of their entry, in the hall’s time zone', async () => {
  const { app, pay } = await givenHall()
  expect([(await pay()).receiptNumber, (await pay()).receiptNumber]).toEqual(['2026-27/000001', '2026-27/000002'])
  app.setNow('2027-03-31T18:30:00.000Z')
  expect((await pay({ receivedOn: '2027-03-31' })).receiptNumber).toBe('2027-28/000001')
})

test('assigns no number to a rejected payment', async () => {
  const { pay } = await givenHall()
  await pay()
  expect((await pay({ receivedOn: '2027-04-02' })).code).toBe('fees.in_the_future')
  expect((await pay()).receiptNumber).toBe('2026-27/000002')
})

test('assigns no number after a restore until a superadmin enters the last one on paper', async () => {
  const { app, superadmin, pay } = await givenHall()
  await pay()
  const since = '2027-03-31T18:10:00.000Z'
  await app.db.insertInto('receiptBook').values({ id: 'only', checkNeededSince: since }).execute()
  expect((await pay()).code).toBe('fees.check_needed')
  const book = { last: '2026-27/000001', lastVoucher: null, checkNeededSince: since }
  expect((await superadmin.get('/user/fees/receipt-book')).body).toEqual(book)
  const confirm = (last: unknown, more: object = {}) => superadmin.put('/user/fees/receipt-book', { last, ...more })
  for (const wrong of ['43', '2026-28/000043', '2026-27/000000', '2027-28/000001', null]) expect((await confirm(wrong)).status).toBe(400)
  for (const wrong of ['43', '2026-27/000043', 'R/2026-27/000000'])
    expect((await confirm('', { lastVoucher: wrong })).body.fields).toEqual({ lastVoucher: expect.any(String) })
  const confirmed = { last: '2026-27/000043', lastVoucher: 'R/2026-27/000007', checkNeededSince: null }
  expect((await confirm('2026-27/000043', { lastVoucher: 'R/2026-27/000007' })).body).toEqual(confirmed)
  expect((await pay()).receiptNumber).toBe('2026-27/000044')
  const refund = { studentId: (await pay({ amount: 900 })).studentId, amount: 10, method: 'cash', reason: 'Left' }
  expect((await superadmin.post('/user/fees/refunds', refund)).body.voucherNumber).toBe('R/2026-27/000008')
})

test('corrects the last number up and down, if no receipt has a higher one', async () => {
  const { app, superadmin, pay } = await givenHall()
  await pay()
  const confirm = (last: string) => superadmin.put('/user/fees/receipt-book', { last })
  expect((await confirm('2026-27/999999')).body.fields).toEqual({ last: expect.stringContaining('999999') })
  expect((await confirm('2026-27/000900')).body.last).toBe('2026-27/000900')
  expect((await confirm('2026-27/000009')).body.last).toBe('2026-27/000009')
  expect((await pay()).receiptNumber).toBe('2026-27/000010')
  const refused = await confirm('2026-27/000009')
  expect([refused.status, refused.body.fields]).toEqual([
    400,
    { last: '2026-27/000010 has been given already. The last number cannot be lower.' },
  ])
  const corrections = await app.db.selectFrom('numberCorrections').select(['beforeLast', 'afterLast']).orderBy('id').execute()
  expect(corrections).toEqual([
    { beforeLast: 1, afterLast: 900 },
    { beforeLast: 900, afterLast: 9 },
  ])
})

test('assigns no number with seven digits after 999,999', async () => {
  const { superadmin, pay } = await givenHall()
  await superadmin.put('/user/fees/receipt-book', { last: '2026-27/999998' })
  expect((await pay()).receiptNumber).toBe('2026-27/999999')
  expect((await pay()).code).toBe('fees.numbers_used_up')
})

test('continues a series that lags behind after the numbers in use', async () => {
  const { app, superadmin, pay } = await givenHall()
  const { studentId } = await pay({ amount: 900 })
  const refund = () => superadmin.post('/user/fees/refunds', { studentId, amount: 10, method: 'cash', reason: 'Left' })
  expect((await refund()).body.voucherNumber).toBe('R/2026-27/000001')
  await app.db.deleteFrom('numberSeries').execute()
  expect((await refund()).body.voucherNumber).toBe('R/2026-27/000002')
  expect((await pay()).receiptNumber).toBe('2026-27/000002')
})
