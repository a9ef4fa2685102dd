import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { newAccount } from '#server/testing/people.ts'
import { minutesOf } from './testing/minuteHall.ts'

/* Clerks and owners at once. On in-memory databases they run one after the other; `npm run test:services` runs them concurrently. */

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
  /** Everybody with a seat has it in exactly the minutes of their shift, and nobody else has. */
  const assertSound = async () => {
    const pieces = (await app.db.selectFrom('pieces').select('starts').orderBy('starts').execute()).map(({ starts }) => starts)
    const endOf = (piece: number) => pieces[pieces.indexOf(piece) + 1] ?? pieces[0] ?? 0
    const rows = await app.db.selectFrom('seats').selectAll().execute()
    const shifts = new Map((await app.db.selectFrom('shifts').selectAll().execute()).map((shift) => [shift.key, shift]))
    const people = await app.db.selectFrom('users').select(['id', 'seatNumber', 'slot']).where('seatNumber', 'is not', null).execute()
    const taken = new Set<string>()
    for (const { id, seatNumber, slot } of people) {
      const shift = shifts.get(slot ?? '')
      const own = rows.filter(({ userId }) => userId === id)
      const minutes = own.flatMap(({ piece }) => [...minutesOf({ starts: piece, ends: endOf(piece) })])
      expect(new Set(own.map((row) => row.seatNumber))).toEqual(new Set([seatNumber]))
      expect(minutes.toSorted((one, other) => one - other)).toEqual(
        shift ? [...minutesOf(shift)].toSorted((one, other) => one - other) : [],
      )
      for (const minute of minutes) {
        expect(taken.has(`${seatNumber} ${minute}`)).toBe(false)
        taken.add(`${seatNumber} ${minute}`)
      }
    }
    expect(rows.filter(({ userId }) => !people.some(({ id }) => id === userId))).toEqual([])
  }
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
