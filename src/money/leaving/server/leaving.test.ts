import { expect, test } from 'vitest'
import { cashCheck } from '#money/cashbox/server/cashbox.checks.ts'
import type { Fee } from '#money/fees/fees.shapes.contract.ts'
import { moneyCheck } from '#money/fees/server/fees.checks.ts'
import { readPdf } from '#money/receipts/server/testing/readPdf.ts'
import { features } from '#server/features.ts'
import { journalCheck } from '#server/journal/check.ts'
import { given, type SignedInPerson } from '#server/testing/given.ts'

const givenHall = async () => {
  const app = await given()
  app.setNow('2026-11-20T06:00:00.000Z')
  const [clerk, admin] = [await app.as('manager'), await app.as('superadmin')]
  const student = await app.as('student', {
    name: 'Asha Verma',
    dateJoined: '2026-10-01',
    terminationDate: '2027-01-31',
    slot: 'full-day',
    seatNumber: 7,
  })
  const fee = async (month: number, year = 2026, kind = 'monthly', amount = 900): Promise<Fee> =>
    (await clerk.post('/user/fees', { studentId: student._id, kind, month, year, amount, notes: 'As agreed' })).body
  const pay = (amount: number) => clerk.post('/user/fees/payments', { studentId: student._id, amount, method: 'cash' })
  const view = async (query = '') => (await clerk.get(`/user/${student._id}/leave${query}`)).body
  const account = async () => (await clerk.get(`/user/fees/accounts/${student._id}`)).body
  const checks = async () => [
    ...(await moneyCheck.run(app.platform)),
    ...(await cashCheck.run(app.platform)),
    ...(await journalCheck(Object.values(features).flatMap(({ journal }) => journal)).run(app.platform)),
  ]
  return { app, clerk, admin, student, fee, pay, view, account, checks }
}
type Hall = Awaited<ReturnType<typeof givenHall>>

const body = (more: object) => ({
  lastDay: '2026-11-20',
  share: 'none',
  net: 0,
  settle: true,
  method: 'cash',
  clientId: crypto.randomUUID(),
  ...more,
})
const leave = ({ student }: Hall, who: SignedInPerson, more: object) => who.post(`/user/${student._id}/leave`, body(more))

const givenPaidAhead = async () => {
  const hall = await givenHall()
  await hall.fee(11)
  await hall.fee(11, 2026, 'deposit', 1000)
  await hall.fee(12)
  await hall.fee(1, 2027)
  await hall.fee(10, 2026, 'late', 50)
  await hall.pay(50 + 900 + 1000 + 900 + 300)
  return hall
}

test('refunds later months and the deposit, withdraws their unpaid parts, and pays dues', async () => {
  const hall = await givenPaidAhead()
  expect(await hall.view()).toMatchObject({
    lastDay: '2026-11-20',
    earliest: '2026-10-01',
    latest: '2027-01-31',
    running: { month: 11, year: 2026, none: 0, days: 300, half: 0 },
    lines: [
      { kind: 'deposit', withdrawn: 0, returned: 1000 },
      { kind: 'monthly', month: 12, year: 2026, withdrawn: 0, returned: 900 },
      { kind: 'monthly', month: 1, year: 2027, withdrawn: 600, returned: 300 },
    ],
    dues: [],
    credit: 0,
    net: 2200,
    seat: { seatNumber: 7, slot: 'full-day', isFreed: true },
  })
  expect((await hall.view('?share=days')).net).toBe(2500)
  expect((await hall.view('?lastDay=2026-11-15&share=half')).net).toBe(2650)
})

