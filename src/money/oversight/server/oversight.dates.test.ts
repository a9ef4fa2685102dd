import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { hallOf } from './testing/hall.ts'

const givenHall = async () => hallOf(await given())

test('lists cash dated into a closed day or entered after the next day first, and only counts other entries of the last week', async () => {
  const { app, owner, thief, pupil, pay, close, listed, figure, summary } = await givenHall()
  const asha = await pupil('Asha')
  await close(owner)
  app.setNow('2026-11-22T06:00:00.000Z')
  const paid = (receivedOn: string, more: object = {}) => pay(thief, asha, 100, { method: 'cash', receivedOn, ...more })
  const into = await paid('2026-11-21')
  await paid('2026-11-21', { method: 'upi', reference: '401234' })
  await paid('2026-11-22')
  // The last closing was on the 21st: the 22nd and 23rd are still open.
  app.setNow('2026-11-23T06:00:00.000Z')
  await paid('2026-11-22')
  app.setNow('2026-11-24T06:00:00.000Z')
  const late = await paid('2026-11-22')
  await paid('2026-11-22', { method: 'bank', reference: '501234' })
  const shown = (await listed('dates')).map(({ number, day, flagged, by }) => [number, day, flagged, by])
  expect(shown).toEqual([
    [late.receiptNumber, '2026-11-22', true, 'मोहन'],
    [into.receiptNumber, '2026-11-21', true, 'मोहन'],
  ])
  expect(await figure('dates')).toEqual({ kind: 'dates', count: 2, flagged: 2, amount: 200, unlisted: 3 })
  const [clerk] = (await summary()).clerks
  expect(clerk?.kinds).toContainEqual({ kind: 'dates', count: 2, flagged: 2, amount: 200, unlisted: 3 })
})

test('includes a clerk without listed entries in the figures', async () => {
  const { thief, pupil, pay, summary } = await givenHall()
  const asha = await pupil('Asha')
  await pay(thief, asha, 100, { method: 'cash', receivedOn: '2026-11-20' })
  expect(await summary()).toMatchObject({
    count: 0,
    clerks: [{ name: 'मोहन', count: 0, kinds: [{ kind: 'dates', count: 0, unlisted: 1 }] }],
  })
  expect((await summary('2026-10')).clerks).toEqual([])
})

test('lists money dated more than a week back, of any method, with the reason for its date', async () => {
  const { owner, pupil, pay, listed, figure } = await givenHall()
  const asha = await pupil('Asha')
  const reason = 'Clerk was away'
  const transfer = { method: 'upi', reference: '401234' }
  await pay(owner, asha, 500, { ...transfer, receivedOn: '2026-11-13', reason })
  const refund = { studentId: asha, amount: 100, reason: 'Paid twice', method: 'upi', reference: '991234' }
  const back = await owner.post('/user/fees/refunds', { ...refund, paidOn: '2026-11-13', dateReason: 'Found while counting' })
  expect(back.status).toBe(201)
  await pay(owner, asha, 300, { method: 'bank', reference: '501234', receivedOn: '2026-11-14' })
  expect((await listed('dates')).map(({ subject, day, reason: why, flagged }) => [subject, day, why, flagged])).toEqual(
    expect.arrayContaining([
      ['payment', '2026-11-13', reason, false],
      ['refund', '2026-11-13', 'Found while counting', false],
    ]),
  )
  expect(await figure('dates')).toEqual({ kind: 'dates', count: 2, flagged: 0, amount: 600, unlisted: 1 })
})

test('uses the hall’s day of an entry, also around midnight', async () => {
  const { app, owner, pupil, close, listed } = await givenHall()
  const asha = await pupil('Asha')
  await close(owner)
  // Half past midnight in the hall, and still the previous day in UTC.
  app.setNow('2026-11-21T19:00:00.000Z')
  const clerk = await app.as('manager', { name: 'Ravi' })
  for (const receivedOn of ['2026-11-22', '2026-11-21', '2026-11-16'])
    await clerk.post('/user/fees/payments', { studentId: asha, amount: 100, method: 'cash', receivedOn })
  expect((await listed('dates')).map(({ day, by }) => [day, by])).toEqual([
    ['2026-11-16', 'Ravi'],
    ['2026-11-21', 'Ravi'],
  ])
  expect((await owner.get('/user/fees/check/entries?kind=dates&month=2026-10')).body).toEqual({ items: [], nextCursor: null, total: 0 })
})

test('lists backdated money paid out and other money in like cash, with the purpose', async () => {
  const { app, owner, thief, close, listed, figure, summary } = await givenHall()
  const enter = async (kind: string, amount: number, purpose: string, paidOn?: string) => {
    const { status, body } = await thief.post('/user/fees/box', { kind, amount, purpose, paidOn })
    expect([status, body.message]).toEqual([201, undefined])
  }
  await enter('in', 900, 'Old books sold')
  await close(owner)
  app.setNow('2026-11-22T06:00:00.000Z')
  await enter('out', 60, 'Water', '2026-11-21')
  await enter('in', 70, 'Lost key', '2026-11-21')
  app.setNow('2026-11-23T06:00:00.000Z')
  await enter('out', 10, 'Tea', '2026-11-22')
  await enter('out', 80, 'Cleaning', '2026-11-19')
  expect(
    (await listed('dates'))
      .map(({ subject, day, amount, reason, by, flagged, studentId, number }) => [
        ...[subject, day, amount, reason, by, flagged, studentId, number],
      ])
      .sort(),
  ).toEqual([
    ['other-in', '2026-11-21', 70, 'Lost key', 'मोहन', true, null, null],
    ['paid-out', '2026-11-19', 80, 'Cleaning', 'मोहन', true, null, null],
    ['paid-out', '2026-11-21', 60, 'Water', 'मोहन', true, null, null],
  ])
  expect(await figure('dates')).toEqual({ kind: 'dates', count: 3, flagged: 3, amount: 210, unlisted: 1 })
  expect((await summary()).clerks).toMatchObject([{ name: 'मोहन', kinds: [{ kind: 'dates', count: 3, unlisted: 1 }] }])
})

test('lists cash handed over after the day following its closing’s day, with the receiver', async () => {
  const { app, owner, thief, pupil, pay, close, listed, figure } = await givenHall()
  const asha = await pupil('Asha')
  const handOver = async (amount: number) => {
    const { asOf } = (await thief.get('/user/fees/closings/cash')).body
    await close(thief, 0, { asOf, handedOver: amount, receiver: 'Sunil' })
  }
  await pay(owner, asha, 900)
  app.setNow('2026-11-22T06:00:00.000Z')
  await handOver(100)
  expect([await listed('dates'), await figure('dates')]).toMatchObject([[], { count: 0, unlisted: 1 }])
  await pay(owner, asha, 50)
  app.setNow('2026-11-24T06:00:00.000Z')
  await handOver(200)
  expect(await listed('dates')).toMatchObject([
    { subject: 'hand-over', day: '2026-11-22', amount: 200, reason: 'Sunil', by: 'मोहन', flagged: true, studentId: null },
  ])
})
