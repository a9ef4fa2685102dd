import { streamXlsxRows } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'

/** A hall on 21 November 2026 with two clerks and one student, who was charged three months and a deposit. */
const givenBooks = async () => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const meera = await app.as('manager', { name: 'Meera' })
  const ravi = await app.as('manager', { name: 'Ravi' })
  const asha = await app.as('student', { name: 'आशा =1+1', email: 'asha@example.org', slot: 'morning', seatNumber: 4 })
  const charge = (month: number, amount: number, kind = 'monthly') =>
    meera.post('/user/fees', { studentId: asha._id, kind, month, year: 2026, amount, dueOn: `2026-${String(month).padStart(2, '0')}-10` })
  for (const month of [9, 10, 11]) await charge(month, 1000, 'late')
  const pay = async (amount: number, more: object = {}, by = meera) =>
    (await by.post('/user/fees/payments', { studentId: asha._id, amount, method: 'cash', ...more })).body
  const months = async (query = '?from=2026-09&to=2026-11') => (await meera.get(`/user/fees/months${query}`)).body
  const collections = async (query = '') => (await meera.get(`/user/fees/collections${query}`)).body
  return { app, meera, ravi, asha, charge, pay, months, collections }
}

test('shows what was due and what was paid of it each month, with deposits apart', async () => {
  const { charge, pay, months, meera } = await givenBooks()
  await charge(10, 5000, 'deposit')
  await pay(1500)
  const { items, total, deposits } = await months()
  expect(items).toEqual([
    { year: 2026, month: 9, due: 1000, collected: 1000, outstanding: 0 },
    { year: 2026, month: 10, due: 1000, collected: 500, outstanding: 500 },
    { year: 2026, month: 11, due: 1000, collected: 0, outstanding: 1000 },
  ])
  expect([total, deposits]).toEqual([
    { due: 3000, collected: 1500, outstanding: 1500 },
    { held: 0, outstanding: 5000 },
  ])
  await pay(10_000)
  expect((await months()).deposits).toEqual({ held: 5000, outstanding: 0 })
  const { body: summary } = await meera.get('/user/fees/summary')
  expect([summary.paidAmount, summary.unpaidAmount]).toEqual([8000, 0])
})

test('compares the first days of a month with the same days of the month before, and a whole month with the whole one', async () => {
  const { app, pay, collections } = await givenBooks()
  app.setNow('2026-10-10T06:00:00.000Z')
  await pay(700)
  app.setNow('2026-10-25T06:00:00.000Z')
  await pay(300)
  app.setNow('2026-11-21T06:00:00.000Z')
  await pay(500)
  expect(await collections()).toMatchObject({ total: { net: 500 }, before: { from: '2026-10-01', to: '2026-10-21', net: 700 } })
  expect((await collections('?from=2026-11-01&to=2026-11-30')).before).toEqual({ from: '2026-10-01', to: '2026-10-31', net: 1000 })
  expect((await collections('?from=2026-03-01&to=2026-03-30')).before).toEqual({ from: '2026-02-01', to: '2026-02-28', net: 0 })
  for (const range of ['?from=2026-11-02&to=2026-11-21', '?from=2026-10-01&to=2026-11-21']) {
    expect((await collections(range)).before).toBeNull()
  }
})

test('defaults to the last twelve months, and limits the length of a range', async () => {
  const { months, meera } = await givenBooks()
  const { items } = await months('')
  expect([items.length, items[0], items[11]]).toMatchObject([12, { year: 2025, month: 12 }, { year: 2026, month: 11 }])
  expect((await months('?from=2026-03')).items.at(-1)).toMatchObject({ year: 2027, month: 2 })
  for (const query of ['from=2026-13', 'from=2026-11&to=2026-10', 'from=2010-01&to=2026-01'])
    expect((await meera.get(`/user/fees/months?${query}`)).status).toBe(400)
})

test('sums collections by day, method and clerk, and deducts refunds and voids on their own days', async () => {
  const { app, meera, ravi, asha, pay, collections } = await givenBooks()
  const wrong = await pay(700, { method: 'upi', referenceSkipped: true })
  await pay(300, {}, ravi)
  app.setNow('2026-11-22T06:00:00.000Z')
  await pay(5000)
  await ravi.post(`/user/fees/payments/${wrong._id}/void`, { reason: 'Wrong student' })
  const { body: refund } = await meera.post('/user/fees/refunds', {
    studentId: asha._id,
    amount: 100,
    method: 'bank',
    referenceSkipped: true,
    reason: 'Too much',
  })
  const report = await collections()
  expect([report.from, report.to]).toEqual(['2026-11-01', '2026-11-22'])
  expect(report.days).toMatchObject([
    {
      day: '2026-11-22',
      received: 5000,
      refunded: 100,
      voided: 700,
      net: 4200,
      methods: { cash: 5000, upi: -700, bank: -100, other: 0 },
      clerks: [
        { name: 'Meera', net: 4900 },
        { name: 'Ravi', net: -700 },
      ],
    },
    { day: '2026-11-21', received: 1000, refunded: 0, voided: 0, net: 1000, methods: { cash: 300, upi: 700, bank: 0, other: 0 } },
  ])
  expect(report.total).toEqual({
    received: 6000,
    refunded: 100,
    voided: 700,
    net: 5200,
    methods: { cash: 5300, upi: 0, bank: -100, other: 0 },
  })
  expect(report.clerks).toMatchObject([
    { name: 'Meera', net: 5600 },
    { name: 'Ravi', net: -400 },
  ])
  expect(report.voids).toMatchObject([
    {
      number: '2026-27/000001',
      kind: 'payment',
      amount: 700,
      bookedOn: '2026-11-21',
      voidedOn: '2026-11-22',
      by: 'Ravi',
      reason: 'Wrong student',
    },
  ])
  await meera.post(`/user/fees/refunds/${refund._id}/void`, { reason: 'Not collected' })
  expect(await collections('?from=2026-11-22&to=2026-11-22')).toMatchObject({ total: { refunded: 100, voided: 600, net: 4300 } })
})

