import { describe, expect, test } from 'vitest'
import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import { chargeBegunMonths } from './charging.job.service.ts'

/** 21 November 2026 in the hall, a Saturday. */
const start = '2026-11-21T06:00:00.000Z'

const run = (app: Given) => chargeBegunMonths(app.platform)

const givenHall = async () => {
  const app = await given()
  app.setNow(start)
  // As the first start of a new hall does.
  await run(app)
  const admin = await app.as('admin')
  const owner = await app.as('superadmin')
  return { app, admin, owner }
}

const confirmFee = (admin: SignedInPerson, monthlyFee = 900) => admin.put('/customization/hall', { monthlyFee })

const joinedOn = (app: Given, dateJoined: string | null, more: object = {}) => app.as('student', { dateJoined, createdAt: start, ...more })

/** Asked by someone who has just signed in: sessions end while months pass. */
const feesOf = async (app: Given, id: string): Promise<string[]> =>
  (await (await app.as('admin')).get(`/user/fees/${id}`)).body.items.map(
    ({ month, year, amount }: { month: number; year: number; amount: number }) => `${year}-${month} ${amount}`,
  )

describe('monthly fees are charged automatically', () => {
  test('for the month in which a student joins, and then for each month when it begins, once', async () => {
    const { app, admin } = await givenHall()
    await confirmFee(admin)
    const { _id } = await joinedOn(app, '2026-11-21')
    for (const at of [start, '2026-11-21T20:00:00.000Z', '2026-11-30T18:00:00.000Z']) {
      app.setNow(at)
      await run(app)
      expect(await feesOf(app, _id)).toEqual(['2026-11 900'])
    }
    // Midnight in India.
    app.setNow('2026-11-30T18:30:00.000Z')
    await Promise.all([run(app), run(app)])
    expect(await feesOf(app, _id)).toEqual(['2026-12 900', '2026-11 900'])
  })

  test('for all months that began while the machine was off', async () => {
    const { app, admin } = await givenHall()
    await confirmFee(admin)
    const { _id } = await joinedOn(app, '2026-11-21')
    await run(app)
    app.setNow('2027-02-10T06:00:00.000Z')
    await run(app)
    expect(await feesOf(app, _id)).toEqual(['2027-2 900', '2027-1 900', '2026-12 900', '2026-11 900'])
  })

  test('never for months that began before charging was on or the account was made', async () => {
    const { app, admin } = await givenHall()
    await confirmFee(admin)
    const { _id } = await joinedOn(app, '2026-08-05')
    await run(app)
    expect(await feesOf(app, _id)).toEqual([])
    app.setNow('2026-12-01T06:00:00.000Z')
    await run(app)
    expect(await feesOf(app, _id)).toEqual(['2026-12 900'])
  })

  test('not after the last day of a student, and not for someone who was deleted', async () => {
    const { app, admin, owner } = await givenHall()
    await confirmFee(admin)
    const ended = await joinedOn(app, '2026-11-21', { terminationDate: '2026-11-30' })
    const deleted = await joinedOn(app, '2026-11-21')
    await owner.del(`/user/${deleted._id}`)
    app.setNow('2026-12-05T06:00:00.000Z')
    await run(app)
    expect(await feesOf(app, ended._id)).toEqual(['2026-11 900'])
    expect((await admin.get('/user/fees')).body.total).toBe(1)
  })

  test('not at the hall’s fee before someone has saved it, unless the student or the slot has a fee', async () => {
    const { app, admin } = await givenHall()
    await admin.put('/customization/hall', { slotFees: { morning: 600 } })
    const hallFee = await joinedOn(app, '2026-11-21')
    const own = await joinedOn(app, '2026-11-21', { monthlyFee: 70_000 })
    const morning = await joinedOn(app, '2026-11-21', { slot: 'morning' })
    app.setNow('2026-11-22T06:00:00.000Z')
    await run(app)
    expect(await feesOf(app, hallFee._id)).toEqual([])
    expect(await feesOf(app, own._id)).toEqual(['2026-11 700'])
    expect(await feesOf(app, morning._id)).toEqual(['2026-11 600'])
    expect((await admin.get('/user/fees/charging')).body.skipped).toEqual({ feeNotConfirmed: 1, noJoiningDate: 0 })
    // Saving it unchanged is enough, and the same day's run takes up who was skipped.
    const { monthlyFee } = (await admin.get('/customization')).body.hall
    await confirmFee(admin, monthlyFee)
    await run(app)
    expect(await feesOf(app, hallFee._id)).toEqual([`2026-11 ${monthlyFee}`])
  })

  test.each([
    ['full', 900],
    ['days', 300],
    ['half', 450],
  ])('the month of joining costs %s: ₹%i of ₹900 from the 21st', async (partMonth, amount) => {
    const { app, admin } = await givenHall()
    await confirmFee(admin)
    await admin.put('/customization/hall', { partMonth })
    const { _id } = await joinedOn(app, '2026-11-21')
    app.setNow('2026-12-01T06:00:00.000Z')
    await run(app)
    expect(await feesOf(app, _id)).toEqual(['2026-12 900', `2026-11 ${amount}`])
  })

  test('on the joining day of each student, where the hall says so', async () => {
    const { app, admin } = await givenHall()
    await confirmFee(admin)
    await admin.put('/customization/hall', { monthBegins: 'joining-day', partMonth: 'days' })
    const { _id } = await joinedOn(app, '2026-10-31', { terminationDate: '2026-12-30' })
    await run(app)
    app.setNow('2026-11-29T06:00:00.000Z')
    await run(app)
    expect(await feesOf(app, _id)).toEqual([])
    app.setNow('2026-11-30T06:00:00.000Z')
    await run(app)
    app.setNow('2027-01-05T06:00:00.000Z')
    await run(app)
    // The month of 31 December would begin after the last day.
    expect(await feesOf(app, _id)).toEqual(['2026-11 900'])
  })

  test('a first payment names the month in which the student joins', async () => {
    const { app, admin } = await givenHall()
    await confirmFee(admin)
    const { _id } = await joinedOn(app, '2026-11-21')
    const { body } = await admin.post('/user/fees/payments', { studentId: _id, amount: 900, method: 'cash' })
    expect(body).toMatchObject({ credit: 0, lines: [{ kind: 'monthly', month: 11, year: 2026, amount: 900 }] })
    await run(app)
    expect(await feesOf(app, _id)).toEqual(['2026-11 900'])
  })

  test('a student sees a month that has begun and is not charged yet', async () => {
    const { app, admin } = await givenHall()
    await confirmFee(admin)
    const student = await joinedOn(app, '2026-11-21')
    const uncharged = async () => (await student.get(`/user/fees/accounts/${student._id}`)).body.uncharged
    expect(await uncharged()).toEqual([{ month: 11, year: 2026, amount: 900 }])
    await run(app)
    expect(await uncharged()).toEqual([])
  })
})

