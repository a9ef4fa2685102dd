import { expect, test } from 'vitest'
import { givenHallDay } from '#server/testing/givenHallDay.ts'
import type { Occupancy, Seat } from '../seats.contract.ts'

/** A hall that sells day passes, whose day begins at 5; no shift begins or ends at midnight. */
const givenPasses = async () => {
  const { app, clockAt } = await givenHallDay(5)
  const boss = await app.as('superadmin')
  await boss.put('/customization/hall', { dayPassFee: 60, showFreeSeats: true })
  await boss.put('/customization/shifts/morning', { from: '06:00', to: '14:00' })
  await boss.put('/customization/shifts/afternoon', { from: '14:00', to: '22:00' })
  await boss.put('/customization/shifts/full-day', { from: '06:00', to: '22:00' })
  await boss.post('/customization/shifts', { name: 'Night', from: '22:00', to: '06:00' })
  const sell = async (seatNumber: number, slot: string, day?: string): Promise<string> => {
    const visitor = { name: 'Meera Nair', phone: '9820012345', amount: 60, method: 'cash' }
    const { status, body } = await boss.post('/user/fees/passes', { ...visitor, seatNumber, slot, day })
    expect(status).toBe(201)
    return body.paymentId
  }
  /** The number of taken seats in the morning, the afternoon and the night. */
  const taken = async () => {
    const { shifts }: Occupancy = (await boss.get('/user/seats/occupancy')).body
    return ['morning', 'afternoon', 'night'].map((slot) => shifts.find(({ key }) => key === slot)?.taken)
  }
  /** The numbers of the seats that the map shows as taken by a visitor. */
  const visited = async () => {
    const seats: Seat[] = (await boss.get('/user/seats')).body.items
    return seats.flatMap(({ seatNumber, visitors }) => visitors.map(({ shiftName }) => `${seatNumber} ${shiftName}`))
  }
  /** The number of free seats in the morning, in the afternoon and at night, as the dashboard and the landing page show them. */
  const free = async () => {
    const { freeMorning } = (await boss.get('/user/dashboard')).body.seats
    const { freeSeats } = (await app.anyone().get('/landing/free-seats')).body
    return { freeMorning, morning: freeSeats.morning, night: freeSeats.night }
  }
  return { boss, clockAt, sell, taken, visited, free }
}

test('occupancy changes when a day pass is sold, and when it is voided', async () => {
  const { boss, sell, taken } = await givenPasses()
  expect(await taken()).toEqual([0, 0, 0])
  const paymentId = await sell(1, 'afternoon')
  expect(await taken()).toEqual([0, 1, 0])
  await boss.post(`/user/fees/payments/${paymentId}/void`, { reason: 'Did not stay' })
  expect(await taken()).toEqual([0, 0, 0])
})

test('counts day passes by the calendar, as the map does: at 03:00 those of yesterday are over, except the night that is running', async () => {
  const { boss, clockAt, sell, taken, visited, free } = await givenPasses()
  await sell(1, 'morning')
  await sell(2, 'night')
  await sell(3, 'morning', '2026-11-21')
  await sell(4, 'night', '2026-11-21')
  clockAt('2026-11-20T23:59')
  expect([await taken(), await visited()]).toEqual([
    [1, 0, 1],
    ['1 Morning', '2 Night'],
  ])
  expect(await free()).toEqual({ freeMorning: 37, morning: 37, night: 37 })
  clockAt('2026-11-21T03:00')
  expect([await taken(), await visited()]).toEqual([
    [1, 0, 2],
    ['2 Night', '3 Morning', '4 Night'],
  ])
  expect(await free()).toEqual({ freeMorning: 37, morning: 37, night: 36 })
  expect((await boss.get('/user/seats')).headers.expires).toBe('Fri, 20 Nov 2026 23:30:00 GMT')
  clockAt('2026-11-21T05:59')
  expect((await boss.get('/user/seats')).headers.expires).toBe('Sat, 21 Nov 2026 00:30:00 GMT')
  expect((await taken())[2]).toBe(2)
  clockAt('2026-11-21T06:00')
  expect([await taken(), await visited()]).toEqual([
    [1, 0, 1],
    ['3 Morning', '4 Night'],
  ])
  expect((await free()).night).toBe(37)
})

test('counts a student on the last day until the hall’s day ends', async () => {
  const { boss, clockAt, taken } = await givenPasses()
  const student = { name: 'Asha Rao', email: 'asha@example.org', password: 'a good long one', role: 'student' }
  await boss.post('/user', { ...student, seatNumber: 5, slot: 'morning', terminationDate: '2026-11-20' })
  clockAt('2026-11-21T03:00')
  expect(await taken()).toEqual([1, 0, 0])
  clockAt('2026-11-21T05:00')
  expect(await taken()).toEqual([0, 0, 0])
})
