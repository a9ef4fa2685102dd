import { expect, test } from 'vitest'
import { readPdf } from '#money/receipts/server/testing/readPdf.ts'
import { passLimits } from '../passes.contract.ts'
import { givenPassHall } from './testing/givenPassHall.ts'

test('sells a seat for one day with a receipt of the same series, without an account', async () => {
  const { clerk, admin, sell, student, seats, checks } = await givenPassHall()
  const { _id } = await student({ slot: 'afternoon', seatNumber: 1 })
  await clerk.post('/user/fees/payments', { studentId: _id, amount: 100, method: 'cash' })
  const people = (await admin.get('/user')).body.total
  const { totalUsers } = (await admin.get('/user/dashboard')).body
  const { status, body: pass } = await sell({ phone: '+91 98765 43210' })
  expect(status).toBe(201)
  expect(pass).toMatchObject({
    name: 'Meera Nair',
    phone: '+91 98765 43210',
    day: '2026-11-26',
    shiftName: 'Morning',
    from: '00:00',
    to: '14:00',
    seatNumber: 1,
    amount: 60,
    receiptNumber: '2026-27/000002',
    voided: null,
  })
  const [first] = await seats()
  expect(first).toMatchObject({
    morning: null,
    afternoon: { name: 'Asha Verma' },
    visitors: [{ passId: pass._id, paymentId: pass.paymentId, name: 'Meera Nair', shiftName: 'Morning', from: '00:00', to: '14:00' }],
  })
  expect((await admin.get('/user')).body.total).toBe(people)
  expect((await admin.get('/user/dashboard')).body.totalUsers).toBe(totalUsers)
  expect(JSON.stringify((await admin.get('/user?search=Meera')).body.items)).not.toContain('Meera')
  expect((await clerk.get('/user/fees/accounts?search=Meera')).body.items).toEqual([])
  expect(await checks()).toEqual([])
})

test('names the visitor, the seat and the shift on the receipt and in the list of receipts', async () => {
  const { clerk, sell, student } = await givenPassHall()
  const pass = (await sell()).body
  const receipt = (await clerk.get(`/user/fees/receipts/${pass.paymentId}`)).body
  expect(receipt).toMatchObject({
    studentId: pass.visitorId,
    isVisitor: true,
    studentName: 'Meera Nair',
    seatNumber: 1,
    phone: pass.phone,
    pass: { day: '2026-11-26', shiftName: 'Morning', from: '00:00', to: '14:00' },
    amount: 60,
    lines: [],
    credit: 0,
    owed: 0,
    months: [],
  })
  const { items } = (await clerk.get('/user/fees/receipts?search=meera')).body
  expect(items).toMatchObject([{ number: pass.receiptNumber, isVisitor: true, studentName: 'Meera Nair', amount: 60 }])
  const { pages } = await readPdf((await clerk.get(`/user/fees/receipts/${pass.paymentId}/pdf`)).bytes)
  expect(pages[0]).toContain('Meera Nair')
  expect(pages[0]).toContain('Day pass 26 Nov 2026, Morning, 00:00–14:00')
  const other = await student({})
  expect((await other.get(`/user/fees/receipts/${pass.paymentId}`)).status).toBe(404)
})

test('counts the cash in the box, the closing, the collections and the money of the month', async () => {
  const { clerk, admin, sell, voidPass, checks } = await givenPassHall()
  await sell()
  const second = (await sell({ seatNumber: 2 })).body
  await sell({ slot: 'afternoon', amount: 80, method: 'upi', reference: '402233445566' })
  expect((await clerk.get('/user/fees/closings/cash')).body).toMatchObject({ cashIn: 120, expected: 120 })
  const { total, dayPasses } = (await admin.get('/user/fees/collections')).body
  expect(total).toMatchObject({ received: 200, net: 200, methods: { cash: 120, upi: 80 } })
  expect(dayPasses).toEqual({ count: 3, amount: 200 })
  await voidPass(second)
  expect((await admin.get('/user/fees/collections')).body).toMatchObject({
    total: { received: 200, voided: 60, net: 140 },
    dayPasses: { count: 2, amount: 140 },
    voids: [{ studentName: 'Meera Nair', amount: 60 }],
  })
  const closing = await clerk.post('/user/fees/closings', { counted: 60 })
  expect(closing.body).toMatchObject({ cashIn: 120, cashVoids: 60, expected: 60 })
  expect(await checks()).toEqual([])
})

