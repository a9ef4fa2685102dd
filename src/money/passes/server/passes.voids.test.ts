import { expect, test } from 'vitest'
import { givenPassHall } from './testing/givenPassHall.ts'

/* What a clerk who sells a seat, keeps the money and voids the day pass leaves behind. */

const givenVoids = async () => {
  const hall = await givenPassHall()
  const voids = async () => (await hall.admin.get('/user/fees/check/entries?kind=voids')).body.items
  return { ...hall, voids }
}

test('lists the void of a day pass with seat, day, shift and seller, and whether the shift had begun', async () => {
  const { app, admin, clerk, sell, voidPass, voids } = await givenVoids()
  const morning = (await sell()).body
  const evening = (await sell({ slot: 'afternoon', seatNumber: 2 })).body
  const tomorrow = (await sell({ day: '2026-11-27', seatNumber: 2 })).body
  for (const pass of [morning, evening, tomorrow]) {
    app.advance(60)
    expect((await voidPass(pass)).status).toBe(200)
  }
  const sold = { studentId: null, studentName: 'Meera Nair', by: admin.me.name, reason: 'Did not stay', successor: null }
  const pass = { day: '2026-11-26', shift: 'Morning', soldBy: clerk.me.name, soldAt: '2026-11-26T06:00:00.000Z', hadBegun: true }
  expect(await voids()).toMatchObject([
    { ...sold, number: tomorrow.receiptNumber, seatNumber: 2, pass: { ...pass, day: '2026-11-27', hadBegun: false } },
    { ...sold, number: evening.receiptNumber, seatNumber: 2, pass: { ...pass, shift: 'Afternoon', hadBegun: false } },
    { ...sold, number: morning.receiptNumber, seatNumber: 1, pass },
  ])
})

test('counts a night shift as begun on the day after it began', async () => {
  const { app, admin, sell, voidPass, voids } = await givenVoids()
  const { body } = await admin.post('/customization/shifts', { name: 'Night', from: '22:00', to: '06:00' })
  const { key } = body.shifts.find(({ name }: { name: string }) => name === 'Night')
  const pass = (await sell({ slot: key })).body
  app.setNow('2026-11-26T20:00:00.000Z')
  await voidPass(pass)
  expect(await voids()).toMatchObject([{ pass: { day: '2026-11-26', shift: 'Night', hadBegun: true } }])
})

test('links a voided pass to the next sale of the same seat, shift and day, also to another visitor', async () => {
  const { app, sell, voidPass, voids, checks } = await givenVoids()
  const first = (await sell()).body
  await voidPass(first)
  // Another seat, shift and day are other sales.
  for (const other of [{ seatNumber: 2 }, { slot: 'afternoon' }, { day: '2026-11-27' }]) expect((await sell(other)).status).toBe(201)
  expect(await voids()).toMatchObject([{ successor: null }])
  const second = (await sell({ name: 'Farah Khan', amount: 50, reason: 'Came late' })).body
  app.advance(60)
  await voidPass(second)
  const third = (await sell({ name: 'Ravi Jain' })).body
  expect(await voids()).toMatchObject([
    { number: second.receiptNumber, successor: { number: third.receiptNumber, amount: 60, difference: -10 } },
    { number: first.receiptNumber, successor: { number: second.receiptNumber, amount: 50, difference: 10 } },
  ])
  expect(await checks()).toEqual([])
})

test('shows no pass for the void of a student', async () => {
  const { admin, clerk, student, voids } = await givenVoids()
  const asha = await student()
  const { _id } = (await clerk.post('/user/fees/payments', { studentId: asha._id, amount: 60, method: 'cash' })).body
  await admin.post(`/user/fees/payments/${_id}/void`, { reason: 'Wrong student' })
  expect(await voids()).toMatchObject([{ studentId: asha._id, pass: null }])
})
