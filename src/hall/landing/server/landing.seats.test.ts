import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'

const givenHall = async () => {
  const app = await given()
  app.setNow('2026-11-21T10:00:00.000Z')
  const admin = await app.as('admin')
  const seat = async (name: string, change: object) => {
    const person = { name, email: `${name.toLowerCase()}@example.org`, password: 'a good long one', role: 'student', ...change }
    expect((await admin.post('/user', person)).status).toBe(201)
  }
  await seat('Asha', { seatNumber: 1, slot: 'morning' })
  await seat('Bela', { seatNumber: 2, slot: 'full-day' })
  await seat('Chitra', { seatNumber: 3, slot: 'afternoon', terminationDate: '2026-11-21' })
  const show = (showFreeSeats: unknown) => admin.put('/customization/hall', { showFreeSeats })
  const shown = async () => (await app.anyone().get('/landing/free-seats')).body.freeSeats
  return { app, seat, show, shown }
}

test('visitors learn how many seats are free only where the hall shows it', async () => {
  const { show, shown } = await givenHall()
  expect(await shown()).toBeNull()
  expect((await show('yes')).body.message).toBe('Please choose yes or no')
  expect((await show(true)).body.hall.showFreeSeats).toBe(true)
  expect(await shown()).toEqual({ morning: 36, afternoon: 36, 'full-day': 35 })
  await show(false)
  expect(await shown()).toBeNull()
})

test('the count follows a new student and the end of an account at midnight', async () => {
  const { app, seat, show, shown } = await givenHall()
  await show(true)
  expect(await shown()).toEqual({ morning: 36, afternoon: 36, 'full-day': 35 })
  await seat('Devi', { seatNumber: 1, slot: 'afternoon' })
  expect(await shown()).toEqual({ morning: 36, afternoon: 35, 'full-day': 35 })
  app.setNow('2026-11-21T18:30:00.000Z')
  expect(await shown()).toEqual({ morning: 36, afternoon: 36, 'full-day': 36 })
})