describe('an account is complete', () => {
  const isComplete = async (student: SignedInPerson) => (await student.get(`/user/fees/accounts/${student._id}`)).body.isComplete

  test('once every month that has begun is charged, whether or not it is charged automatically', async () => {
    const { app, admin } = await givenHall()
    await admin.put('/user/fees/charging', { isOn: false })
    const student = await joinedOn(app, '2026-09-05')
    expect(await isComplete(student)).toBe(false)
    await admin.post(`/user/fees/generate/${student._id}`, { feeAmount: 900 })
    expect(await isComplete(student)).toBe(true)
    app.setNow('2026-12-01T06:00:00.000Z')
    expect(await isComplete(student)).toBe(false)
  })

  test('not if a student with a seat has no joining date', async () => {
    const { app } = await givenHall()
    expect(await isComplete(await joinedOn(app, null, { seatNumber: 4, slot: 'full-day' }))).toBe(false)
    expect(await isComplete(await joinedOn(app, null))).toBe(true)
  })

  test('before a month begins on the joining day', async () => {
    const { app, admin } = await givenHall()
    await admin.put('/customization/hall', { monthBegins: 'joining-day' })
    const student = await joinedOn(app, '2026-10-25')
    await admin.post('/user/fees', { studentId: student._id, kind: 'monthly', year: 2026, month: 10, amount: 900 })
    expect(await isComplete(student)).toBe(true)
    app.setNow('2026-11-25T06:00:00.000Z')
    expect(await isComplete(student)).toBe(false)
  })
})

