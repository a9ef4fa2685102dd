import { expect, test } from 'vitest'
import { cashCheck } from '#money/cashbox/server/cashbox.checks.ts'
import { moneyCheck } from '#money/fees/server/fees.checks.ts'
import type { UsersTable } from '#server/db/tables/people.ts'
import { given } from '#server/testing/given.ts'

const givenHall = async (account: Partial<UsersTable> = {}) => {
  const app = await given()
  app.setNow('2026-11-23T06:00:00.000Z')
  const [clerk, admin] = [await app.as('manager'), await app.as('superadmin')]
  await admin.put('/customization/hall', { monthlyFee: 900 })
  const student = await app.as('student', {
    name: 'Asha Verma',
    dateJoined: '2026-09-23',
    terminationDate: '2026-11-22',
    slot: 'morning',
    seatNumber: 4,
    ...account,
  })
  const id = student._id
  const charge = (month: number, kind = 'monthly', amount = 900) =>
    clerk.post('/user/fees', { studentId: id, kind, month, year: 2026, amount, notes: 'As agreed' })
  const cost = async (until = '2026-12-22') => (await clerk.get(`/user/${id}/renewal?until=${until}`)).body
  const renew = (body: object, who = clerk) => who.post(`/user/${id}/renewal`, { terminationDate: '2026-12-22', ...body })
  const cash = (amount: number, more: object = {}) => ({ payment: { method: 'cash', amount, clientId: crypto.randomUUID(), ...more } })
  const account_ = async () => (await clerk.get(`/user/fees/accounts/${id}`)).body
  const profile = async () => (await clerk.get(`/user/profile/${id}`)).body
  const fees = async () =>
    (await clerk.get(`/user/fees/${id}`)).body.items.map(({ month }: { month: number }) => month).toSorted((a: number, b: number) => a - b)
  const checks = async () => [...(await moneyCheck.run(app.platform)), ...(await cashCheck.run(app.platform))]
  return { app, clerk, admin, id, charge, cost, renew, cash, account: account_, profile, fees, checks }
}

test('renews, charges the new month and returns a receipt that names it, in one call', async () => {
  const hall = await givenHall()
  await hall.charge(11, 'monthly', 900)
  await hall.charge(10, 'other', 1600)
  expect(await hall.cost()).toEqual({
    until: '2026-12-22',
    months: [{ month: 12, year: 2026, amount: 900 }],
    monthsAmount: 900,
    owed: 2500,
    credit: 0,
    total: 3400,
  })
  const { status, body } = await hall.renew(hall.cash(3400))
  expect([status, body.user.terminationDate, body.user.seatNumber]).toEqual([200, '2026-12-22', 4])
  expect(body.payment).toMatchObject({ amount: 3400, credit: 0 })
  expect(body.payment.lines.map(({ month }: { month: number }) => month)).toEqual([10, 11, 12])
  expect(await hall.account()).toMatchObject({ owed: 0, credit: 0 })
  expect(await hall.checks()).toEqual([])
})

test('charges only months that have begun or that the payment reaches', async () => {
  const hall = await givenHall()
  await hall.charge(11)
  expect((await hall.cost('2027-11-22')).months).toHaveLength(12)
  await hall.renew({ ...hall.cash(900 + 1000), terminationDate: '2027-11-22' })
  expect(await hall.fees()).toEqual([1, 11, 12])
  expect(await hall.account()).toMatchObject({ owed: 800, credit: 0 })
})

test('charges nothing without a payment, and deducts credit from the amount to pay', async () => {
  const hall = await givenHall()
  await hall.charge(11)
  await hall.clerk.post('/user/fees/payments', { studentId: hall.id, amount: 1000, method: 'cash' })
  expect(await hall.cost()).toMatchObject({ owed: 0, credit: 100, total: 800 })
  expect((await hall.renew({})).body.payment).toBeNull()
  expect(await hall.fees()).toEqual([11])
})

test('renews nothing if the payment is rejected', async () => {
  const hall = await givenHall()
  const { body } = await hall.renew(hall.cash(900, { method: 'upi' }))
  expect(body.code).toBe('fees.reference_needed')
  expect((await hall.profile()).terminationDate).toBe('2026-11-22')
  expect(await hall.fees()).toEqual([])
})

test('renews and records the payment once if a call is sent twice', async () => {
  const hall = await givenHall()
  const sent = hall.cash(900)
  const [first, second] = [await hall.renew(sent), await hall.renew(sent)]
  expect(second.body).toEqual(first.body)
  expect((await hall.account()).payments).toHaveLength(1)
  expect((await hall.renew({ ...sent, terminationDate: '2027-01-22' })).body.code).toBe('fees.other_content')
})

test('rejects a seat that is no longer free until it is given up', async () => {
  const hall = await givenHall()
  await hall.app.as('student', { name: 'Meena Rao' })
  const other = await hall.app.as('student', { slot: 'morning' })
  expect((await hall.admin.put(`/user/${other._id}`, { seatNumber: 4 })).status).toBe(200)
  const taken = await hall.renew(hall.cash(900))
  expect([taken.status, taken.body.code]).toEqual([409, 'users.seat_taken'])
  expect((await hall.account()).payments).toEqual([])
  expect((await hall.renew({ ...hall.cash(900), seatNumber: 5 })).body.code).toBe('not_allowed')
  expect((await hall.renew({ ...hall.cash(900), withoutSeat: true })).body.user.seatNumber).toBeNull()
})

test('lets a superadmin renew on another seat', async () => {
  const hall = await givenHall()
  const { body } = await hall.renew({ ...hall.cash(900), seatNumber: 5 }, hall.admin)
  expect(body.user).toMatchObject({ seatNumber: 5, terminationDate: '2026-12-22' })
})

test('lets managers renew if the Hall rules allow it', async () => {
  const hall = await givenHall()
  await hall.admin.put('/customization/rules', { managersRenew: false })
  expect((await hall.renew(hall.cash(900))).body.code).toBe('customization.no_renewal')
  expect((await hall.clerk.get(`/user/${hall.id}/renewal?until=2026-12-22`)).status).toBe(403)
})

test('starts the months with the new stay after a gap, unless the gap is charged', async () => {
  const hall = await givenHall({ dateJoined: '2026-06-01', terminationDate: '2026-08-31' })
  expect((await hall.cost()).months.map(({ month }: { month: number }) => month)).toEqual([11, 12])
  const { body } = await hall.clerk.get(`/user/${hall.id}/renewal?until=2026-12-22&chargeGap=true`)
  expect(body.months.map(({ month }: { month: number }) => month)).toEqual([9, 10, 11, 12])
})
