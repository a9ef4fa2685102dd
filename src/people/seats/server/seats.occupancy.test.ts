import { expect, test } from 'vitest'
import { minuteOf } from '#contract/dayParts.ts'
import { given } from '#server/testing/given.ts'
import { newAccount } from '#server/testing/people.ts'
import { randomFrom } from '#server/testing/random.ts'
import type { Occupancy, Seat } from '../seats.contract.ts'
import { minutesOf } from './testing/minuteHall.ts'

const givenHall = async () => {
  const app = await given()
  app.setNow('2026-11-21T10:00:00.000Z')
  const boss = await app.as('superadmin')
  const student = async (seatNumber: number, slot: string, terminationDate?: string) => {
    const user = newAccount('student')
    await app.db.insertInto('users').values(user).execute()
    return (await boss.put(`/user/${user.id}`, { seatNumber, slot, terminationDate })).status
  }
  const shift = (name: string, from: string, to: string) => boss.post('/customization/shifts', { name, from, to })
  const occupancy = async (): Promise<Occupancy> => (await boss.get('/user/seats/occupancy')).body
  /** The same figures, counted on the map minute by minute. */
  const counted = async (): Promise<Occupancy> => {
    const { items } = (await boss.get('/user/seats')).body as { items: Seat[] }
    const minutes = items.map(({ holders }) => {
      const present = holders.filter(({ isExpired }) => !isExpired).flatMap(({ parts }) => parts)
      return new Set(present.flatMap(({ from, to }) => [...minutesOf({ starts: minuteOf(from), ends: minuteOf(to) })]))
    })
    const { shifts } = (await boss.get('/customization')).body.hall
    const active: { key: string; from: string; to: string; isArchived: boolean }[] = shifts
    return {
      seats: items.length,
      shifts: active
        .filter(({ isArchived }) => !isArchived)
        .map(({ key, from, to }) => {
          const own = [...minutesOf({ starts: minuteOf(from), ends: minuteOf(to) })]
          return { key, taken: minutes.filter((taken) => own.some((minute) => taken.has(minute))).length }
        }),
      hours: Array.from({ length: 24 }, (_, hour) => minutes.filter((taken) => taken.has(hour * 60)).length),
    }
  }
  return { app, boss, student, shift, occupancy, counted }
}

test('an empty hall is free in every shift and at every hour', async () => {
  const { occupancy } = await givenHall()
  expect(await occupancy()).toEqual({
    seats: 38,
    shifts: ['morning', 'afternoon', 'full-day'].map((key) => ({ key, taken: 0 })),
    hours: Array.from({ length: 24 }, () => 0),
  })
})

test('counts each seat by shift and by hour, over midnight too', async () => {
  const { boss, student, shift, occupancy } = await givenHall()
  await shift('Night', '21:30', '05:00')
  await student(1, 'morning')
  await student(2, 'night')
  await student(3, 'full-day')
  await boss.put('/customization/shifts/afternoon', { isArchived: true })
  const { shifts, hours } = await occupancy()
  expect(shifts).toEqual([
    { key: 'morning', taken: 3 },
    { key: 'night', taken: 3 },
    { key: 'full-day', taken: 3 },
  ])
  expect([0, 4, 5, 13, 14, 21, 22, 23].map((hour) => hours[hour])).toEqual([3, 3, 2, 2, 1, 1, 2, 2])
})

test('a seat is free from the midnight after the last day, and seats beyond those of the hall do not count', async () => {
  const { app, boss, student, occupancy } = await givenHall()
  await student(1, 'morning', '2026-11-21')
  await student(12, 'morning')
  expect((await occupancy()).hours[9]).toBe(2)
  app.setNow('2026-11-21T18:29:59.999Z')
  expect((await occupancy()).hours[9]).toBe(2)
  app.setNow('2026-11-21T18:30:00.000Z')
  expect((await occupancy()).shifts[0]).toEqual({ key: 'morning', taken: 1 })
  await boss.put('/customization/hall', { seats: 13 })
  expect(await occupancy()).toMatchObject({ seats: 13, shifts: [{ taken: 1 }, {}, {}] })
  await app.db.updateTable('seats').set({ seatNumber: 14 }).where('seatNumber', '=', 12).execute()
  await app.db.updateTable('users').set({ seatNumber: 14 }).where('seatNumber', '=', 12).execute()
  await student(2, 'afternoon')
  expect((await occupancy()).shifts).toEqual([
    { key: 'morning', taken: 0 },
    { key: 'afternoon', taken: 1 },
    { key: 'full-day', taken: 1 },
  ])
})

test('agrees with a count of every minute of the map, for any shifts', async () => {
  const { app, boss, student, shift, occupancy, counted } = await givenHall()
  const random = randomFrom('occupancy')
  const below = (n: number) => Math.floor(random() * n)
  const time = () => `${String(below(24)).padStart(2, '0')}:${String(below(12) * 5).padStart(2, '0')}`
  for (let at = 0; at < 6; at++) await shift(`S${at}`, time(), time())
  const keys = ['morning', 'afternoon', 'full-day', ...Array.from({ length: 6 }, (_, at) => `s${at}`)]
  const ends = [undefined, '2026-11-21', '2026-11-25']
  const answers: number[] = []
  for (let at = 0; at < 60; at++) answers.push(await student(1 + below(30), keys[below(keys.length)] ?? '', ends[below(3)]))
  expect(answers.filter((status) => status === 200).length).toBeGreaterThan(15)
  await boss.put('/customization/shifts/s2', { isArchived: true })
  expect(await occupancy()).toEqual(await counted())
  app.setNow('2026-11-21T18:30:00.000Z')
  expect(await occupancy()).toEqual(await counted())
})
