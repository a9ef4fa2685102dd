import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import type { Seat } from '../seats.contract.ts'
import { seatFigures } from './seats.figures.service.ts'

/* The hall of these tests is in Kolkata, five and a half hours ahead of UTC. */

let made = 0
const givenHall = async (now: string) => {
  const app = await given()
  app.setNow(now)
  const clerk = await app.as('superadmin')
  const student = async (change: object) => {
    const email = `f${++made}@example.org`
    const { status } = await clerk.post('/user', { name: 'Asha Rao', email, password: 'a good long one', role: 'student', ...change })
    expect(status).toBe(201)
  }
  const figures = () => seatFigures({ ...app.platform, dayStarts: [], now: app.platform.clock(), staleAt: () => undefined })
  /** The same figures, counted on the map and in the list. */
  const shown = async () => {
    const seats: Seat[] = (await clerk.get('/user/seats')).body.items
    const free = (half: 'morning' | 'afternoon') => seats.filter((seat) => (seat[half]?.isExpired ?? true) === true).length
    const { body } = await clerk.get('/user?role=student&status=expiring-7&hasSeat=true&limit=1')
    return { endingSoon: body.total, freeMorning: free('morning'), freeAfternoon: free('afternoon') }
  }
  return { app, student, figures, shown }
}

test('shows every seat of an empty hall as free, and nobody leaving', async () => {
  const { figures } = await givenHall('2026-11-22T10:00:00.000Z')
  expect(await figures()).toEqual({ endingSoon: 0, freeMorning: 38, freeAfternoon: 38 })
})

test('agrees with the map and the list, from one midnight of the hall to the next', async () => {
  const { app, student, figures, shown } = await givenHall('2026-11-21T10:00:00.000Z')
  await student({ seatNumber: 1, slot: 'full-day' })
  await student({ seatNumber: 2, slot: 'morning', terminationDate: '2026-11-21' })
  await student({ seatNumber: 3, slot: 'afternoon', terminationDate: '2026-11-28' })
  await student({ seatNumber: 4, slot: 'full-day', terminationDate: '2026-11-29' })
  await student({ slot: 'morning', terminationDate: '2026-11-22' })
  await app.as('manager', { terminationDate: '2026-11-22' })
  for (const [now, expected] of [
    ['2026-11-21T18:29:59.999Z', { endingSoon: 2, freeMorning: 35, freeAfternoon: 35 }],
    ['2026-11-21T18:30:00.000Z', { endingSoon: 2, freeMorning: 36, freeAfternoon: 35 }],
    ['2026-11-28T18:30:00.000Z', { endingSoon: 1, freeMorning: 36, freeAfternoon: 36 }],
    ['2026-11-29T18:30:00.000Z', { endingSoon: 0, freeMorning: 37, freeAfternoon: 37 }],
  ] as const) {
    app.setNow(now)
    expect(await figures()).toEqual(expected)
    expect(await shown()).toEqual(expected)
  }
})

test('counts the seats of smaller and larger halls', async () => {
  const { app, student, figures } = await givenHall('2026-11-22T10:00:00.000Z')
  await student({ seatNumber: 10, slot: 'morning' })
  const boss = await app.as('superadmin')
  for (const seats of [10, 40]) {
    const { body } = await boss.get('/customization')
    expect((await boss.put('/customization/hall', { ...body.hall, seats })).status).toBe(200)
    expect(await figures()).toEqual({ endingSoon: 0, freeMorning: seats - 1, freeAfternoon: seats })
  }
})
