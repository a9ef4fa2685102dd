import { expect, test } from 'vitest'
import { cashCheck } from '#money/cashbox/server/cashbox.checks.ts'
import { chargeBegunMonths } from '#money/charging/server/charging.job.service.ts'
import type { Fee } from '#money/fees/fees.shapes.contract.ts'
import { moneyCheck } from '#money/fees/server/fees.checks.ts'
import type { UsersTable } from '#server/db/tables/people.ts'
import { features } from '#server/features.ts'
import { journalCheck } from '#server/journal/check.ts'
import { given, type SignedInPerson } from '#server/testing/given.ts'

/** Morning costs ₹600, Full-day ₹900, Afternoon ₹600; today is 21 November: ten days are left, that day included. */
const givenHall = async (account: Partial<UsersTable> = {}, rule = 'days') => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const [clerk, admin] = [await app.as('manager'), await app.as('superadmin')]
  const slotFees = { morning: 600, afternoon: 600, 'full-day': 900 }
  await admin.put('/customization/hall', { monthlyFee: 800, slotFees, partMonth: rule, monthBegins: 'first' })
  const student = await app.as('student', { name: 'Ananya Rao', dateJoined: '2026-09-01', slot: 'morning', seatNumber: 7, ...account })
  const studentId = student._id
  const fee = async (amount: number, month = 11, year = 2026): Promise<Fee> =>
    (await clerk.post('/user/fees', { studentId, kind: 'monthly', month, year, amount, notes: 'As agreed' })).body
  const pay = async (amount: number) => (await clerk.post('/user/fees/payments', { studentId, amount, method: 'cash' })).body
  const price = (query: string, who = clerk) => who.get(`/user/fees/shift-change?studentId=${studentId}&${query}`)
  const change = (more: object, who: SignedInPerson = admin) =>
    who.post('/user/fees/shift-change', {
      studentId,
      slot: 'full-day',
      from: '2026-11-21',
      expected: 0,
      clientId: crypto.randomUUID(),
      ...more,
    })
  const account_ = async () => (await clerk.get(`/user/fees/accounts/${studentId}`)).body
  const profile = async () => (await clerk.get(`/user/profile/${studentId}`)).body
  const fees = async () =>
    (await clerk.get(`/user/fees/${studentId}`)).body.items.map(({ month, amount, paidAmount }: Fee) => [month, amount, paidAmount])
  const checks = async () => [
    ...(await moneyCheck.run(app.platform)),
    ...(await cashCheck.run(app.platform)),
    ...(await journalCheck(Object.values(features).flatMap(({ journal }) => journal)).run(app.platform)),
  ]
  return { app, clerk, admin, studentId, fee, pay, price, change, account: account_, profile, fees, checks }
}

/** Ten of thirty days cost ₹100 of the ₹300 between the two fees. */
const rules = [
  ['days', 'more', 100],
  ['half', 'more', 150],
  ['full', 'more', 300],
  ['days', 'less', -100],
  ['half', 'less', 0],
  ['full', 'less', 0],
] as const
const payments = [
  ['unpaid', 0],
  ['part paid', 400],
  ['paid', 1_000],
] as const

const cases = rules.flatMap(([rule, way, amount]) => payments.map(([state, share]) => ({ rule, way, amount, state, share })))

test.each(cases)('books $amount for a move to a shift that costs $way, by the rule $rule, if the month is $state', async (one) => {
  const [first, second, old] = one.way === 'more' ? (['morning', 'full-day', 600] as const) : (['full-day', 'morning', 900] as const)
  const hall = await givenHall({ slot: first }, one.rule)
  const paid = (old * one.share) / 1_000
  await hall.fee(old)
  if (paid > 0) await hall.pay(paid)
  const seen = (await hall.price(`slot=${second}`)).body
  expect(seen).toMatchObject({ amount: one.amount, rule: one.rule, before: { monthlyFee: old }, month: { daysLeft: 10, days: 30 } })
  const { status, body } = await hall.change({ slot: second, expected: one.amount })
  expect([status, body]).toEqual([201, { studentId: hall.studentId, slot: second, seatNumber: 7, from: '2026-11-21', amount: one.amount }])
  const now = old + one.amount
  const credit = Math.max(0, paid - now)
  expect(await hall.fees()).toEqual([[11, now, Math.min(paid, now)]])
  expect(await hall.account()).toMatchObject({ owed: now - Math.min(paid, now), credit })
  expect(seen.credit).toBe(credit)
  expect(await hall.profile()).toMatchObject({ slot: second, seatNumber: 7 })
  const statement = (await hall.clerk.get(`/user/fees/statements/${hall.studentId}?from=2026-01-01&to=2026-12-31`)).body
  expect(statement.closing).toBe(now - paid)
  expect(await hall.checks()).toEqual([])
})

test('changes nothing for a student with a fee of their own, and says so', async () => {
  const hall = await givenHall({ monthlyFee: 70_000 })
  await hall.fee(700)
  expect((await hall.price('slot=full-day')).body).toMatchObject({
    hasOwnFee: true,
    before: { monthlyFee: 700 },
    after: { monthlyFee: 700 },
    fees: [],
    amount: 0,
  })
  expect((await hall.change({})).status).toBe(201)
  expect(await hall.fees()).toEqual([[11, 700, 0]])
  expect((await hall.profile()).slot).toBe('full-day')
})

