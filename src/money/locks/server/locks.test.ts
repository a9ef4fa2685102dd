import { expect, test } from 'vitest'
import { transact } from '#server/db/transact.ts'
import { type Given, given } from '#server/testing/given.ts'
import { locksJob } from './locks.service.ts'

const givenHall = async () => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const [clerk, admin] = [await app.as('manager'), await app.as('admin')]
  const { _id: studentId } = await app.as('student', { dateJoined: '2026-07-01' })
  const sent = { studentId, amount: 100, method: 'cash' }
  const pay = (more: object, by = clerk) => by.post('/user/fees/payments', { ...sent, ...more })
  const refund = (more: object, by = clerk) => by.post('/user/fees/refunds', { ...sent, amount: 10, reason: 'Left', ...more })
  return { app, clerk, admin, studentId, pay, refund }
}

test('lets everybody date a payment up to a week back, and an admin with a reason further back', async () => {
  const { admin, pay } = await givenHall()
  expect((await pay({ receivedOn: '2026-11-14' })).status).toBe(201)
  expect((await pay({ receivedOn: '2026-11-13' })).body).toMatchObject({
    code: 'fees.too_far_back',
    fields: { receivedOn: expect.any(String) },
  })
  expect((await pay({ receivedOn: '2026-11-13', reason: 'Found in the drawer' })).status).toBe(403)
  expect((await pay({ receivedOn: '2026-11-13' }, admin)).body).toMatchObject({
    code: 'fees.reason_for_date',
    fields: { reason: expect.any(String) },
  })
  expect((await pay({ receivedOn: '2026-11-13', reason: 'Found in the drawer' }, admin)).status).toBe(201)
  expect((await pay({ receivedOn: '2026-11-22' }, admin)).body.code).toBe('fees.in_the_future')
})

test('requires a reason for the date of an earlier refund, separate from the reason of the refund', async () => {
  const { app, admin, pay, refund } = await givenHall()
  await pay({ amount: 500, receivedOn: '2026-11-05', reason: 'Found in the drawer' }, admin)
  const paidOn = '2026-11-13'
  expect((await refund({ paidOn, dateReason: 'Clerk was away' })).body.code).toBe('fees.too_far_back')
  for (const wrong of [{}, { dateReason: 'x' }])
    expect((await refund({ paidOn, ...wrong }, admin)).body).toMatchObject({ fields: { dateReason: expect.any(String) } })
  expect((await refund({ paidOn, dateReason: 'Clerk was away' }, admin)).body).toMatchObject({ reason: 'Left', paidOn })
  const kept = await app.db.selectFrom('refunds').select(['reason', 'dateReason']).execute()
  expect(kept).toEqual([{ reason: 'Left', dateReason: 'Clerk was away' }])
  const audited = await app.db.selectFrom('audit').select('after').where('action', '=', 'fees.refund').execute()
  expect(audited.map(({ after }) => JSON.parse(after ?? '').dateReason)).toEqual(['Clerk was away'])
})

test('rejects money dated into a locked month, while fees of that month can be paid, reduced and voided', async () => {
  const { clerk, admin, studentId, pay, refund } = await givenHall()
  const late = (await clerk.post('/user/fees', { studentId, kind: 'late', month: 10, year: 2026, amount: 50 })).body
  const paid = (await pay({ amount: 500 })).body
  const { status, body } = await admin.post('/user/fees/locks', { month: 10, year: 2026 })
  expect([status, body.items[0]]).toEqual([201, { month: 10, year: 2026, lockedAt: expect.any(String), lockedBy: admin.me.name }])
  const reason = 'Found in the drawer'
  for (const receivedOn of ['2026-10-31', '2026-09-30', '2020-01-01'])
    expect((await pay({ receivedOn, reason }, admin)).body).toMatchObject({
      code: 'fees.month_locked',
      fields: { receivedOn: expect.any(String) },
    })
  expect((await refund({ paidOn: '2026-10-31' }, admin)).body.code).toBe('fees.month_locked')
  expect((await pay({ receivedOn: '2026-11-01', reason }, admin)).status).toBe(201)
  expect((await clerk.post(`/user/fees/payments/${paid._id}/void`, { reason: 'Wrong' })).status).toBe(200)
  expect((await clerk.put(`/user/fees/${late._id}`, { amount: 20, adjustment: 'waiver', reason: 'Rain' })).status).toBe(200)
  expect((await clerk.put(`/user/fees/${late._id}`, { paid: true })).status).toBe(200)
  expect((await clerk.post(`/user/fees/generate/${studentId}`, { feeAmount: 700 })).body.created).toBe(5)
})