test('issues one voucher, frees the seat, ends the account and deletes nothing', async () => {
  const hall = await givenPaidAhead()
  const { status, body: left } = await leave(hall, hall.clerk, { share: 'days', net: 2500 })
  expect(status).toBe(201)
  expect(left).toMatchObject({ net: 2500, payment: null, refund: { amount: 2500, method: 'cash', reason: 'left:2026-11-20' } })
  expect(await hall.account()).toMatchObject({ owed: 0, credit: 0, deposits: 0, open: [], refunds: [{ amount: 2500 }] })
  const { body: user } = await hall.clerk.get(`/user/profile/${hall.student._id}`)
  expect(user).toMatchObject({ terminationDate: '2026-11-20', seatNumber: null })
  const seats = (await hall.clerk.get('/user/seats')).body.items
  expect(seats.find(({ seatNumber }: { seatNumber: number }) => seatNumber === 7)).toMatchObject({ morning: null, afternoon: null })
  expect((await hall.clerk.get(`/user/fees/${hall.student._id}`)).body.total).toBe(5)
  const statement = (await hall.clerk.get(`/user/fees/statements/${hall.student._id}`)).body
  expect(statement.closing).toBe(0)
  expect(await hall.checks()).toEqual([])
  const audit = (await hall.admin.get('/audit')).body
  expect(JSON.stringify(audit)).toContain('fees.leave')
})

test('stores the last day as a fact, which papers say in words', async () => {
  const hall = await givenPaidAhead()
  const { refund } = (await leave(hall, hall.clerk, { share: 'days', net: 2500 })).body
  const stored = [
    ...(await hall.app.db.selectFrom('refunds').select('reason').execute()),
    ...(await hall.app.db.selectFrom('adjustments').select('reason').execute()),
  ]
  expect(new Set(stored.map(({ reason }) => reason))).toEqual(new Set(['left:2026-11-20']))
  const { pages } = await readPdf((await hall.clerk.get(`/user/fees/vouchers/${refund._id}/pdf`)).bytes)
  expect(pages[0]).toContain('Reason Left on 20 Nov 2026')
})

test('keeps the receipt of a payment as issued, and shows the refunded months as unpaid', async () => {
  const hall = await givenPaidAhead()
  const [payment] = (await hall.account()).payments
  hall.app.advance(60)
  await leave(hall, hall.clerk, { net: 2200 })
  const receipt = (await hall.clerk.get(`/user/fees/receipts/${payment._id}`)).body
  expect(receipt.lines).toHaveLength(5)
  expect(receipt.credit).toBe(0)
  const fees = (await hall.clerk.get(`/user/fees/${hall.student._id}`)).body.items as Fee[]
  expect(new Set(fees.map(({ month, kind, amount, paidAmount }) => `${month} ${kind}: ${paidAmount} of ${amount}`))).toEqual(
    new Set(['1 monthly: 0 of 0', '12 monthly: 0 of 0', '11 deposit: 0 of 0', '11 monthly: 900 of 900', '10 late: 50 of 50']),
  )
})

test('deducts dues from the refund, and pays the rest at once', async () => {
  const hall = await givenHall()
  const deposit = await hall.fee(10, 2026, 'deposit', 500)
  await hall.clerk.post(`/user/fees/${deposit._id}/payments`, { amount: 500, method: 'cash' })
  await hall.fee(10)
  await hall.fee(11)
  expect(await hall.view()).toMatchObject({ net: -1300, dues: [{ amount: 900 }, { amount: 900 }] })
  const { body: left } = await leave(hall, hall.clerk, { net: -1300, method: 'upi', reference: '123456789012' })
  expect(left).toMatchObject({ refund: null, payment: { amount: 1300, method: 'upi', credit: 0 } })
  expect(await hall.account()).toMatchObject({ owed: 0, credit: 0, deposits: 0 })
  expect(await hall.checks()).toEqual([])
})

test('lets a student leave with open dues, and with money that is paid out later', async () => {
  const owing = await givenHall()
  await owing.fee(11)
  expect((await leave(owing, owing.clerk, { net: -900, settle: false })).body).toMatchObject({ payment: null, refund: null })
  expect(await owing.account()).toMatchObject({ owed: 900 })
  expect((await owing.clerk.get('/user/fees/dues')).body.total).toBe(1)

  const ahead = await givenHall()
  await ahead.pay(700)
  expect((await leave(ahead, ahead.clerk, { net: 700, settle: false })).status).toBe(201)
  expect(await ahead.account()).toMatchObject({ owed: 0, credit: 700 })
  expect([await owing.checks(), await ahead.checks()]).toEqual([[], []])
})

