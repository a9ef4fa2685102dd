import { describe, expect, test } from 'vitest'
import { chargeBegunMonths } from '#money/charging/server/charging.job.service.ts'
import { assign, givenLockers, lockerFees, soundness, takeBack } from './testing/givenLockers.ts'

describe('enters the fee of the current month', () => {
  test.each([
    ['full', 'first', 100],
    ['half', 'first', 50],
    ['days', 'first', 37],
    ['days', 'joining-day', 100],
  ])('by the rule "%s" where months begin on "%s"', async (partMonth, monthBegins, amount) => {
    const hall = await givenLockers()
    const { app, owner, clerk, idOf, student } = hall
    await owner.put('/customization/hall', { partMonth, monthBegins })
    const asha = await student()
    const { body } = await clerk.get(`/user/lockers/${idOf(5)}/quote?studentId=${asha._id}`)
    expect(body).toEqual({ fee: { month: 11, year: 2026, amount }, isCharged: false })
    await assign(hall, clerk, 5, asha._id)
    expect(await lockerFees(app, asha._id)).toEqual([`2026-11 ${amount}`])
    expect(await soundness(app)).toEqual([])
  })

  test('for the month that began on the joining day, and none before a student joins', async () => {
    const hall = await givenLockers()
    const { app, owner, clerk, setDay, student } = hall
    await owner.put('/customization/hall', { monthBegins: 'joining-day' })
    const [asha, bela] = [await student({ dateJoined: '2026-10-25' }), await student({ dateJoined: '2026-12-01' })]
    await assign(hall, clerk, 5, asha._id)
    await assign(hall, clerk, 6, bela._id)
    expect(await lockerFees(app, asha._id)).toEqual(['2026-10 100'])
    expect(await lockerFees(app, bela._id)).toEqual([])
    setDay('2026-12-02')
    await chargeBegunMonths(app.platform)
    expect(await lockerFees(app, asha._id)).toEqual(['2026-11 100', '2026-10 100'])
    expect(await lockerFees(app, bela._id)).toEqual(['2026-12 100'])
  })

  test('another amount only with a reason, and a lower one only where the hall lets managers lower fees', async () => {
    const hall = await givenLockers()
    const { app, owner, clerk, student } = hall
    await owner.put('/customization/hall', { partMonth: 'full' })
    const [asha, bela] = [await student(), await student({ name: 'Bela Roy' })]
    const refused = await assign(hall, clerk, 5, asha._id, { amount: 60 })
    expect([refused.status, refused.body.fields.reason]).toEqual([400, 'Please enter a reason for the different amount'])
    await owner.put('/customization/rules', { managersConcede: false })
    expect((await assign(hall, clerk, 5, asha._id, { amount: 60, reason: 'Door is stiff' })).status).toBe(403)
    expect(await app.db.selectFrom('lockerUses').select('id').execute()).toEqual([])
    expect((await assign(hall, owner, 5, asha._id, { amount: 0, reason: 'Door is stiff' })).status).toBe(200)
    expect((await assign(hall, clerk, 6, bela._id, { amount: 120, reason: 'With a lamp' })).status).toBe(200)
    expect([await lockerFees(app, asha._id), await lockerFees(app, bela._id)]).toEqual([['2026-11 0'], ['2026-11 120']])
    const changes = await app.db.selectFrom('adjustments').select(['kind', 'amount', 'reason']).orderBy('amount').execute()
    expect(changes).toEqual([
      { kind: 'concession', amount: -10_000, reason: 'Door is stiff' },
      { kind: 'correction', amount: 2_000, reason: 'With a lamp' },
    ])
    expect(await soundness(app)).toEqual([])
  })

  test('of a free locker only if an amount is entered, and pays it from credit', async () => {
    const hall = await givenLockers()
    const { app, owner, clerk, student } = hall
    await owner.put('/user/lockers/fees', { fee: null })
    const [asha, bela] = [await student(), await student({ name: 'Bela Roy' })]
    await clerk.post('/user/fees/payments', { studentId: bela._id, amount: 40, method: 'cash' })
    await assign(hall, clerk, 5, asha._id)
    await assign(hall, clerk, 6, bela._id, { amount: 40 })
    expect([await lockerFees(app, asha._id), await lockerFees(app, bela._id)]).toEqual([[], ['2026-11 40']])
    expect((await clerk.get(`/user/fees/accounts/${bela._id}`)).body).toMatchObject({ owed: 0, credit: 0 })
    expect(await soundness(app)).toEqual([])
  })

  test('once a month, also if a student changes to another locker', async () => {
    const hall = await givenLockers()
    const { app, owner, clerk, idOf, setDay, student } = hall
    await owner.put('/customization/hall', { partMonth: 'full' })
    const [asha, bela] = [await student(), await student({ name: 'Bela Roy' })]
    await owner.put(`/user/lockers/${idOf(6)}`, { fee: 200 })
    await assign(hall, clerk, 5, asha._id)
    setDay('2026-11-25')
    await takeBack(hall, clerk, 5, asha._id)
    expect((await clerk.get(`/user/lockers/${idOf(6)}/quote?studentId=${asha._id}`)).body).toEqual({ fee: null, isCharged: true })
    expect((await assign(hall, clerk, 6, asha._id, { amount: 200 })).body.code).toBe('lockers.no_fee_now')
    await assign(hall, clerk, 6, asha._id)
    await assign(hall, clerk, 5, bela._id)
    setDay('2026-12-01')
    await chargeBegunMonths(app.platform)
    expect(await lockerFees(app, asha._id)).toEqual(['2026-12 200', '2026-11 100'])
    expect(await lockerFees(app, bela._id)).toEqual(['2026-12 100', '2026-11 100'])
  })
})

