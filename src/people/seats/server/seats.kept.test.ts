import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { newAccount } from '#server/testing/people.ts'
import type { Seat } from '../seats.contract.ts'

/* The seat of an expired account is kept until it is assigned to another person. */

const givenHall = async () => {
  const app = await given()
  app.setNow('2026-11-21T10:00:00.000Z')
  const [boss, admin, clerk] = [await app.as('superadmin'), await app.as('admin'), await app.as('manager')]
  const student = async (change: object = {}) => {
    const user = newAccount('student', { name: 'Asha Rao' })
    await app.db.insertInto('users').values(user).execute()
    expect((await boss.put(`/user/${user.id}`, { slot: 'full-day', seatNumber: 7, ...change })).status).toBe(200)
    return user.id
  }
  /** Creates Asha Rao, who had seat 7 until yesterday. */
  const asha = async (change: object = {}) => {
    const id = await student(change)
    expect((await boss.put(`/user/${id}/termination`, { terminationDate: '2026-11-20' })).status).toBe(200)
    return id
  }
  /** Returns who has, or had, the two halves of a seat: `name (kept)`. */
  const seat = async (seatNumber = 7) => {
    const { morning, afternoon } = ((await clerk.get('/user/seats')).body.items as Seat[])[seatNumber - 1] ?? {}
    return [morning, afternoon].map((half) => half && `${half.name}${half.isExpired ? ' (kept)' : ''}`)
  }
  const shown = async (id: string) => (await boss.get(`/user/profile/${id}`)).body.seatNumber
  const until = (id: string, terminationDate: string | null, more: object = {}) =>
    admin.put(`/user/${id}/termination`, { terminationDate, ...more })
  return { app, boss, admin, clerk, student, asha, seat, shown, until }
}

const taken = (who: string, half = 'morning') => [409, 'users.seat_taken', `Seat 7 (${half}) is taken by ${who}`]
const said = ({ status, body }: { status: number; body: { code: string; message: string } }) => [status, body.code, body.message]

