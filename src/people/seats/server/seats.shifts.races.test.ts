import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { newAccount } from '#server/testing/people.ts'
import { assertStudentsSound } from './testing/assertSound.ts'

/*
 * Clerks and owners at once. On in-memory databases they run one after the other; `npm run test:services` runs them concurrently.
 *
 * Tried by hand on PostgreSQL, with the lock `users` taken out of `locks.ts`: the second test fails. The first one does not, because the
 * primary key of `seats` refuses the other nineteen; with the key dropped and the lock in place it passes too. Without both, two of the
 * twenty clerks get the seat.
 */

const givenHall = async () => {
  const app = await given()
  app.setNow('2026-11-21T10:00:00.000Z')
  const boss = await app.as('superadmin')
  const clerks = [await app.as('superadmin'), await app.as('superadmin'), await app.as('superadmin'), await app.as('superadmin')]
  const add = async (name: string) => {
    const user = newAccount('student', { name })
    await app.db.insertInto('users').values(user).execute()
    return user.id
  }
  const assign = (at: number, id: string, seatNumber: number, slot: string) =>
    (clerks[at % clerks.length] ?? boss).put(`/user/${id}`, { seatNumber, slot })
  const assertSound = () => assertStudentsSound(app.db)
  return { app, boss, add, assign, assertSound }
}

test('of twenty clerks who assign the last evening seat at once, one gets it', async () => {
  const { boss, add, assign, assertSound } = await givenHall()
  await boss.post('/customization/shifts', { name: 'Evening', from: '18:00', to: '22:00' })
  const ids: string[] = []
  for (let at = 0; at < 20; at++) ids.push(await add(`P${at}`))
  const answers = await Promise.all(ids.map((id, at) => assign(at, id, 7, 'evening')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)])
  await assertSound()
})

test('new borders during assignments give no minute of a seat to two people', async () => {
  const { boss, add, assign, assertSound } = await givenHall()
  await boss.post('/customization/shifts', { name: 'Early', from: '06:00', to: '09:00' })
  for (let round = 0; round < 6; round++) {
    const seat = round + 1
    const ids = [await add(`A${round}`), await add(`B${round}`), await add(`C${round}`), await add(`D${round}`)] as const
    const minute = String(10 + round)
    const answers = await Promise.all([
      assign(0, ids[0], seat, 'morning'),
      boss.put('/customization/shifts/early', { from: `08:${minute}`, to: `12:${minute}` }),
      assign(1, ids[1], seat, 'early'),
      boss.post('/customization/shifts', { name: `Late ${round}`, from: `13:${minute}`, to: `20:${minute}` }),
      assign(2, ids[2], seat, `late-${round}`),
      assign(3, ids[3], seat, 'afternoon'),
    ])
    expect(answers.every(({ status }) => [200, 201, 400, 409].includes(status))).toBe(true)
    await assertSound()
  }
})