test('counts money on its date, whether or not the cash box of that day was closed', async () => {
  const { app, meera, asha, pay, collections } = await givenBooks()
  await pay(300)
  expect((await meera.post('/user/fees/closings', { counted: 300 })).status).toBe(201)
  app.setNow('2026-11-22T06:00:00.000Z')
  await pay(5000, { receivedOn: '2026-11-21' })
  const back = { studentId: asha._id, amount: 100, method: 'cash', reason: 'Too much', paidOn: '2026-11-21' }
  expect((await meera.post('/user/fees/refunds', back)).status).toBe(201)
  const { days } = await collections()
  expect(days).toMatchObject([{ day: '2026-11-21', received: 5300, refunded: 100, net: 5200 }])
  expect((await meera.get('/user/fees/closings/cash')).body).toMatchObject({
    openingFloat: 300,
    cashIn: 5000,
    cashRefunds: 100,
    expected: 5200,
  })
})

test('collects in total what is paid of fees plus credit', async () => {
  const { meera, asha, pay, collections } = await givenBooks()
  const first = await pay(2500)
  await pay(4000, { method: 'upi', referenceSkipped: true })
  await meera.post(`/user/fees/payments/${first._id}/void`, { reason: 'Wrong student' })
  await meera.post('/user/fees/refunds', { studentId: asha._id, amount: 250, method: 'cash', reason: 'Left' })
  const { body: summary } = await meera.get('/user/fees/summary')
  const { body: account } = await meera.get(`/user/fees/accounts/${asha._id}`)
  expect((await collections('?from=2026-01-01&to=2026-12-31')).total.net).toBe(summary.paidAmount + account.credit)
})

test('exports collections with the same sum, and without formulas', async () => {
  const { meera, asha, pay, collections } = await givenBooks()
  const wrong = await pay(700, { method: 'upi', reference: '401234' })
  await pay(300)
  await meera.post(`/user/fees/payments/${wrong._id}/void`, { reason: 'Wrong student' })
  await meera.post('/user/fees/refunds', { studentId: asha._id, amount: 0.5, method: 'cash', reason: 'Too much', feeId: undefined })
  const range = 'from=2026-11-01&to=2026-11-30'
  const { bytes } = await meera.get(`/user/fees/collections/export?format=xlsx&${range}`)
  const rows: unknown[][] = []
  for await (const { values } of streamXlsxRows(bytes)) rows.push(values)
  const amounts = rows.slice(1).map((row) => row[7] as number)
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe((await collections(`?${range}`)).total.net)
  expect(rows.slice(1).map((row) => [row[0], row[1]])).toEqual([
    ['2026-27/000001', 'Receipt'],
    ['2026-27/000002', 'Receipt'],
    ['2026-27/000001', 'Receipt voided'],
  ])
  const { text } = await meera.get(`/user/fees/collections/export?format=csv&${range}`)
  expect(text.charCodeAt(0)).toBe(0xfeff)
  expect(text).toContain(
    '2026-27/000001,Receipt voided,2026-11-21,2026-11-21,आशा =1+1,UPI,401234,-700.00,Meera,2026-11-21,Meera,Wrong student',
  )
})

test('shows what each month collected, paid out, left and handed over', async () => {
  const { app, meera, asha, pay } = await givenBooks()
  const enter = async (kind: string, amount: number, paidOn?: string) =>
    (await meera.post('/user/fees/box', { kind, amount, purpose: 'Water', paidOn })).body
  app.setNow('2026-10-31T06:00:00.000Z')
  await pay(2000, { receivedOn: '2026-10-25' })
  await enter('out', 60)
  app.setNow('2026-11-21T06:00:00.000Z')
  await pay(500, { method: 'upi', referenceSkipped: true })
  const wrong = await enter('out', 40)
  await enter('in', 300)
  await meera.post('/user/fees/closings', { counted: 2200, handedOver: 1500, receiver: 'Sunil' })
  app.setNow('2026-12-01T06:00:00.000Z')
  await (await app.as('manager')).post(`/user/fees/box/${wrong._id}/void`, { reason: 'Entered twice' })
  const clerk = await app.as('manager')
  await clerk.post('/user/fees/refunds', { studentId: asha._id, amount: 250, method: 'cash', reason: 'Left' })
  const { items } = (await clerk.get('/user/fees/months/money?from=2026-10&to=2026-12')).body
  expect(items).toEqual([
    { year: 2026, month: 10, collected: 2000, otherIn: 0, paidOut: 60, left: 1940, handedOver: 0 },
    { year: 2026, month: 11, collected: 500, otherIn: 300, paidOut: 40, left: 760, handedOver: 1500 },
    { year: 2026, month: 12, collected: 0, otherIn: 0, paidOut: -40, left: 40, handedOver: 0 },
  ])
  expect((await clerk.get('/user/fees/months/money')).body.items).toHaveLength(12)
})