describe('a kept seat', () => {
  test.each([
    ['another last day that is over', { terminationDate: '2026-11-10' }],
    ['a name', { name: 'Asha Rani' }],
    ['a phone number', { phone: '98765' }],
    ['everything as it was', { terminationDate: '2026-11-20', seatNumber: 7, slot: 'full-day', name: 'Asha Rao' }],
  ])('stays kept if the person is given %s', async (_, change) => {
    const { boss, asha, seat, shown } = await givenHall()
    const id = await asha()
    expect((await boss.put(`/user/${id}`, change)).status).toBe(200)
    const name = 'name' in change ? change.name : 'Asha Rao'
    expect([await seat(), await shown(id)]).toEqual([[`${name} (kept)`, `${name} (kept)`], 7])
  })

  test('follows the slot and the seat of the person, and is free if they have none', async () => {
    const { boss, asha, seat } = await givenHall()
    const id = await asha()
    await boss.put(`/user/${id}`, { slot: 'afternoon' })
    expect(await seat()).toEqual([null, 'Asha Rao (kept)'])
    await boss.put(`/user/${id}`, { seatNumber: 8 })
    expect([await seat(), await seat(8)]).toEqual([
      [null, null],
      [null, 'Asha Rao (kept)'],
    ])
    await boss.put(`/user/${id}`, { seatNumber: null })
    expect(await seat(8)).toEqual([null, null])
  })

  test('is free again when the person is deleted', async () => {
    const { boss, asha, seat } = await givenHall()
    const id = await asha()
    expect(await seat()).toEqual(['Asha Rao (kept)', 'Asha Rao (kept)'])
    expect((await boss.del(`/user/${id}`)).status).toBeLessThan(300)
    expect(await seat()).toEqual([null, null])
  })

  test('is assigned to a person who is created there, or moved there', async () => {
    const { boss, student, asha, seat, shown } = await givenHall()
    const first = await asha()
    await student({ name: 'Bela Sen' })
    expect([await seat(), await shown(first)]).toEqual([['Bela Sen', 'Bela Sen'], null])
    const second = await asha({ seatNumber: 8 })
    const moved = await student({ name: 'Chand', seatNumber: 9, slot: 'morning' })
    expect((await boss.put(`/user/${moved}`, { seatNumber: 8 })).status).toBe(200)
    expect([await seat(8), await shown(second)]).toEqual([['Chand', 'Asha Rao (kept)'], null])
  })

  test('of which one half is given away stays kept for the other half, and is no longer shown as theirs', async () => {
    const { boss, clerk, student, asha, seat, shown } = await givenHall()
    const id = await asha({ phone: '98765' })
    await student({ name: 'Bela Sen', slot: 'morning' })
    expect([await seat(), await shown(id)]).toEqual([['Bela Sen', 'Asha Rao (kept)'], null])
    for (const change of [{ name: 'Asha Rani' }, { terminationDate: '2026-11-01' }, { seatNumber: null }])
      expect((await boss.put(`/user/${id}`, change)).status).toBe(200)
    expect(await seat()).toEqual(['Bela Sen', 'Asha Rani (kept)'])
    expect((await clerk.get('/user?hasSeat=true')).body.items.map(({ name }: { name: string }) => name)).toEqual(['Bela Sen'])
    await student({ name: 'Chand', slot: 'afternoon' })
    expect(await seat()).toEqual(['Bela Sen', 'Chand'])
  })

  test('is kept for one: a person moved there later has it, even if their account has expired too', async () => {
    const { app, boss, student, asha, seat, shown } = await givenHall()
    const first = await asha()
    const second = await student({ name: 'Bela Sen', seatNumber: 8, terminationDate: '2026-11-01' })
    expect((await boss.put(`/user/${second}`, { seatNumber: 7 })).status).toBe(200)
    expect([await seat(), await shown(first), await shown(second)]).toEqual([['Bela Sen (kept)', 'Bela Sen (kept)'], null, 7])
    expect(await app.db.selectFrom('seats').select('piece').execute()).toHaveLength(2)
  })

  test('is written to the audit for both when it is given away', async () => {
    const { app, student, boss, asha } = await givenHall()
    const id = await asha()
    await student({ name: 'Bela Sen' })
    const entries = await app.db.selectFrom('audit').selectAll().where('targetId', '=', id).orderBy('id', 'desc').execute()
    expect(entries[0]).toMatchObject({
      action: 'users.giveSeatAway',
      actorId: boss._id,
      before: '{"seatNumber":7}',
      after: '{"seatNumber":null}',
    })
  })
})