test('rejects money dated into a month that an admin has just locked, even less than a week ago', async () => {
  const { app, clerk, admin, studentId, pay, refund } = await givenHall()
  app.setNow('2026-11-03T06:00:00.000Z')
  expect((await pay({ receivedOn: '2026-10-31', amount: 500 })).status).toBe(201)
  expect((await admin.post('/user/fees/locks', { month: 10, year: 2026 })).status).toBe(201)
  const box = { kind: 'out', amount: 60, purpose: 'Water', paidOn: '2026-10-31' }
  for (const [refused, field] of [
    [await pay({ receivedOn: '2026-10-31' }), 'receivedOn'],
    [await refund({ paidOn: '2026-10-31' }), 'paidOn'],
    [await clerk.post('/user/fees/box', box), 'paidOn'],
  ] as const)
    expect([refused.status, refused.body.code, Object.keys(refused.body.fields)]).toEqual([400, 'fees.month_locked', [field]])
  expect((await clerk.get(`/user/fees/accounts/${studentId}`)).body.payments).toHaveLength(1)
  expect((await pay({ receivedOn: '2026-11-01' })).status).toBe(201)
})

test('stores the reason for a late date with a refund and with an entry of the cash box', async () => {
  const { app, admin, pay, refund } = await givenHall()
  await pay({ amount: 500, receivedOn: '2026-11-02', reason: 'Written on paper' }, admin)
  const late = { paidOn: '2026-11-03', dateReason: 'Signed on paper' }
  expect((await refund({ ...late, dateReason: 'no' }, admin)).body.fields).toEqual({ dateReason: expect.any(String) })
  expect((await refund(late, admin)).status).toBe(201)
  expect(await app.db.selectFrom('refunds').select(['reason', 'dateReason']).execute()).toEqual([
    { reason: 'Left', dateReason: 'Signed on paper' },
  ])
  const box = { kind: 'out', amount: 60, purpose: 'Water', paidOn: '2026-11-03', reason: 'Found the bill' }
  expect((await admin.post('/user/fees/box', box)).status).toBe(201)
  const [entered] = await app.db.selectFrom('audit').select('after').where('action', '=', 'fees.enterBox').execute()
  expect(JSON.parse(entered?.after ?? '')).toMatchObject({ paidOn: '2026-11-03', reason: 'Found the bill' })
  const { items } = (await (await app.as('superadmin')).get('/user/fees/check/entries?kind=dates&month=2026-11')).body
  expect(items).toMatchObject([
    { subject: 'paid-out', reason: 'Water · Found the bill' },
    { subject: 'refund', reason: 'Signed on paper' },
    { subject: 'payment', reason: 'Written on paper' },
  ])
})

test('lets only admins lock a month, only once it is over, and locking it again changes nothing', async () => {
  const { clerk, admin } = await givenHall()
  expect((await clerk.post('/user/fees/locks', { month: 10, year: 2026 })).status).toBe(403)
  expect((await admin.post('/user/fees/locks', { month: 11, year: 2026 })).body).toMatchObject({
    code: 'fees.month_not_over',
    fields: { month: expect.any(String) },
  })
  await admin.post('/user/fees/locks', { month: 10, year: 2026 })
  const again = await admin.post('/user/fees/locks', { month: 9, year: 2026 })
  expect([again.status, again.body.items.length]).toEqual([201, 1])
  expect((await clerk.get('/user/fees/locks')).body.items).toHaveLength(1)
})