test('changes months that are charged already in full, and leaves earlier ones', async () => {
  const hall = await givenHall({ slot: 'full-day' })
  for (const [month, year] of [
    [10, 2026],
    [11, 2026],
    [12, 2026],
    [1, 2027],
  ] as const)
    await hall.fee(900, month, year)
  await hall.pay(4 * 900)
  const { fees, amount, credit } = (await hall.price('slot=morning')).body
  expect(fees.map(({ month, before, after }: { month: number; before: number; after: number }) => [month, before, after])).toEqual([
    [11, 900, 800],
    [12, 900, 600],
    [1, 900, 600],
  ])
  expect([amount, credit]).toEqual([-700, 700])
  await hall.change({ slot: 'morning', expected: -700 })
  expect(await hall.account()).toMatchObject({ owed: 0, credit: 700 })
  expect(await hall.checks()).toEqual([])
})

test('pays other open fees from the credit, and charges the next month at the new fee', async () => {
  const hall = await givenHall({ slot: 'full-day' })
  await chargeBegunMonths(hall.app.platform)
  await hall.fee(900)
  await hall.pay(900)
  await hall.clerk.post('/user/fees', { studentId: hall.studentId, kind: 'locker', month: 11, year: 2026, amount: 60, notes: '' })
  await hall.change({ slot: 'morning', expected: -100 })
  expect(await hall.account()).toMatchObject({ owed: 0, credit: 40 })
  hall.app.setNow('2026-12-02T06:00:00.000Z')
  await chargeBegunMonths(hall.app.platform)
  const { items } = (await (await hall.app.as('manager')).get(`/user/fees/${hall.studentId}`)).body
  expect(items.find(({ month }: Fee) => month === 12)).toMatchObject({ amount: 600 })
})

test('costs nothing in the end if a move is taken back on the same day, by every rule', async () => {
  for (const rule of ['days', 'half', 'full'])
    for (const [first, second, old] of [
      ['morning', 'full-day', 600],
      ['full-day', 'morning', 900],
    ] as const) {
      const hall = await givenHall({ slot: first }, rule)
      await hall.fee(old)
      await hall.pay(old)
      for (const slot of [second, first]) {
        const { amount } = (await hall.price(`slot=${slot}`)).body
        expect((await hall.change({ slot, expected: amount })).status).toBe(201)
      }
      expect([rule, first, await hall.fees()]).toEqual([rule, first, [[11, old, old]]])
      expect(await hall.checks()).toEqual([])
    }
})

test('counts the days of the month in which the student joined, and of months that begin on the joining day', async () => {
  const joined = await givenHall({ dateJoined: '2026-11-12' })
  await joined.fee(380)
  expect((await joined.price('slot=full-day')).body).toMatchObject({ amount: 100 })
  const own = await givenHall({ dateJoined: '2026-09-16' })
  await own.admin.put('/customization/hall', { monthBegins: 'joining-day' })
  await own.fee(600, 10)
  await own.fee(600)
  expect((await own.price('slot=full-day')).body).toMatchObject({
    amount: 250,
    month: { month: 11, to: '2026-12-15', daysLeft: 25, days: 30 },
  })
  // On 15 November the month that began on 16 October has one day left, and November follows in full.
  expect((await own.price('slot=full-day&from=2026-11-15')).body).toMatchObject({
    month: { month: 10, to: '2026-11-15', daysLeft: 1, days: 31 },
    fees: [
      { month: 10, before: 600, after: 610 },
      { month: 11, before: 600, after: 900 },
    ],
  })
})

test('books nothing if this month has no fee, and says why', async () => {
  const hall = await givenHall()
  expect((await hall.price('slot=full-day')).body).toMatchObject({ fees: [], amount: 0, month: { state: 'not-charged' } })
  expect((await hall.change({})).status).toBe(201)
  expect(await hall.fees()).toEqual([])
  const { body } = await hall.admin.post('/user', {
    ...{ name: 'Paid on paper', email: 'paper@example.org', password: 'quiet-reading-room', role: 'student', slot: 'morning' },
    ...{ dateJoinedLibrary: '2026-05-01', paidUpTo: '2026-11', reason: 'Paid on paper' },
  })
  const paper = await hall.clerk.get(`/user/fees/shift-change?studentId=${body._id}&slot=full-day`)
  expect(paper.body).toMatchObject({ fees: [], month: { state: 'paid-before' } })
})

test('never lowers a fee below zero', async () => {
  const hall = await givenHall({ slot: 'full-day' })
  const { _id } = await hall.fee(900)
  await hall.clerk.put(`/user/fees/${_id}`, { amount: 40, reason: 'Away with fever', adjustment: 'waiver' })
  expect((await hall.price('slot=morning')).body.amount).toBe(-40)
  await hall.change({ slot: 'morning', expected: -40 })
  expect(await hall.fees()).toEqual([[11, 0, 0]])
  expect(await hall.checks()).toEqual([])
})