describe('the job charges later months', () => {
  test('once, however often it runs, and all that began while the machine was off', async () => {
    const hall = await givenLockers()
    const { app, owner, clerk, setDay, student } = hall
    await owner.put('/customization/hall', { partMonth: 'full' })
    const asha = await student()
    await assign(hall, clerk, 5, asha._id)
    await chargeBegunMonths(app.platform)
    expect(await lockerFees(app, asha._id)).toEqual(['2026-11 100'])
    setDay('2027-01-05')
    await Promise.all([chargeBegunMonths(app.platform), chargeBegunMonths(app.platform)])
    await owner.put('/user/fees/charging', { isOn: false })
    await owner.put('/user/fees/charging', { isOn: true })
    await chargeBegunMonths(app.platform)
    expect(await lockerFees(app, asha._id)).toEqual(['2027-1 100', '2026-12 100', '2026-11 100'])
    expect(await soundness(app)).toEqual([])
  })

  test('not while it is off, not after the last day, and not for a locker that was taken back', async () => {
    const hall = await givenLockers()
    const { app, owner, clerk, setDay, student } = hall
    await owner.put('/customization/hall', { partMonth: 'full' })
    const [ends, gives, stays] = [await student({ terminationDate: '2026-11-30' }), await student(), await student()]
    for (const [at, { _id }] of [ends, gives, stays].entries()) await assign(hall, clerk, at + 1, _id)
    await takeBack(hall, clerk, 2, gives._id)
    await owner.put('/user/fees/charging', { isOn: false })
    setDay('2026-12-03')
    await chargeBegunMonths(app.platform)
    expect(await lockerFees(app, stays._id)).toEqual(['2026-11 100'])
    await owner.put('/user/fees/charging', { isOn: true })
    setDay('2027-01-01')
    await chargeBegunMonths(app.platform)
    expect(await lockerFees(app, stays._id)).toEqual(['2027-1 100', '2026-11 100'])
    expect(await lockerFees(app, ends._id)).toEqual(['2026-11 100'])
    expect(await lockerFees(app, gives._id)).toEqual(['2026-11 100'])
  })

  test('at a new fee only from the next month, also where the locker was free of charge', async () => {
    const hall = await givenLockers()
    const { app, owner, clerk, setDay, student } = hall
    await owner.put('/user/lockers/fees', { fee: null })
    const asha = await student()
    await assign(hall, clerk, 5, asha._id)
    setDay('2026-12-01')
    await chargeBegunMonths(app.platform)
    await owner.put('/user/lockers/fees', { fee: 80 })
    setDay('2026-12-02')
    await chargeBegunMonths(app.platform)
    expect(await lockerFees(app, asha._id)).toEqual([])
    setDay('2027-01-01')
    await chargeBegunMonths(app.platform)
    expect(await lockerFees(app, asha._id)).toEqual(['2027-1 80'])
  })

  test('in the run of the day, which withdraws them too, without losing the monthly fee of that month', async () => {
    const hall = await givenLockers()
    const { app, owner, clerk, setDay, student } = hall
    const asha = await student({ slot: 'morning', seatNumber: 4 })
    await assign(hall, clerk, 5, asha._id)
    setDay('2026-12-01')
    await chargeBegunMonths(app.platform)
    const { lastRun } = (await owner.get('/user/fees/charging')).body
    expect(lastRun).toMatchObject({ fees: 1, amount: 100 })
    expect((await owner.post(`/user/fees/charging/${lastRun._id}/undo`)).body.undone.withdrawn).toBe(1)
    await owner.put('/customization/hall', { monthlyFee: 900 })
    await chargeBegunMonths(app.platform)
    expect(await lockerFees(app, asha._id)).toEqual(['2026-11 100'])
    const { items } = (await owner.get(`/user/fees/${asha._id}`)).body
    expect(items).toMatchObject([
      { kind: 'monthly', month: 12, amount: 900 },
      { kind: 'locker', month: 11 },
    ])
    expect(await soundness(app)).toEqual([])
  })
})

describe('leaving', () => {
  const leave = (net: number, lastDay: string) => ({
    ...{ lastDay, share: 'none', net, settle: false, method: 'cash', clientId: crypto.randomUUID() },
  })

  test('names the locker and frees it, if the last day has come', async () => {
    const hall = await givenLockers()
    const { owner, clerk, student } = hall
    const asha = await student()
    await assign(hall, clerk, 5, asha._id)
    const { locker, net } = (await clerk.get(`/user/${asha._id}/leave?lastDay=2026-11-20`)).body
    expect(locker).toEqual({ number: '5', keyNumber: 'K5', isFreed: true })
    expect((await clerk.post(`/user/${asha._id}/leave`, leave(net, '2026-11-20'))).status).toBe(201)
    expect((await clerk.get('/user/lockers?status=taken')).body.total).toBe(0)
    const audited = (await owner.get('/audit?limit=50')).body.items.map(({ action }: { action: string }) => action)
    expect(audited).toContain('lockers.takeBack')
  })

  test('leaves it to the student until a later last day', async () => {
    const hall = await givenLockers()
    const { clerk, student } = hall
    const asha = await student()
    await assign(hall, clerk, 5, asha._id)
    const { locker, net } = (await clerk.get(`/user/${asha._id}/leave?lastDay=2026-12-10`)).body
    expect(locker).toEqual({ number: '5', keyNumber: 'K5', isFreed: false })
    expect((await clerk.post(`/user/${asha._id}/leave`, leave(net, '2026-12-10'))).status).toBe(201)
    expect((await clerk.get('/user/lockers?status=taken')).body.total).toBe(1)
  })
})