test('frees the seat when the receipt is voided, once', async () => {
  const { sell, voidPass, seats, passes, admin, checks } = await givenPassHall()
  const pass = (await sell()).body
  expect((await sell()).body).toMatchObject({
    code: 'users.seat_sold_for_day',
    message: 'Seat 1 is sold to Meera Nair for 26 Nov 2026. Choose another seat, or void the day pass.',
  })
  expect((await voidPass(pass)).status).toBe(200)
  expect((await voidPass(pass)).status).toBe(409)
  expect((await seats())[0].visitors).toEqual([])
  expect(await passes()).toMatchObject([{ _id: pass._id, voided: { reason: 'Did not stay' } }])
  expect((await sell()).status).toBe(201)
  expect(JSON.stringify((await admin.get('/audit')).body)).toContain('fees.voidPayment')
  expect(await checks()).toEqual([])
})

test('answers a call that is sent twice with the same pass, and rejects other content', async () => {
  const { clerk, body, passes, checks } = await givenPassHall()
  const sent = body({ clientId: 'the-same' })
  const [first, second] = await Promise.all([clerk.post('/user/fees/passes', sent), clerk.post('/user/fees/passes', sent)])
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect((await clerk.post('/user/fees/passes', { ...sent, seatNumber: 2 })).body.code).toBe('fees.other_content')
  expect(await passes()).toHaveLength(1)
  expect(await checks()).toEqual([])
})

test('finds the visitor of an earlier day by the number, however it is written', async () => {
  const { app, clerk, sell } = await givenPassHall({ seats: 20 })
  const first = (await sell({ phone: '098765 43210' })).body
  app.setNow('2026-11-27T06:00:00.000Z')
  expect((await clerk.get('/user/fees/visitors?search=98765')).body.items).toMatchObject([
    { _id: first.visitorId, name: 'Meera Nair', passes: 1, lastDay: '2026-11-26' },
  ])
  const again = (await sell({ phone: '+91-98765-43210', name: 'meera nair' })).body
  expect(again.visitorId).toBe(first.visitorId)
  const brother = (await sell({ phone: '9876543210', name: 'Arun Nair', seatNumber: 2 })).body
  expect(brother.visitorId).not.toBe(first.visitorId)
  expect((await clerk.get('/user/fees/visitors?search=09876543210')).body.items).toMatchObject([{ name: 'Arun Nair' }, { passes: 2 }])
  expect((await clerk.get('/user/fees/visitors?search=98')).body.items).toEqual([])
  for (const nth of Array(passLimits.found).keys())
    await sell({ phone: '98765 43210', name: `Cousin ${nth}`, slot: 'afternoon', day: '2026-12-01', seatNumber: nth + 3 })
  const { items } = (await clerk.get('/user/fees/visitors?search=98765')).body
  expect(items).toHaveLength(passLimits.found)
  expect(items[0].name).toBe(`Cousin ${passLimits.found - 1}`)
})

test('sells nothing until there is a price, and less than the price only with a reason and permission', async () => {
  const { clerk, admin, sell } = await givenPassHall()
  expect((await sell({ amount: 50 })).body).toMatchObject({
    code: 'passes.reason_needed',
    message: 'Please enter why less than ₹60 is paid',
  })
  expect((await sell({ amount: 50, reason: 'Came late' })).body).toMatchObject({ amount: 50, price: 60, reason: 'Came late' })
  const checked = (await admin.get('/user/fees/check/entries?kind=concessions&month=2026-11')).body
  expect(checked.items).toMatchObject([{ subject: 'day-pass', studentName: 'Meera Nair', amount: 10, reason: 'Came late', seatNumber: 1 }])
  await admin.put('/customization/rules', { preset: 'strict' })
  expect((await sell({ seatNumber: 2, amount: 50, reason: 'Came late' })).status).toBe(403)
  expect((await sell({ seatNumber: 2, amount: 50, reason: 'Came late' }, admin)).status).toBe(201)
  await admin.put('/customization/hall', { dayPassFee: null })
  expect((await sell({ slot: 'afternoon' })).body.code).toBe('passes.off')
  expect((await clerk.get('/user/fees/passes/offer')).body.price).toBeNull()
})

