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

  test('once a month, also if a student gives a locker back and gets it or a cheaper one again', async () => {
    const hall = await givenLockers()
    const { app, owner, clerk, idOf, setDay, student } = hall
    await owner.put('/customization/hall', { partMonth: 'full' })
    const [asha, bela] = [await student(), await student({ name: 'Bela Roy' })]
    await owner.put(`/user/lockers/${idOf(6)}`, { fee: 200 })
    await assign(hall, clerk, 6, asha._id)
    setDay('2026-11-25')
    await takeBack(hall, clerk, 6, asha._id)
    expect((await clerk.get(`/user/lockers/${idOf(5)}/quote?studentId=${asha._id}`)).body).toEqual({ fee: null, isCharged: true })
    expect((await assign(hall, clerk, 5, asha._id, { amount: 100 })).body.code).toBe('lockers.no_fee_now')
    for (const number of [5, 6, 5]) {
      expect((await assign(hall, clerk, number, asha._id)).status).toBe(200)
      await takeBack(hall, clerk, number, asha._id)
    }
    await assign(hall, clerk, 6, asha._id)
    await assign(hall, clerk, 5, bela._id)
    setDay('2026-12-01')
    await chargeBegunMonths(app.platform)
    expect(await lockerFees(app, asha._id)).toEqual(['2026-12 200', '2026-11 200'])
    expect(await lockerFees(app, bela._id)).toEqual(['2026-12 100', '2026-11 100'])
    expect(await soundness(app)).toEqual([])
  })
})

test('refuses a fee other than the one that the clerk saw', async () => {
  const hall = await givenLockers()
  const { app, owner, clerk, idOf, student } = hall
  await owner.put('/customization/hall', { partMonth: 'full' })
  const asha = await student()
  const quoted = async (number: number): Promise<number> =>
    (await clerk.get(`/user/lockers/${idOf(number)}/quote?studentId=${asha._id}`)).body.fee?.amount ?? 0
  const [cheap, dear] = [await quoted(5), await quoted(6)]
  await owner.put(`/user/lockers/${idOf(5)}`, { fee: 150 })
  const stale = await assign(hall, clerk, 5, asha._id, { expected: cheap })
  expect([stale.status, stale.body.code, stale.body.message]).toEqual([
    ...[409, 'lockers.changed'],
    'The fee has changed. Check the new amount and confirm again.',
  ])
  expect(await app.db.selectFrom('lockerUses').select('id').execute()).toEqual([])
  expect((await assign(hall, clerk, 5, asha._id, { expected: await quoted(5) })).status).toBe(200)
  // Another clerk has meanwhile entered the fee of this month.
  await takeBack(hall, clerk, 5, asha._id)
  expect((await assign(hall, clerk, 6, asha._id, { expected: dear })).body.code).toBe('lockers.changed')
  expect((await assign(hall, clerk, 6, asha._id, { expected: 0 })).status).toBe(200)
  expect(await lockerFees(app, asha._id)).toEqual(['2026-11 150'])
})