test('settles once if a call is sent twice, and rejects the same id with other content', async () => {
  const hall = await givenPaidAhead()
  const clientId = crypto.randomUUID()
  const first = await leave(hall, hall.clerk, { net: 2200, clientId })
  const second = await leave(hall, hall.clerk, { net: 2200, clientId })
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect(await hall.app.db.selectFrom('refunds').select('id').execute()).toHaveLength(1)
  expect((await leave(hall, hall.clerk, { net: 100, clientId })).body.code).toBe('fees.other_content')
  expect((await leave(hall, hall.admin, { net: 2200, clientId })).body.code).toBe('fees.other_content')
})

test('rejects an amount that has changed since the clerk saw it, and records nothing', async () => {
  const hall = await givenPaidAhead()
  await hall.pay(100)
  const { status, body: refused } = await leave(hall, hall.clerk, { net: 2200 })
  expect([status, refused.code]).toEqual([409, 'leaving.changed'])
  expect((await hall.clerk.get(`/user/profile/${hall.student._id}`)).body).toMatchObject({ terminationDate: '2027-01-31', seatNumber: 7 })
  expect((await hall.view()).net).toBe(2300)
})

test('requires a last day within the membership', async () => {
  const hall = await givenHall()
  const code = async (lastDay: string) => (await leave(hall, hall.clerk, { lastDay })).body.code
  expect(await code('2026-09-30')).toBe('leaving.before_joining')
  expect(await code('2027-02-01')).toBe('leaving.after_end')
  await hall.admin.put(`/user/${hall.student._id}/termination`, { terminationDate: null })
  expect(await code('2036-11-20')).toBe('leaving.too_late')
  expect((await hall.clerk.get(`/user/${hall.student._id}/leave?lastDay=2026-09-30`)).body.message).toContain('1 Oct 2026')
})

test('keeps the seat of a student who leaves later until then', async () => {
  const hall = await givenHall()
  expect((await hall.view('?lastDay=2026-11-30')).seat).toMatchObject({ isFreed: false })
  await leave(hall, hall.clerk, { lastDay: '2026-11-30' })
  const { body: user } = await hall.clerk.get(`/user/profile/${hall.student._id}`)
  expect(user).toMatchObject({ terminationDate: '2026-11-30', seatNumber: 7 })
})

test('applies the Hall rules on what managers may settle', async () => {
  const hall = await givenPaidAhead()
  const rules = (change: object) => hall.admin.put('/customization/rules', change)
  const code = async (more: object) => (await leave(hall, hall.clerk, more)).body.code
  await rules({ managersRefundUpTo: 2000 })
  expect(await code({ net: 2200 })).toBe('customization.no_refund')
  await rules({ managersConcede: false })
  expect(await code({ share: 'days', net: 2500 })).toBe('customization.no_concession')
  expect(await code({ lastDay: '2026-10-31', net: 3100 })).toBe('customization.no_concession')
  await rules({ managersRenew: false })
  expect(await code({ net: 2200 })).toBe('customization.no_renewal')
  await rules({ managersRenew: true })
  expect((await leave(hall, hall.clerk, { net: 2200, settle: false })).status).toBe(201)
  expect((await hall.account()).credit).toBe(2200)
})

test('turns the money into credit again when the voucher is voided', async () => {
  const hall = await givenPaidAhead()
  const { body: left } = await leave(hall, hall.clerk, { net: 2200 })
  await hall.clerk.post(`/user/fees/refunds/${left.refund._id}/void`, { reason: 'Not collected' })
  expect(await hall.account()).toMatchObject({ owed: 0, credit: 2200 })
  expect(await hall.checks()).toEqual([])
})