test('applies the newest of several locks, including the months between two locks', async () => {
  const { app, admin, pay } = await givenHall()
  await admin.post('/user/fees/locks', { month: 9, year: 2026 })
  app.setNow('2026-12-05T06:00:00.000Z')
  const { body } = await admin.post('/user/fees/locks', { month: 11, year: 2026 })
  expect(body.items.map(({ month }: { month: number }) => month)).toEqual([11, 10, 9])
  const reason = 'Found in the drawer'
  for (const receivedOn of ['2026-11-30', '2026-10-31'])
    expect((await pay({ receivedOn, reason }, admin)).body.code).toBe('fees.month_locked')
  expect((await pay({ receivedOn: '2026-12-01', reason }, admin)).status).toBe(201)
})

const runJob = ({ platform }: Given) => locksJob.run(platform)

test('locks a month automatically 45 days after its end, and keeps it locked if the clock is set back', async () => {
  const { app, admin, pay } = await givenHall()
  const reason = 'Found in the drawer'
  // September ended 45 days before 14 November.
  app.setNow('2026-11-14T06:00:00.000Z')
  expect((await pay({ receivedOn: '2026-09-30', reason }, admin)).status).toBe(201)
  app.setNow('2026-11-15T06:00:00.000Z')
  expect((await pay({ receivedOn: '2026-09-30', reason }, admin)).body.code).toBe('fees.month_locked')
  await runJob(app)
  await runJob(app)
  expect((await admin.get('/user/fees/locks')).body.items).toEqual([
    { month: 9, year: 2026, lockedAt: '2026-11-15T06:00:00.000Z', lockedBy: null },
  ])
  app.setNow('2026-11-10T06:00:00.000Z')
  expect((await pay({ receivedOn: '2026-09-30', reason }, admin)).body.code).toBe('fees.month_locked')
})

test('never dates a refund before its payment', async () => {
  const { pay, refund } = await givenHall()
  await pay({ amount: 100, receivedOn: '2026-11-18' })
  expect((await refund({ paidOn: '2026-11-17' })).body).toMatchObject({
    code: 'fees.before_payment',
    fields: { paidOn: expect.any(String) },
  })
  expect((await refund({ paidOn: '2026-11-18' })).status).toBe(201)
})

test('reproduces figures and statements of a day after later entries', async () => {
  const { app, clerk, studentId, pay, refund } = await givenHall()
  await clerk.post(`/user/fees/generate/${studentId}`, { feeAmount: 700 })
  const first = (await pay({ amount: 1000 })).body
  const months = async (query: string) => (await clerk.get(`/user/fees/months?from=2026-07&to=2026-11${query}`)).body
  const statement = async (query: string) => (await clerk.get(`/user/fees/statements/${studentId}?from=2026-04-01${query}`)).body
  const [monthsThen, statementThen] = [await months(''), await statement('&to=2026-11-21')]
  app.setNow('2026-11-22T06:00:00.000Z')
  await clerk.post(`/user/fees/payments/${first._id}/void`, { reason: 'Wrong' })
  const fees = (await clerk.get(`/user/fees/${studentId}`)).body.items
  await clerk.put(`/user/fees/${fees[0]._id}`, { amount: 300, adjustment: 'waiver', reason: 'Rain' })
  await clerk.post('/user/fees', { studentId, kind: 'late', month: 9, year: 2026, amount: 50 })
  await pay({ amount: 900, receivedOn: '2026-11-20' })
  await refund({ feeId: fees.at(-1)._id })
  expect(await months('')).not.toEqual(monthsThen)
  expect(await months('&asOf=2026-11-21')).toEqual({ ...monthsThen, asOf: '2026-11-21' })
  expect(await statement('&to=2026-11-21&asOf=2026-11-21')).toEqual({ ...statementThen, asOf: '2026-11-21' })
  expect(await months('&asOf=2026-11-22')).toEqual({ ...(await months('')), asOf: '2026-11-22' })
})

test('writes a lock to the journal and to the audit', async () => {
  const { app, admin } = await givenHall()
  await admin.post('/user/fees/locks', { month: 10, year: 2026 })
  const audit = await app.db.selectFrom('audit').select(['action', 'after']).where('action', '=', 'fees.lockMonth').execute()
  expect(audit).toEqual([{ action: 'fees.lockMonth', after: '{"month":10,"year":2026}' }])
  const entries = await transact(app.db, (tx) => tx.selectFrom('journal').select('ref').where('kind', '=', 'month-lock').execute())
  expect(entries).toEqual([{ ref: String(2026 * 12 + 9) }])
})
