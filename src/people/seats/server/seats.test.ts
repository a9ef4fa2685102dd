import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'

let made = 0
const student = (change: object) => ({
  name: 'Asha Rao',
  email: `asha${++made}@example.org`,
  password: 'a good long one',
  role: 'student',
  ...change,
})

const givenHall = async () => {
  const app = await given()
  const clerk = await app.as('manager')
  const seat = (slot: string | null, change: object = {}) => clerk.post('/user', student({ seatNumber: 7, slot, ...change }))
  const seats = async () =>
    (await app.db.selectFrom('seats').select(['seatNumber', 'piece']).orderBy('piece', 'desc').execute()).map(
      ({ seatNumber, piece }) => `${seatNumber} ${piece === 0 ? 'morning' : 'afternoon'}`,
    )
  return { app, clerk, seat, seats }
}

describe('a seat', () => {
  test.each([
    ['morning', 'morning', 'Seat 7 (morning) is taken by Asha Rao'],
    ['morning', 'full-day', 'Seat 7 (morning) is taken by Asha Rao'],
    ['afternoon', 'afternoon', 'Seat 7 (afternoon) is taken by Asha Rao'],
    ['afternoon', 'full-day', 'Seat 7 (afternoon) is taken by Asha Rao'],
    ['full-day', 'morning', 'Seat 7 (morning) is taken by Asha Rao'],
    ['full-day', 'afternoon', 'Seat 7 (afternoon) is taken by Asha Rao'],
  ])('that is taken for the %s is not free for the %s', async (held, wanted, message) => {
    const { app, seat } = await givenHall()
    expect((await seat(held)).status).toBe(201)
    const clash = await seat(wanted, { name: 'Late', email: 'late@example.org' })
    const [, seatNumber, half, name] = /^Seat (\d+) \((\w+)\) is taken by (.+)$/.exec(message) ?? []
    const params = { seat: Number(seatNumber), half, name }
    expect([clash.status, clash.body]).toEqual([409, { code: 'users.seat_taken', message, params, fields: { seatNumber: message } }])
    expect(await app.db.selectFrom('users').select('id').where('name', '=', 'Late').execute()).toEqual([])
    expect((await seat(wanted, { seatNumber: 8, email: 'late@example.org' })).status).toBe(201)
  })

  test('that is taken for the whole day is not free for others, and the holder is named', async () => {
    const { seat } = await givenHall()
    await seat('full-day')
    const clash = await seat('full-day')
    expect(clash.status).toBe(409)
    expect(clash.body.message).toMatch(/^Seat 7 \((?:morning|afternoon)\) is taken by Asha Rao$/)
  })

  test.each([
    ['morning', 'afternoon'],
    ['afternoon', 'morning'],
  ])('can belong to one person for the %s and to another for the %s', async (first, second) => {
    const { seat, seats } = await givenHall()
    expect([(await seat(first)).status, (await seat(second)).status]).toEqual([201, 201])
    expect(await seats()).toEqual(['7 afternoon', '7 morning'])
  })

  test('names the holder of the other half to a person who wants both', async () => {
    const { app, seat } = await givenHall()
    const boss = await app.as('superadmin')
    const { _id } = (await seat('afternoon', { name: 'Bela Sen' })).body
    await seat('morning')
    const clash = await boss.put(`/user/${_id}`, { slot: 'full-day' })
    expect([clash.status, clash.body.message]).toEqual([409, 'Seat 7 (morning) is taken by Asha Rao'])
    expect((await boss.put(`/user/${_id}`, { slot: 'full-day', seatNumber: 8 })).status).toBe(200)
    expect((await seat('afternoon')).status).toBe(201)
  })

  test('goes to one person if four clerks assign it at once', async () => {
    const { seat, seats } = await givenHall()
    const answers = await Promise.all(['full-day', 'full-day', 'full-day', 'full-day'].map((slot) => seat(slot)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await seats()).toEqual(['7 afternoon', '7 morning'])
  })

  test('without a slot is rejected at the slot', async () => {
    const { seat, seats } = await givenHall()
    for (const slot of [null, undefined] as null[]) {
      const refused = await seat(slot)
      expect([refused.status, refused.body.fields]).toEqual([400, { slot: 'Please choose a shift for this seat' }])
    }
    expect(await seats()).toEqual([])
  })

  test('is optional with a slot', async () => {
    const { seat, seats } = await givenHall()
    expect((await seat('morning', { seatNumber: null })).body).toMatchObject({ slot: 'morning', seatNumber: null })
    expect(await seats()).toEqual([])
  })

  const outside = 'Seat number must be from 1 to 38'
  const notOne = 'Please enter a seat number'
  test.each([
    ...[0, 39, -1, 1e9, '0', '39'].map((number) => [number, outside] as const),
    ...[1.5, true, [7], {}, 'x', '1.5', '7x', '0x7', '１'].map((number) => [number, notOne] as const),
  ])('does not exist with the number %j', async (seatNumber, sentence) => {
    const { seat, seats } = await givenHall()
    const refused = await seat('morning', { seatNumber })
    expect([refused.status, refused.body.fields]).toEqual([400, { seatNumber: sentence }])
    expect(await seats()).toEqual([])
  })

  test.each([1, 38, '1', '38'])('exists with the number %j', async (seatNumber) => {
    const { seat } = await givenHall()
    expect((await seat('morning', { seatNumber })).body.seatNumber).toBe(Number(seatNumber))
  })
})

describe('the seat of an expired account', () => {
  test('is kept even if the account is created expired, unless it is taken', async () => {
    const { app, seat, seats } = await givenHall()
    app.setNow('2026-11-21T18:30:00.000Z')
    expect((await seat('full-day', { terminationDate: '2026-11-21' })).body).toMatchObject({ seatNumber: 7, slot: 'full-day' })
    expect(await seats()).toEqual(['7 afternoon', '7 morning'])
    expect((await seat('full-day')).status).toBe(201)
    expect((await seat('morning', { terminationDate: '2026-11-21' })).body.message).toBe('Seat 7 (morning) is taken by Asha Rao')
  })

  test('is free from midnight of the hall on, and not before', async () => {
    const { app, seat, seats } = await givenHall()
    app.setNow('2026-11-21T10:00:00.000Z')
    await seat('full-day', { terminationDate: '2026-11-21' })
    app.setNow('2026-11-21T18:29:59.999Z')
    expect((await seat('morning')).status).toBe(409)
    app.setNow('2026-11-21T18:30:00.000Z')
    expect((await seat('morning')).status).toBe(201)
    expect((await seat('afternoon')).status).toBe(201)
    expect(await seats()).toEqual(['7 afternoon', '7 morning'])
  })
})
