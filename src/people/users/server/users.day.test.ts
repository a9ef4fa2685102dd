import { describe, expect, test } from 'vitest'
import type { Seat } from '#people/seats/seats.contract.ts'
import { givenHallDay } from '#server/testing/givenHallDay.ts'
import { givenAccount, rightPassword } from '#server/testing/people.ts'

const email = 'asha@example.org'

/** Asha has seat 7 until 26 November, is signed in, and came in at 22:00. */
const givenLastDay = async (hour: number) => {
  const hall = await givenHallDay(hour)
  const { app, clockAt } = hall
  await (await app.as('admin')).put('/customization/hall', { showFreeSeats: true })
  clockAt('2026-11-26T22:00')
  const asha = await givenAccount(app, {
    name: 'Asha Rao',
    email,
    role: 'student',
    terminationDate: '2026-11-26',
    dateJoined: '2026-11-01',
  })
  const clerk = await app.as('superadmin')
  expect((await clerk.put(`/user/${asha._id}`, { slot: 'full-day', seatNumber: 7 })).status).toBe(200)
  expect((await clerk.post(`/user/visits/${asha._id}`, { kind: 'in' })).status).toBe(200)
  const signIn = () => app.anyone().post('/auth/login', { email, password: rightPassword })
  const { token } = (await signIn()).body
  return { ...hall, clerk, asha, signIn, me: app.withToken(token) }
}

describe.each([
  [0, '01:30', false],
  [0, '04:59', false],
  [5, '01:30', true],
  [5, '04:59', true],
  [5, '05:00', false],
])('where the day begins at %i, at %s', (hour, time, isLastDay) => {
  test(`an account whose last day was yesterday’s date ${isLastDay ? 'still works' : 'has ended'}`, async () => {
    const { clockAt, signIn, me } = await givenLastDay(hour)
    clockAt(`2026-11-27T${time}`)
    expect([(await signIn()).status, (await me.get('/auth/me')).status]).toEqual(isLastDay ? [200, 200] : [403, 403])
    if (!isLastDay) expect((await me.get('/auth/me')).body.expired).toBe(true)
  })

  test(`its seat is ${isLastDay ? 'taken' : 'kept'}, and counted so`, async () => {
    const { app, clockAt, clerk } = await givenLastDay(hour)
    clockAt(`2026-11-27T${time}`)
    const seats: Seat[] = (await clerk.get('/user/seats')).body.items
    expect(seats[6]?.morning).toMatchObject({ isExpired: !isLastDay })
    const { totalUsers, seats: figures, inside } = (await clerk.get('/user/dashboard')).body
    expect([totalUsers, figures.freeMorning, inside]).toEqual(isLastDay ? [1, 37, 1] : [0, 38, 0])
    expect((await clerk.get('/user?role=student&status=expired')).body.items).toHaveLength(isLastDay ? 0 : 1)
    expect((await app.anyone().get('/landing/free-seats')).body.freeSeats['full-day']).toBe(isLastDay ? 37 : 38)
    expect((await clerk.get('/user/visits/inside')).body.total).toBe(isLastDay ? 1 : 0)
  })
})

test('the dashboard says that it is out of date from the beginning of the next day on', async () => {
  const { clockAt, me } = await givenLastDay(5)
  clockAt('2026-11-27T04:59:59.999')
  expect((await me.get('/user/dashboard')).headers.expires).toBe('Thu, 26 Nov 2026 23:30:00 GMT')
})