test.each([
  ['name', { name: ' ' }, 'Please enter a name'],
  ['phone', { phone: '12345' }, 'Please enter a mobile number'],
  ['slot', { slot: 'night' }, 'Please choose a shift'],
  ['amount', { amount: 0 }, 'Please enter an amount above 0, such as 1000 or 999.50'],
  ['seatNumber', { seatNumber: 3 }, 'Seat number must be from 1 to 2'],
  ['reference', { method: 'upi' }, 'Please enter at least the last six characters of the reference number'],
  ['day', { day: '2026-12-27' }, 'A day pass can be sold up to 30 days ahead'],
  ['slot', { day: '2026-11-25' }, 'This shift is over. Please choose another one'],
])('refuses a wrong %s', async (field, more, message) => {
  const { sell, passes } = await givenPassHall()
  const { status, body } = await sell(more)
  expect(status).toBe(400)
  expect(body).toMatchObject({ message, fields: { [field]: message } })
  expect(await passes()).toEqual([])
})

test('does not correct a receipt of a day pass', async () => {
  const { clerk, sell } = await givenPassHall()
  const pass = (await sell()).body
  const { body } = await clerk.post(`/user/fees/payments/${pass.paymentId}/correct`, { amount: 10, method: 'cash' })
  expect(body.code).toBe('fees.of_visitor')
})

test('erases name and number of a visitor, and keeps the receipt', async () => {
  const { app, clerk, admin, sell, seats, passes, checks } = await givenPassHall()
  const pass = (await sell({ phone: '98765 43210' })).body
  const second = (await sell({ phone: '98765 43210', slot: 'afternoon' })).body
  expect((await clerk.del(`/user/fees/visitors/${pass.visitorId}`)).status).toBe(403)
  expect((await admin.del(`/user/fees/visitors/${pass.visitorId}`)).status).toBe(204)
  expect((await admin.del(`/user/fees/visitors/${pass.visitorId}`)).status).toBe(404)
  expect(await app.db.selectFrom('visitors').select(['name', 'nameFolded', 'phone', 'phoneFolded']).execute()).toEqual([
    { name: '', nameFolded: null, phone: null, phoneFolded: null },
  ])
  const audited = await app.db.selectFrom('audit').select(['before', 'after']).where('action', '=', 'passes.removeVisitor').execute()
  expect(audited).toEqual([{ before: JSON.stringify({ receipts: [second.receiptNumber, pass.receiptNumber] }), after: null }])
  expect((await clerk.get('/user/fees/visitors?search=98765')).body.items).toEqual([])
  expect(await passes()).toMatchObject([second, pass].map(({ _id }) => ({ _id, name: 'Meera Nair', phone: null })))
  expect((await clerk.get(`/user/fees/receipts/${pass.paymentId}`)).body).toMatchObject({ studentName: 'Meera Nair', phone: null })
  expect((await seats())[0].visitors).toMatchObject([{ name: '' }, { name: '' }])
  expect((await sell({ phone: '98765 43210', seatNumber: 2 })).body.visitorId).not.toBe(pass.visitorId)
  expect(await checks()).toEqual([])
})

test('sells up to thirty days ahead', async () => {
  const { sell } = await givenPassHall()
  expect((await sell({ day: '2026-12-26' })).body).toMatchObject({ day: '2026-12-26' })
  expect((await sell({ day: '2026-12-27' })).status).toBe(400)
})

test('lists the passes of a day in pages, the last sold first', async () => {
  const { clerk, sell } = await givenPassHall()
  await sell({ name: 'One' })
  await sell({ name: 'Two', seatNumber: 2 })
  await sell({ name: 'Tomorrow', day: '2026-11-27' })
  const first = (await clerk.get('/user/fees/passes?day=2026-11-26&limit=1')).body
  expect(first.items).toMatchObject([{ name: 'Two' }])
  const next = (await clerk.get(`/user/fees/passes?day=2026-11-26&limit=1&cursor=${first.nextCursor}`)).body
  expect(next).toMatchObject({ items: [{ name: 'One' }], nextCursor: null })
})
