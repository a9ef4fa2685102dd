import { describe, expect, test } from 'vitest'
import type { Seat } from '#people/seats/seats.contract.ts'
import { given } from '#server/testing/given.ts'

/* The hall of these tests is in Kolkata, five and a half hours ahead of UTC. */

let made = 0
const givenHall = async (now = '2026-11-21T10:00:00.000Z') => {
  const app = await given()
  app.setNow(now)
  const clerk = await app.as('superadmin')
  const student = async (change: object = {}) => {
    const email = `s${++made}@example.org`
    const body = { name: 'Asha Rao', email, password: 'a good long one', role: 'student', slot: 'full-day', seatNumber: 7, ...change }
    return (await clerk.post('/user', body)).body._id as string
  }
  const seats = async (): Promise<Seat[]> => (await clerk.get('/user/seats')).body.items
  const onSeven = async (isExpired: boolean) => {
    const { morning, afternoon } = (await seats())[6] ?? {}
    return [...new Set([morning, afternoon].flatMap((half) => (half?.isExpired === isExpired ? half.userId : [])))]
  }
  /** Returns who has seat 7. */
  const holders = () => onSeven(false)
  /** Returns for whom seat 7 is only kept. */
  const kept = () => onSeven(true)
  const until = (id: string, terminationDate: string | null) => clerk.put(`/user/${id}/termination`, { terminationDate })
  return { app, clerk, student, seats, holders, kept, until }
}

describe('the last day', () => {
  test.each([
    ['2026-11-21', '2026-11-21T18:29:59.999Z', '2026-11-21T18:30:00.000Z'],
    ['2028-02-28', '2028-02-28T18:29:59.999Z', '2028-02-28T18:30:00.000Z'],
    ['2028-02-29', '2028-02-29T18:29:59.999Z', '2028-02-29T18:30:00.000Z'],
    ['2026-12-31', '2026-12-31T18:29:59.999Z', '2026-12-31T18:30:00.000Z'],
  ])('%s ends at %s', async (terminationDate, last, first) => {
    const { app, student, holders, kept } = await givenHall(`${terminationDate}T10:00:00.000Z`)
    const id = await student({ terminationDate })
    const there = await app.as('student', { terminationDate })
    app.setNow(last)
    expect([(await there.get('/auth/me')).status, await holders()]).toEqual([200, [id]])
    app.setNow(first)
    const { status, body } = await there.get('/auth/me')
    expect([status, body.expired, body.message]).toEqual([403, true, 'Your account has expired. Please contact the administrator.'])
    expect([await holders(), await kept()]).toEqual([[], [id]])
  })

  test('does not free the seat of anybody else', async () => {
    const { app, student, seats } = await givenHall()
    const id = await student({ terminationDate: '2026-11-22', slot: 'morning' })
    const [other, endless] = [await student({ terminationDate: '2026-11-23', slot: 'afternoon' }), await student({ seatNumber: 8 })]
    app.setNow('2026-11-22T18:30:00.000Z')
    const [seven, eight] = (await seats()).slice(6)
    expect(seven?.morning).toMatchObject({ userId: id, isExpired: true })
    expect([seven?.afternoon, eight?.morning]).toMatchObject([other, endless].map((userId) => ({ userId, isExpired: false })))
  })

  test('caused by a wrong clock costs nobody their seat, except one that was given away meanwhile', async () => {
    const { app, student, seats, holders } = await givenHall()
    const [id, neighbour] = [
      await student({ terminationDate: '2026-12-01' }),
      await student({ terminationDate: '2026-12-01', seatNumber: 8 }),
    ]
    app.setNow('2026-12-10T10:00:00.000Z')
    const next = await student({ seatNumber: 8 })
    expect([await holders(), (await seats())[7]?.morning?.userId]).toEqual([[], next])
    app.setNow('2026-11-21T10:00:00.000Z')
    expect([await holders(), (await seats())[7]?.morning?.userId]).toEqual([[id], next])
    expect(neighbour).not.toBe(next)
  })
})

describe('a termination date in the past', () => {
  test('keeps the seat for them, and rejects every call with the reason', async () => {
    const { app, clerk, until, student, holders, kept } = await givenHall()
    const id = await student()
    const there = await app.as('student')
    await clerk.put(`/user/${there._id}`, { slot: 'morning', seatNumber: 8 })
    expect((await until(id, '2026-11-20')).status).toBe(200)
    expect((await clerk.put(`/user/${there._id}`, { terminationDate: '2026-11-20' })).status).toBe(200)
    expect([await holders(), await kept()]).toEqual([[], [id]])
    expect((await there.get('/auth/me')).body).toMatchObject({ expired: true, code: 'expired' })
  })

  test('of today keeps today valid', async () => {
    const { until, student, holders } = await givenHall()
    const id = await student()
    await until(id, '2026-11-21')
    expect(await holders()).toEqual([id])
  })

  test('that is reverted reopens the account, but not its old sessions', async () => {
    const { app, until } = await givenHall()
    const there = await app.as('student')
    await until(there._id, '2026-11-20')
    expect((await there.get('/auth/me')).status).toBe(403)
    await until(there._id, '2026-11-30')
    expect((await there.get('/auth/me')).status).toBe(401)
  })

  test('that is moved while the account is valid ends no session', async () => {
    const { app, until } = await givenHall()
    const there = await app.as('student')
    for (const date of ['2026-11-21', '2027-11-20', null]) await until(there._id, date)
    expect((await there.get('/auth/me')).status).toBe(200)
  })
})

describe('extending an account that has expired', () => {
  test('takes the seat back if it is free', async () => {
    const { app, student, until, holders } = await givenHall()
    const id = await student({ terminationDate: '2026-11-22' })
    app.setNow('2026-11-25T10:00:00.000Z')
    expect(await holders()).toEqual([])
    for (const date of ['2026-11-25', null]) {
      expect((await until(id, date)).status).toBe(200)
      expect(await holders()).toEqual([id])
    }
  })

  test('names who has taken the seat, and changes nothing', async () => {
    const { app, clerk, student, until, holders } = await givenHall()
    const id = await student({ terminationDate: '2026-11-22' })
    app.setNow('2026-11-25T10:00:00.000Z')
    const next = await student({ name: 'Bela Sen', slot: 'afternoon' })
    const audit = async () => (await app.db.selectFrom('audit').select('id').execute()).length
    const before = await audit()
    for (const refused of [await until(id, '2027-01-31'), await clerk.put(`/user/${id}`, { name: 'X', terminationDate: null })]) {
      const message = 'Seat 7 (afternoon) is taken by Bela Sen'
      const params = { seat: 7, half: 'afternoon', name: 'Bela Sen' }
      expect([refused.status, refused.body]).toEqual([409, { code: 'users.seat_taken', message, params, fields: { seatNumber: message } }])
    }
    expect((await clerk.get(`/user/profile/${id}`)).body).toMatchObject({
      name: 'Asha Rao',
      terminationDate: '2026-11-22',
      seatNumber: null,
    })
    expect([await holders(), await audit()]).toEqual([[next], before])
    expect((await clerk.put(`/user/${id}`, { terminationDate: null, slot: 'morning' })).status).toBe(200)
    expect((await holders()).toSorted()).toEqual([id, next].toSorted())
  })
})