test('books nothing if the price or the shift has changed since, or the seat is taken', async () => {
  const hall = await givenHall()
  await hall.fee(600)
  await hall.app.as('student', { name: 'Ravi' })
  const ravi = await hall.app.as('student', { name: 'Ravi Kumar' })
  expect((await hall.admin.put(`/user/${ravi._id}`, { slot: 'afternoon', seatNumber: 7 })).status).toBe(200)
  const untouched = async () =>
    expect([await hall.fees(), await hall.profile()]).toMatchObject([[[11, 600, 0]], { slot: 'morning', seatNumber: 7 }])
  const taken = await hall.change({ expected: 100 })
  expect([taken.status, taken.body.code, taken.body.message]).toEqual([409, 'users.seat_taken', expect.stringContaining('Ravi Kumar')])
  await untouched()
  const changed = await hall.change({ expected: 90, seatNumber: 8 })
  expect([changed.status, changed.body.code]).toEqual([409, 'shift-change.changed'])
  await untouched()
  expect(await hall.app.db.selectFrom('shiftChanges').selectAll().execute()).toEqual([])
  expect((await hall.change({ expected: 100, seatNumber: 8 })).status).toBe(201)
  expect(await hall.profile()).toMatchObject({ slot: 'full-day', seatNumber: 8 })
  const again = await hall.change({ expected: 100, seatNumber: 8 })
  expect([again.status, again.body.code]).toEqual([409, 'shift-change.same_shift'])
  expect((await hall.change({ slot: 'afternoon', expected: -100, seatNumber: null })).body.seatNumber).toBeNull()
})

test('changes the shift once if a call is sent twice, and rejects the same id with other content', async () => {
  const hall = await givenHall()
  await hall.fee(600)
  const sent = { expected: 100, clientId: crypto.randomUUID() }
  const [first, second] = [await hall.change(sent), await hall.change(sent)]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect(await hall.fees()).toEqual([[11, 700, 0]])
  expect((await hall.change({ ...sent, slot: 'afternoon' })).body.code).toBe('fees.other_content')
  expect((await hall.change(sent, await hall.app.as('superadmin'))).body.code).toBe('fees.other_content')
})

test('requires a day that can be booked, not before joining or the last change', async () => {
  const hall = await givenHall({ dateJoined: '2026-09-10' })
  const code = async (from: string, more: object = {}) => (await hall.change({ from, ...more })).body.code
  expect(await code('2026-11-22')).toBe('fees.in_the_future')
  expect(await code('2026-09-09')).toBe('shift-change.before_joining')
  expect(await code('2026-11-10')).toBe('fees.reason_for_date')
  expect((await hall.price('slot=full-day&from=2026-11-10')).body.code).toBe('fees.too_far_back')
  await hall.admin.post('/user/fees/locks', { month: 10, year: 2026 })
  expect(await code('2026-10-31', { dateReason: 'Found the note' })).toBe('fees.month_locked')
  expect((await hall.price('slot=full-day&from=2026-10-31', hall.admin)).body.code).toBe('fees.month_locked')
  expect((await hall.change({ from: '2026-11-10', dateReason: 'Found the note' })).status).toBe(201)
  expect((await hall.price('slot=morning&from=2026-11-09', hall.admin)).body).toMatchObject({ code: 'shift-change.before_last_change' })
  expect((await hall.price('slot=morning&from=2026-11-10', hall.admin)).body.earliest).toBe('2026-11-10')
})

test('requires a valid account, an offered shift and an existing seat', async () => {
  const hall = await givenHall({ terminationDate: '2026-11-21' })
  const code = async (more: object) => (await hall.change(more)).body.code
  expect(await code({ slot: 'evening' })).toBe('shifts.missing')
  expect(await code({ seatNumber: 99 })).toBe('users.seat_missing')
  expect((await hall.price('slot=full-day&seatNumber=99')).body.code).toBe('users.seat_missing')
  await hall.admin.put(`/user/${hall.studentId}/termination`, { terminationDate: '2026-11-20' })
  expect(await code({})).toBe('shift-change.ended')
})

test('only superadmins change a shift; all staff see the price', async () => {
  const hall = await givenHall()
  await hall.fee(600)
  const admin = await hall.app.as('admin')
  for (const who of [admin, hall.clerk]) expect((await hall.change({ expected: 100 }, who)).status).toBe(403)
  expect((await hall.price('slot=full-day', admin)).body.amount).toBe(100)
})

test('lists lower fees for the owner with the shift as the reason, and writes the audit', async () => {
  const hall = await givenHall({ slot: 'full-day' })
  await hall.fee(900)
  await hall.change({ slot: 'morning', expected: -100 })
  const list = (await hall.admin.get('/user/fees/check/entries?kind=concessions&month=2026-11')).body
  expect(list.items).toEqual([expect.objectContaining({ amount: 100, reason: 'moved:2026-11-21:Morning' })])
  const audit = JSON.stringify((await hall.admin.get('/audit')).body)
  for (const action of ['fees.changeShift', 'users.update']) expect(audit).toContain(action)
})