describe('renewing', () => {
  test('takes the kept seat back', async () => {
    const { asha, until, seat, shown } = await givenHall()
    const id = await asha()
    expect((await until(id, '2027-01-31')).body.seatNumber).toBe(7)
    expect([await seat(), await shown(id)]).toEqual([['Asha Rao', 'Asha Rao'], 7])
  })

  test.each([
    ['whole', 'full-day', 'morning'],
    ['by half', 'afternoon', 'afternoon'],
  ])('names who was given the seat %s, and changes nothing; without a seat it succeeds', async (_, slot, half) => {
    const { student, asha, until, seat, shown } = await givenHall()
    const id = await asha()
    await student({ name: 'Bela Sen', slot })
    const before = await seat()
    expect(said(await until(id, '2027-01-31'))).toEqual(taken('Bela Sen', half))
    expect([await seat(), await shown(id)]).toEqual([before, null])
    expect((await until(id, '2027-01-31', { withoutSeat: true })).body).toMatchObject({ terminationDate: '2027-01-31', seatNumber: null })
    expect(await seat()).toEqual(slot === 'full-day' ? ['Bela Sen', 'Bela Sen'] : [null, 'Bela Sen'])
  })

  test('takes back a seat that is free again, and writes it to the audit', async () => {
    const { app, boss, student, asha, until, seat, shown } = await givenHall()
    const id = await asha()
    const next = await student({ name: 'Bela Sen' })
    await boss.put(`/user/${next}`, { seatNumber: 8 })
    expect([await seat(), await shown(id)]).toEqual([[null, null], null])
    expect((await until(id, '2027-01-31')).body.seatNumber).toBe(7)
    expect(await seat()).toEqual(['Asha Rao', 'Asha Rao'])
    const { before, after } = await app.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect([JSON.parse(before ?? ''), JSON.parse(after ?? '')]).toEqual([
      { terminationDate: '2026-11-20', seatNumber: null },
      { terminationDate: '2027-01-31', seatNumber: 7 },
    ])
  })

  test('gives the seat to the first of two, even if it was kept for the second', async () => {
    const { boss, student, asha, until, shown } = await givenHall()
    const first = await asha()
    const second = await student({ name: 'Bela Sen' })
    await boss.put(`/user/${second}/termination`, { terminationDate: '2026-11-20' })
    expect((await until(first, null)).status).toBe(200)
    expect([await shown(first), await shown(second)]).toEqual([7, null])
    expect(said(await until(second, null))).toEqual(taken('Asha Rao'))
  })

  test('by a superadmin can choose another free seat in the same call', async () => {
    const { boss, student, asha, seat, shown } = await givenHall()
    const id = await asha()
    await student({ name: 'Bela Sen' })
    const body = { terminationDate: '2027-01-31', seatNumber: 9, slot: 'afternoon' }
    expect((await boss.put(`/user/${id}`, body)).body).toMatchObject(body)
    expect([await seat(), await seat(9), await shown(id)]).toEqual([['Bela Sen', 'Bela Sen'], [null, 'Asha Rao'], 9])
  })

  test('by an admin whose screen shows the old seat does not count as a move', async () => {
    const { boss, admin, student, asha, seat, shown } = await givenHall()
    const id = await asha()
    const asShown = (await boss.get(`/user/profile/${id}`)).body
    const { name, email, role, slot, seatNumber } = asShown
    const next = await student({ name: 'Bela Sen' })
    const sent = { name, email, role, slot, seatNumber, terminationDate: '2027-01-31' }
    expect(said(await admin.put(`/user/${id}`, sent))).toEqual(taken('Bela Sen'))
    expect((await admin.put(`/user/${id}`, { ...sent, seatNumber: 9 })).status).toBe(403)
    await boss.put(`/user/${next}`, { seatNumber: 8 })
    expect((await admin.put(`/user/${id}`, sent)).body).toMatchObject({ seatNumber: 7, terminationDate: '2027-01-31' })
    expect([await seat(), await shown(id)]).toEqual([['Asha Rao', 'Asha Rao'], 7])
  })

  test('without a chosen seat succeeds on a screen that shows none', async () => {
    const { admin, student, asha, seat, shown } = await givenHall()
    const id = await asha()
    await student({ name: 'Bela Sen' })
    expect((await admin.put(`/user/${id}`, { terminationDate: null, seatNumber: null })).status).toBe(200)
    expect([await seat(), await shown(id)]).toEqual([['Bela Sen', 'Bela Sen'], null])
  })
})

describe('a hall with fewer seats than before', () => {
  const shrunk = async () => {
    const hall = await givenHall()
    const id = await hall.asha({ seatNumber: 30 })
    const { body } = await hall.boss.get('/customization')
    expect((await hall.boss.put('/customization/hall', { ...body.hall, seats: 10 })).status).toBe(200)
    return { ...hall, id }
  }

  test('still allows changes of people who left', async () => {
    const { boss, id } = await shrunk()
    for (const change of [{ terminationDate: '2026-11-01' }, { name: 'Asha Rani' }])
      expect((await boss.put(`/user/${id}`, change)).status).toBe(200)
  })

  test('does not renew on a seat that no longer exists, but without it or on another one', async () => {
    const { boss, until, id, student, seat } = await shrunk()
    const missing = [400, 'users.seat_missing', 'Seat number must be from 1 to 10']
    expect(said(await until(id, null))).toEqual(missing)
    const other = await student({ name: 'Bela Sen' })
    expect(said(await boss.post('/user/seats/exchange', { first: other, second: id }))).toEqual(missing)
    expect((await until(id, null, { withoutSeat: true })).body.seatNumber).toBeNull()
    expect((await boss.put(`/user/${id}`, { terminationDate: '2026-11-01' })).status).toBe(200)
    expect((await boss.put(`/user/${id}`, { terminationDate: null, seatNumber: 10 })).status).toBe(200)
    expect(await seat(10)).toEqual(['Asha Rao', 'Asha Rao'])
  })
})
