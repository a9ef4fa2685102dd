import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { newAccount } from '#server/testing/people.ts'
import { customizationLimits } from '#system/customization/customization.limits.ts'
import type { Seat } from '../seats.contract.ts'

const plain = { label: null, room: null, place: null, tags: [], outOfOrder: null, visitors: [] }

const givenHall = async () => {
  const app = await given()
  const [boss, clerk] = [await app.as('superadmin'), await app.as('manager')]
  const student = async (name: string, seatNumber: number, slot: string, terminationDate: string | null = null) => {
    const user = newAccount('student', { name })
    await app.db.insertInto('users').values(user).execute()
    await boss.put(`/user/${user.id}`, { slot, seatNumber, terminationDate })
    return user.id
  }
  const seats = async (): Promise<Seat[]> => (await clerk.get('/user/seats')).body.items
  return { app, clerk, student, seats }
}

test('lists every seat in order, free until it is taken', async () => {
  const { clerk } = await givenHall()
  const { body } = await clerk.get('/user/seats')
  const free = Array.from({ length: customizationLimits.seatsDefault }, (_, at) => ({
    seatNumber: at + 1,
    ...plain,
    morning: null,
    afternoon: null,
    holders: [],
  }))
  expect(body).toEqual({ items: free, nextCursor: null, total: customizationLimits.seatsDefault })
})

test('shows who has the morning and the afternoon of a seat, and until when', async () => {
  const { student, seats } = await givenHall()
  const asha = await student('Asha Rao', 1, 'morning', '2099-12-31')
  const bela = await student('बेला सेन', 1, 'afternoon')
  const chand = await student('Chand', 38, 'full-day')
  const all = await seats()
  expect(all[0]).toEqual({
    seatNumber: 1,
    ...plain,
    morning: { userId: asha, name: 'Asha Rao', phone: null, slot: 'morning', terminationDate: '2099-12-31', isExpired: false, owed: 0 },
    afternoon: { userId: bela, name: 'बेला सेन', phone: null, slot: 'afternoon', terminationDate: null, isExpired: false, owed: 0 },
    holders: [
      expect.objectContaining({ userId: asha, slot: 'morning', parts: [{ from: '00:00', to: '14:00' }] }),
      expect.objectContaining({ userId: bela, slot: 'afternoon', parts: [{ from: '14:00', to: '00:00' }] }),
    ],
  })
  const whole = { userId: chand, name: 'Chand', phone: null, slot: 'full-day', terminationDate: null, isExpired: false, owed: 0 }
  expect(all[37]).toEqual({
    seatNumber: 38,
    ...plain,
    morning: whole,
    afternoon: whole,
    holders: [{ ...whole, parts: [{ from: '00:00', to: '00:00' }] }],
  })
  expect(all.slice(1, 37).every(({ morning, afternoon }) => morning === null && afternoon === null)).toBe(true)
})

test('shows a seat as kept from the day after the last one, even before any sweep', async () => {
  const { app, student, seats } = await givenHall()
  app.setNow('2026-11-21T10:00:00.000Z')
  await student('Asha Rao', 1, 'morning', '2026-11-21')
  expect((await seats())[0]?.morning).not.toBeNull()
  app.setNow('2026-11-21T18:30:00.000Z')
  expect((await seats())[0]?.morning).toMatchObject({ name: 'Asha Rao', isExpired: true })
})