describe('charges the difference up to the dearest locker of the month', () => {
  const givenDear = async (hall: object = {}) => {
    const given = await givenLockers()
    await given.owner.put('/customization/hall', { partMonth: 'full', ...hall })
    await given.owner.put(`/user/lockers/${given.idOf(6)}`, { fee: 300 })
    const asha = await given.student()
    const changeTo = async (number: number, more: object = {}) => {
      const { locker } = (await given.clerk.get(`/user/lockers/of/${asha._id}`)).body
      if (locker) await takeBack(given, given.clerk, Number(locker.number), asha._id)
      return assign(given, given.clerk, number, asha._id, more)
    }
    const quoted = async (number: number) => (await given.clerk.get(`/user/lockers/${given.idOf(number)}/quote?studentId=${asha._id}`)).body
    const fees = () => lockerFees(given.app, asha._id)
    const changes = () => given.app.db.selectFrom('adjustments').select(['kind', 'amount', 'reason']).orderBy('id').execute()
    return { ...given, given, asha, changeTo, quoted, fees, changes }
  }

  test.each([
    ['full', 200],
    ['half', 100],
    ['days', 39],
  ])('by the rule "%s", once, with the day and the locker as the reason', async (partMonth, amount) => {
    const { app, given, clerk, asha, setDay, changeTo, quoted, fees, changes } = await givenDear({ partMonth })
    setDay('2026-12-01')
    await changeTo(5)
    setDay('2026-12-26')
    await takeBack(given, clerk, 5, asha._id)
    expect(await quoted(6)).toEqual({ fee: { month: 12, year: 2026, amount }, isCharged: true })
    await changeTo(6)
    expect(await changes()).toEqual([{ kind: 'correction', amount: amount * 100, reason: 'locker:2026-12-26:6' }])
    await changeTo(5)
    await changeTo(6)
    expect(await fees()).toEqual([`2026-12 ${100 + amount}`])
    setDay('2027-01-01')
    await chargeBegunMonths(app.platform)
    expect(await fees()).toEqual(['2027-1 300', `2026-12 ${100 + amount}`])
    expect(await soundness(app)).toEqual([])
  })

  test('if the job charged the cheap locker first, and takes it from credit', async () => {
    const { app, clerk, asha, setDay, changeTo, fees } = await givenDear()
    await changeTo(5)
    setDay('2026-12-01')
    await chargeBegunMonths(app.platform)
    await clerk.post('/user/fees/payments', { studentId: asha._id, amount: 350, method: 'cash' })
    setDay('2026-12-02')
    await changeTo(6)
    expect(await fees()).toEqual(['2026-12 300', '2026-11 100'])
    expect((await clerk.get(`/user/fees/accounts/${asha._id}`)).body).toMatchObject({ owed: 50, credit: 0 })
    expect(await soundness(app)).toEqual([])
  })

  test('nothing for a free locker after another, and the whole fee for a locker after free ones', async () => {
    const { app, owner, idOf, setDay, changeTo, fees } = await givenDear()
    for (const number of [7, 8]) await owner.put(`/user/lockers/${idOf(number)}`, { fee: null })
    await changeTo(7)
    await changeTo(8)
    expect(await fees()).toEqual([])
    await changeTo(5)
    await changeTo(6)
    await changeTo(7)
    expect(await fees()).toEqual(['2026-11 300'])
    setDay('2026-12-01')
    await chargeBegunMonths(app.platform)
    expect(await fees()).toEqual(['2026-11 300'])
    expect(await soundness(app)).toEqual([])
  })

  test('another difference only with a reason, which To check lists', async () => {
    const { app, owner, changeTo, fees, changes } = await givenDear()
    await changeTo(5)
    const refused = await changeTo(6, { amount: 50 })
    expect([refused.status, refused.body.fields.reason]).toEqual([400, 'Please enter a reason for the different amount'])
    await owner.put('/customization/rules', { managersConcede: false })
    expect((await changeTo(6, { amount: 50, reason: 'Door is stiff' })).status).toBe(403)
    await owner.put('/customization/rules', { managersConcede: true })
    expect((await changeTo(6, { amount: 50, reason: 'Door is stiff' })).status).toBe(200)
    expect(await fees()).toEqual(['2026-11 150'])
    expect(await changes()).toEqual([
      { kind: 'correction', amount: 20_000, reason: 'locker:2026-11-20:6' },
      { kind: 'waiver', amount: -15_000, reason: 'Door is stiff' },
    ])
    const checked = (await owner.get('/user/fees/check/entries?kind=concessions')).body.items
    expect(checked).toMatchObject([{ subject: 'waiver', amount: 150, reason: 'Door is stiff', studentName: 'Asha Rao' }])
    expect(await soundness(app)).toEqual([])
  })

  test('also after the run that charged the cheap locker was undone, without charging that fee again', async () => {
    const { app, owner, setDay, changeTo, fees } = await givenDear()
    await changeTo(5)
    setDay('2026-12-01')
    await chargeBegunMonths(app.platform)
    const { lastRun } = (await owner.get('/user/fees/charging')).body
    await owner.post(`/user/fees/charging/${lastRun._id}/undo`)
    await changeTo(6)
    await chargeBegunMonths(app.platform)
    expect(await fees()).toEqual(['2026-12 200', '2026-11 100'])
    expect(await soundness(app)).toEqual([])
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
