import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { roundsOf } from '#server/testing/hard.ts'
import { newAccount } from '#server/testing/people.ts'

/*
 * Clerks who assign the same seat at once. On in-memory databases they run one after the other; `npm run test:services` runs them
 * concurrently.
 */

const ROUNDS = roundsOf({ ordinary: 4, hard: 10 })

let made = 0
const givenHall = async () => {
  const app = await given()
  app.setNow('2026-11-21T10:00:00.000Z')
  const clerks = [await app.as('superadmin'), await app.as('superadmin'), await app.as('superadmin'), await app.as('superadmin')] as const
  const add = async (name: string, change: object = {}) => {
    const user = newAccount('student', { name, slot: 'full-day', ...change })
    await app.db.insertInto('users').values(user).execute()
    return user.id
  }
  /** Creates a person who has a seat, or had it until yesterday. */
  const seated = async (name: string, seatNumber: number, terminationDate: string | null = null) => {
    const id = await add(name)
    expect((await clerks[0].put(`/user/${id}`, { seatNumber, terminationDate })).status).toBe(200)
    return id
  }
  return { app, clerks, add, seated }
}

describe('a seat that is assigned at once by creating, moving, renewing and exchanging', () => {
  test.each([
    ['free', false],
    ['kept', true],
  ])('and was %s goes to one person, and the others learn to whom', async (_, isKept) => {
    const { app, clerks, add, seated } = await givenHall()
    for (let round = 0; round < ROUNDS; round++) {
      const seatNumber = round + 1
      if (isKept) await seated('Kept', seatNumber, '2026-11-20')
      const moved = await add('Moved')
      const renewed = await add('Renewed', { terminationDate: '2026-11-20', formerSeat: seatNumber })
      const body = {
        name: 'Created',
        email: `r${++made}@example.org`,
        password: 'a good long one',
        role: 'student',
        slot: 'full-day',
        seatNumber,
      }
      const answers = await Promise.all([
        clerks[0].post('/user', body),
        clerks[1].put(`/user/${moved}`, { seatNumber }),
        clerks[2].put(`/user/${renewed}/termination`, { terminationDate: null }),
      ])
      const winners = answers.filter(({ status }) => status < 300)
      expect(winners).toHaveLength(1)
      const { name, _id } = winners[0]?.body ?? {}
      for (const { status, body: refusal } of answers.filter((answer) => answer.status >= 300)) {
        expect([status, refusal.code]).toEqual([409, 'users.seat_taken'])
        expect(refusal.message).toBe(`Seat ${seatNumber} (morning) is taken by ${name}`)
      }
      const held = await app.db.selectFrom('seats').select('userId').where('seatNumber', '=', seatNumber).execute()
      expect(held).toEqual([{ userId: _id }, { userId: _id }])
      expect(await app.db.selectFrom('users').select('id').where('seatNumber', '=', seatNumber).execute()).toEqual([{ id: _id }])
    }
  })
})

test('leaves one holder per seat when two exchange seats while another person is moved to one of the seats', async () => {
  const { app, clerks, add, seated } = await givenHall()
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = [round * 2 + 1, round * 2 + 2]
    // A person moved there can take a kept seat, or it can be part of the exchange.
    const [asha, bela, chand] = [await seated('Asha', one), await seated('Bela', other, '2026-11-20'), await add('Chand')]
    const [exchanged, back, moved] = await Promise.all([
      clerks[0].post('/user/seats/exchange', { first: asha, second: bela }),
      clerks[1].post('/user/seats/exchange', { first: bela, second: asha }),
      clerks[2].put(`/user/${chand}`, { seatNumber: other }),
    ])
    expect([exchanged, back].every(({ status }) => status === 204 || status === 409)).toBe(true)
    expect([200, 409]).toContain(moved.status)
    if (moved.status === 409) expect(moved.body.message).toBe(`Seat ${other} (morning) is taken by Asha`)
    const held = await app.db
      .selectFrom('seats')
      .selectAll()
      .where('seatNumber', 'in', [one, other])
      .orderBy('userId')
      .orderBy('piece')
      .execute()
    const meant = await app.db
      .selectFrom('users')
      .select(['id', 'seatNumber'])
      .where('seatNumber', 'in', [one, other])
      .orderBy('id')
      .execute()
    expect(held).toEqual(meant.flatMap(({ id, seatNumber }) => [0, 840].map((piece) => ({ seatNumber, piece, userId: id }))))
    expect(held.filter(({ userId }) => userId === asha)).toHaveLength(2)
    expect(held.filter(({ userId }) => userId === chand)).toHaveLength(moved.status === 200 ? 2 : 0)
  }
})

test('names a person who is in the way of an exchange by then', async () => {
  const { app, clerks, seated, add } = await givenHall()
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = [round * 2 + 1, round * 2 + 2]
    const [asha, bela, chand] = [
      await seated('Asha', one),
      await add('Bela', { slot: 'morning' }),
      await add('Chand', { slot: 'afternoon' }),
    ]
    await clerks[0].put(`/user/${bela}`, { seatNumber: other })
    const [exchanged, moved] = await Promise.all([
      clerks[0].post('/user/seats/exchange', { first: asha, second: bela }),
      clerks[1].put(`/user/${chand}`, { seatNumber: other }),
    ])
    expect([exchanged.status, moved.status].toSorted()).toEqual(exchanged.status === 204 ? [204, 409] : [200, 409])
    const late = exchanged.status === 204 ? moved : exchanged
    const holder = exchanged.status === 204 ? 'Asha' : 'Chand'
    expect(late.body.message).toBe(`Seat ${other} (afternoon) is taken by ${holder}`)
    expect(await app.db.selectFrom('seats').selectAll().where('seatNumber', 'in', [one, other]).execute()).toHaveLength(
      exchanged.status === 204 ? 3 : 4,
    )
  }
})
