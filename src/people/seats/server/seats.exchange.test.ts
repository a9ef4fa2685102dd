import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import type { Seat } from '../seats.contract.ts'

let made = 0
const givenHall = async () => {
  const app = await given()
  app.setNow('2026-11-21T10:00:00.000Z')
  const boss = await app.as('superadmin')
  const student = async (name: string, seatNumber: number | null, slot: string | null) => {
    const body = { name, email: `x${++made}@example.org`, password: 'a good long one', role: 'student', slot, seatNumber }
    return (await boss.post('/user', body)).body._id as string
  }
  const end = (id: string) => boss.put(`/user/${id}/termination`, { terminationDate: '2026-11-20' })
  const exchange = (first: string, second: string) => boss.post('/user/seats/exchange', { first, second })
  const seats = async (...numbers: number[]) => {
    const items: Seat[] = (await boss.get('/user/seats')).body.items
    return numbers.map((number) => [items[number - 1]?.morning?.name ?? '', items[number - 1]?.afternoon?.name ?? ''])
  }
  const entries = () => app.db.selectFrom('audit').selectAll().where('action', '=', 'users.exchangeSeats').orderBy('id').execute()
  return { app, boss, student, end, exchange, seats, entries }
}

test('exchanges the seats of two students of the same slot, and writes both to the audit', async () => {
  const { boss, student, exchange, seats, entries } = await givenHall()
  const [asha, bela] = [await student('Asha', 3, 'full-day'), await student('Bela', 7, 'full-day')]
  expect((await exchange(asha, bela)).status).toBe(204)
  expect(await seats(3, 7)).toEqual([
    ['Bela', 'Bela'],
    ['Asha', 'Asha'],
  ])
  expect((await boss.get(`/user/profile/${asha}`)).body).toMatchObject({ seatNumber: 7, slot: 'full-day' })
  expect((await entries()).map(({ actorId, targetId, before, after }) => ({ actorId, targetId, before, after }))).toEqual([
    { actorId: boss._id, targetId: asha, before: '{"seatNumber":3}', after: '{"seatNumber":7}' },
    { actorId: boss._id, targetId: bela, before: '{"seatNumber":7}', after: '{"seatNumber":3}' },
  ])
})

test('keeps both slots, also on the same seat', async () => {
  const { student, exchange, seats } = await givenHall()
  const [asha, bela] = [await student('Asha', 3, 'full-day'), await student('Bela', 7, 'afternoon')]
  await student('Chand', 7, 'morning').then((id) => exchange(id, bela))
  expect(await seats(7)).toEqual([['Chand', 'Bela']])
  const dev = await student('Dev', 8, 'morning')
  expect((await exchange(asha, dev)).status).toBe(204)
  expect(await seats(3, 7, 8)).toEqual([
    ['Dev', ''],
    ['Chand', 'Bela'],
    ['Asha', 'Asha'],
  ])
})

test('names a person who is in the way, and changes nothing', async () => {
  const { student, exchange, seats, entries } = await givenHall()
  const [asha, bela] = [await student('Asha', 3, 'full-day'), await student('Bela', 7, 'morning')]
  await student('Chand', 7, 'afternoon')
  for (const [first, second] of [
    [asha, bela],
    [bela, asha],
  ] as const) {
    const { status, body } = await exchange(first, second)
    expect([status, body.code, body.message]).toEqual([409, 'users.seat_taken', 'Seat 7 (afternoon) is taken by Chand'])
  }
  expect(await seats(3, 7)).toEqual([
    ['Asha', 'Asha'],
    ['Bela', 'Chand'],
  ])
  expect(await entries()).toEqual([])
})

test('exchanges a seat kept for one who has left, and gives away one kept for a third person', async () => {
  const { boss, student, end, exchange, seats } = await givenHall()
  const [asha, bela, chand] = [
    await student('Asha', 3, 'full-day'),
    await student('Bela', 7, 'morning'),
    await student('Chand', 7, 'afternoon'),
  ]
  await end(bela)
  await end(chand)
  expect((await exchange(asha, bela)).status).toBe(204)
  expect(await seats(3, 7)).toEqual([
    ['Bela', ''],
    ['Asha', 'Asha'],
  ])
  expect((await boss.get('/user/seats')).body.items[2].morning).toMatchObject({ userId: bela, isExpired: true })
  expect((await boss.get(`/user/profile/${chand}`)).body.seatNumber).toBeNull()
  expect((await exchange(asha, chand)).body.code).toBe('users.seatless_exchange')
})

test('rejects one person twice, people without a seat, non-students and deleted people', async () => {
  const { app, boss, student, exchange, seats } = await givenHall()
  const [asha, standing] = [await student('Asha', 3, 'full-day'), await student('Bela', null, 'morning')]
  const manager = await app.as('manager')
  const gone = await student('Gone', 9, 'morning')
  await boss.del(`/user/${gone}`)
  const said = async (first: string, second: string) => {
    const { status, body } = await exchange(first, second)
    return [status, body.code]
  }
  expect(await said(asha, asha)).toEqual([400, 'users.exchange_with_oneself'])
  expect(await said(asha, standing)).toEqual([409, 'users.seatless_exchange'])
  expect(await said(manager._id, asha)).toEqual([409, 'users.seatless_exchange'])
  expect((await said(asha, gone))[0]).toBe(404)
  expect(await seats(3)).toEqual([['Asha', 'Asha']])
})
