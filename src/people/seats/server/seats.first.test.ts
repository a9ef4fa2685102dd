import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import type { FirstView, Holder, Seat } from '../seats.contract.ts'

let made = 0
const givenHall = async () => {
  const app = await given()
  app.setNow('2026-11-21T10:00:00.000Z')
  const boss = await app.as('superadmin')
  const student = async (name: string, seatNumber: number, slot: string, terminationDate?: string) => {
    const body = { name, email: `f${++made}@example.org`, password: 'a good long one', role: 'student', slot, seatNumber, terminationDate }
    expect((await boss.post('/user', body)).status).toBe(201)
  }
  const shift = (name: string, from: string, to: string) => boss.post('/customization/shifts', { name, from, to })
  const first = async (): Promise<FirstView> => (await boss.get('/user/seats/first')).body
  const seats = async (): Promise<Seat[]> => (await boss.get('/user/seats')).body.items
  return { app, boss, student, shift, first, seats }
}

/** What the first view says of a holder where the whole list follows. */
const unknown = ({ userId: _, phone: __, ...holder }: Holder) => holder
const withoutHalves = ({ morning: _, afternoon: __, ...seat }: Seat) => seat

test('the first view has everybody in a hall whose shifts are the halves of the day', async () => {
  const { student, first, seats } = await givenHall()
  await student('Asha Rao', 1, 'morning', '2099-12-31')
  await student('Bela Sen', 1, 'afternoon')
  await student('Chand', 38, 'full-day')
  const { shift, items } = await first()
  expect(shift).toBeNull()
  expect(items).toEqual((await seats()).map((seat) => ({ ...withoutHalves(seat), otherTimes: [] })))
})

test('the first view of a hall with other shifts has the holders in the first one, and the times of the others', async () => {
  const { app, boss, student, shift, first, seats } = await givenHall()
  for (const [name, from, to] of [['Early', '05:00', '12:00'] as const, ['Night', '20:00', '04:00'] as const]) await shift(name, from, to)
  for (const key of ['morning', 'afternoon', 'full-day']) await boss.put(`/customization/shifts/${key}`, { isArchived: true })
  await student('Asha Rao', 1, 'early')
  await student('Bela Sen', 1, 'night')
  await student('Chand', 2, 'night', '2026-11-21')
  await student('Devi', 3, 'early', '2026-11-21')
  app.setNow('2026-11-22T10:00:00.000Z')
  const [one, two, three] = await seats()
  const { shift: shown, items } = await first()
  expect(shown).toBe('early')
  expect(items).toHaveLength(38)
  expect(items[0]).toMatchObject({
    holders: one?.holders.filter(({ name }) => name === 'Asha Rao').map(unknown),
    otherTimes: [{ from: '20:00', to: '04:00' }],
  })
  expect(two?.holders).toMatchObject([{ name: 'Chand', isExpired: true }])
  expect(items[1]).toMatchObject({ holders: [], otherTimes: [] })
  expect(items[2]).toMatchObject({ holders: three?.holders.map(unknown), otherTimes: [] })
  expect(JSON.stringify(items)).not.toMatch(/userId|phone/)
})