describe('switching it on', () => {
  test('in a hall with data, previews what comes next, and charges nothing that began before', async () => {
    const { app, admin } = await givenHall()
    await confirmFee(admin)
    await admin.put('/user/fees/charging', { isOn: false })
    const before = { createdAt: '2026-11-21T05:00:00.000Z' }
    const { _id } = await joinedOn(app, '2026-11-02', before)
    await joinedOn(app, '2026-06-02', before)
    await run(app)
    expect((await admin.get('/user/fees')).body.total).toBe(0)
    const next = { from: '2026-12-01', to: '2026-12-01', fees: 2, amount: 1800 }
    expect((await admin.get('/user/fees/charging')).body).toMatchObject({ isOn: false, since: null, next, lastRun: null })
    const { body } = await admin.put('/user/fees/charging', { isOn: true })
    expect(body).toMatchObject({ isOn: true, since: '2026-11-21', next: { from: '2026-12-01' } })
    app.setNow('2026-12-01T06:00:00.000Z')
    await run(app)
    expect((await admin.get('/user/fees/charging')).body.lastRun).toMatchObject({ day: '2026-12-01', fees: 2, amount: 1800, undone: null })
    expect(await feesOf(app, _id)).toContain('2026-12 900')
  })

  test('is for admins, and is in the audit', async () => {
    const { app, admin } = await givenHall()
    const manager = await app.as('manager')
    expect((await manager.put('/user/fees/charging', { isOn: false })).status).toBe(403)
    await admin.put('/user/fees/charging', { isOn: false })
    const audit = await app.db.selectFrom('audit').select(['action', 'after']).where('action', '=', 'charging.setOn').execute()
    expect(audit).toEqual([{ action: 'charging.setOn', after: '{"isOn":false,"since":null}' }])
  })
})

describe('undoing a run', () => {
  const givenRun = async () => {
    const { app, admin, owner } = await givenHall()
    await confirmFee(admin)
    const paid = await joinedOn(app, '2026-11-21')
    const open = await joinedOn(app, '2026-11-21')
    await run(app)
    await admin.post('/user/fees/payments', { studentId: paid._id, amount: 100, method: 'cash' })
    const { lastRun } = (await admin.get('/user/fees/charging')).body
    return { app, admin, owner, paid, open, id: lastRun._id as string }
  }

  test('withdraws the fees on which nothing was paid, which the job does not charge again', async () => {
    const { app, admin, paid, open, id } = await givenRun()
    const { body } = await admin.post(`/user/fees/charging/${id}/undo`)
    expect(body).toMatchObject({ fees: 2, undone: { by: admin.me.name, withdrawn: 1 } })
    app.setNow('2026-11-22T06:00:00.000Z')
    await run(app)
    expect(await feesOf(app, open._id)).toEqual([])
    expect(await feesOf(app, paid._id)).toEqual(['2026-11 900'])
  })

  test('leaves the months chargeable, once', async () => {
    const { app, admin, open, id } = await givenRun()
    await admin.post(`/user/fees/charging/${id}/undo`)
    const generate = () => admin.post(`/user/fees/generate/${open._id}`, { feeAmount: 900 })
    expect((await generate()).body).toMatchObject({ created: 1 })
    expect((await generate()).body).toMatchObject({ created: 0 })
    expect((await admin.post(`/user/fees/charging/${id}/undo`)).status).toBe(409)
    expect(await feesOf(app, open._id)).toEqual(['2026-11 900'])
  })

  test('happens once of two at the same time, and not to a fee that is being paid', async () => {
    const { app, admin, open, id } = await givenRun()
    const pay = admin.post('/user/fees/payments', { studentId: open._id, amount: 900, method: 'cash' })
    const [first, second, payment] = await Promise.all([
      admin.post(`/user/fees/charging/${id}/undo`),
      admin.post(`/user/fees/charging/${id}/undo`),
      pay,
    ])
    expect([first.status, second.status].toSorted()).toEqual([200, 409])
    const account = (await admin.get(`/user/fees/accounts/${open._id}`)).body
    const isPaid = payment.body.credit === 0
    expect(await feesOf(app, open._id)).toEqual(isPaid ? ['2026-11 900'] : [])
    expect(account.credit).toBe(isPaid ? 0 : 900)
  })
})

describe('students who are not charged', () => {
  test('are listed by seat with the reason, until they are', async () => {
    const { app, admin } = await givenHall()
    const seated = { slot: 'full-day' } as const
    const noDate = await joinedOn(app, null, { ...seated, seatNumber: 2 })
    const open = await joinedOn(app, '2026-11-02', { ...seated, seatNumber: 1, monthlyFee: 80_000 })
    await joinedOn(app, null)
    await joinedOn(app, '2026-12-02', { ...seated, seatNumber: 3 })
    const listed = async () =>
      (await admin.get('/user/fees/charging/uncharged')).body.items.map(({ _id, reason }: { _id: string; reason: string }) => [_id, reason])
    expect(await listed()).toEqual([
      [open._id, 'not-charged'],
      [noDate._id, 'no-joining-date'],
    ])
    await admin.post(`/user/fees/generate/${open._id}`, { feeAmount: 800 })
    expect(await listed()).toEqual([[noDate._id, 'no-joining-date']])
    expect((await admin.get('/user/fees/charging')).body.skipped.noJoiningDate).toBe(1)
  })
})
