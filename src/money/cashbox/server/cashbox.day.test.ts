import { describe, expect, test } from 'vitest'
import { addDays } from '#contract/day.ts'
import { givenHallDay } from '#server/testing/givenHallDay.ts'
import { deskOf } from './testing/desk.ts'

const givenDesk = async (hour: number, now = '2026-11-26T17:30:00.000Z') => {
  const hall = await givenHallDay(hour)
  return { ...hall, ...(await deskOf(hall.app, now)) }
}

describe.each([
  [0, '01:30', '2026-11-27'],
  [0, '05:00', '2026-11-27'],
  [5, '01:30', '2026-11-26'],
  [5, '04:59', '2026-11-26'],
  [5, '05:00', '2026-11-27'],
])('where the day begins at %i, at %s it is %s', (hour, time, day) => {
  test('for payments, refunds, the cash box and its closing', async () => {
    const { clockAt, clerk, asha, pay, refund, enter, cash, closeRightly } = await givenDesk(hour)
    clockAt(`2026-11-27T${time}`)
    expect((await pay(900)).receivedOn).toBe(day)
    expect((await refund(100)).paidOn).toBe(day)
    expect((await enter('out', 60)).body.paidOn).toBe(day)
    expect(await cash()).toMatchObject({ unclosedSince: day, days: [{ day, net: 740 }] })
    expect(await closeRightly()).toMatchObject({ day, nth: 1, expected: 740 })
    const tomorrow = { studentId: asha._id, amount: 5, method: 'cash', receivedOn: addDays(day, 1) }
    expect((await clerk.post('/user/fees/payments', tomorrow)).body.code).toBe('fees.in_the_future')
  })

  test('for what is due, collected and overdue', async () => {
    const { clockAt, clerk, asha, pay } = await givenDesk(hour)
    await pay(400, { method: 'upi', reference: '123456' })
    const fee = { studentId: asha._id, kind: 'monthly', month: 11, year: 2026, amount: 1000, dueOn: '2026-11-26' }
    expect((await clerk.post('/user/fees', fee)).status).toBe(201)
    clockAt(`2026-11-27T${time}`)
    const isYesterday = day === '2026-11-26'
    const { money } = (await clerk.get('/user/dashboard')).body
    expect(money).toMatchObject({ collectedToday: isYesterday ? 400 : 0, overdue: isYesterday ? 0 : 600 })
    expect((await clerk.get('/user/fees/dues?age=overdue')).body.total).toBe(isYesterday ? 0 : 1)
  })
})

test('the financial year of a receipt number begins with the hall’s day', async () => {
  const { clockAt, pay } = await givenDesk(5, '2027-03-31T12:00:00.000Z')
  const numberAt = async (local: string) => {
    clockAt(local)
    return (await pay(10)).receiptNumber
  }
  expect(await numberAt('2027-04-01T04:59')).toMatch(/^2026-27\//)
  expect(await numberAt('2027-04-01T05:00')).toMatch(/^2027-28\//)
})

test('a change of the hour renames no cash, counts none twice and loses none, also with an open box', async () => {
  const { clockAt, begins, pay, cash, closeRightly } = await givenDesk(0, '2026-11-25T12:00:00.000Z')
  for (const [local, amount] of [
    ['2026-11-26T01:30', 100],
    ['2026-11-27T01:30', 200],
    ['2026-11-27T06:00', 400],
  ] as const) {
    clockAt(local)
    await pay(amount)
  }
  clockAt('2026-11-27T12:00')
  const before = await cash()
  expect((await begins(5)).status).toBe(200)
  expect(await cash()).toEqual(before)
  expect(before.days.map(({ day, net }: { day: string; net: number }) => [day, net])).toEqual([
    ['2026-11-27', 600],
    ['2026-11-26', 100],
  ])
  clockAt('2026-11-28T01:30')
  await pay(800)
  expect((await cash()).days[0]).toMatchObject({ day: '2026-11-27', net: 1400 })
  // It is the 28th from now on.
  clockAt('2026-11-28T01:31')
  expect((await begins(0)).status).toBe(200)
  await pay(1600)
  expect((await cash()).days.map(({ day, net }: { day: string; net: number }) => [day, net])).toEqual([
    ['2026-11-28', 1600],
    ['2026-11-27', 1400],
    ['2026-11-26', 100],
  ])
  expect(await closeRightly()).toMatchObject({ day: '2026-11-28', cashIn: 3100, expected: 3100 })
  expect(await cash()).toMatchObject({ openingFloat: 3100, cashIn: 0, unclosedDays: 0 })
})

test('a report as of a day that is over stays as it was when the hour changes', async () => {
  const { app, clockAt, begins, pay } = await givenDesk(0)
  clockAt('2026-11-27T01:30')
  await pay(250)
  clockAt('2026-11-27T12:00')
  const reports = async () => {
    const owner = await app.as('superadmin')
    const asOf = (day: string) => owner.get(`/user/fees/collections?from=2026-11-20&to=${day}&asOf=${day}`)
    return [(await asOf('2026-11-26')).body, (await asOf('2026-11-27')).body]
  }
  const before = await reports()
  await begins(5)
  expect(await reports()).toEqual(before)
})

test('forty changes of the hour later, the cash of a past day is still of that day', async () => {
  const { clockAt, begins, pay, cash } = await givenDesk(5, '2026-11-26T17:30:00.000Z')
  clockAt('2026-11-27T01:30')
  await pay(100)
  for (let change = 0; change < 40; change++) {
    clockAt(`${addDays('2026-11-28', change)}T12:00`)
    expect((await begins(change % 2)).status).toBe(200)
    expect(await cash()).toMatchObject({ unclosedSince: '2026-11-26', days: [{ day: '2026-11-26', net: 100 }] })
  }
})
