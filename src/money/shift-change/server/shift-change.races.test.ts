import { expect, test } from 'vitest'
import { moneyCheck } from '#money/fees/server/fees.checks.ts'
import { given } from '#server/testing/given.ts'

/* Concurrent calls. On in-memory databases they run one after the other; `npm run test:services` runs them concurrently. */

const givenHall = async (students: number) => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const owners = await Promise.all(Array.from({ length: 4 }, () => app.as('superadmin')))
  const [owner] = owners
  if (!owner) throw new Error('no owner')
  await owner.put('/customization/hall', { slotFees: { morning: 600, afternoon: 600, 'full-day': 900 }, partMonth: 'days' })
  const ids: string[] = []
  for (let at = 0; at < students; at++) {
    const { _id: studentId } = await app.as('student', { dateJoined: '2026-09-01' })
    await owner.put(`/user/${studentId}`, { slot: at % 2 === 0 ? 'morning' : 'afternoon', seatNumber: 1 + Math.floor(at / 2) })
    await owner.post('/user/fees', { studentId, kind: 'monthly', month: 11, year: 2026, amount: 600 })
    ids.push(studentId)
  }
  const feeOf = async (id: string) => (await owner.get(`/user/fees/${id}`)).body.items[0].amount
  const slotOf = async (id: string) => (await owner.get(`/user/profile/${id}`)).body.slot
  return { app, owner, owners, ids, feeOf, slotOf }
}

const moving = (studentId: string, more: object = {}) => ({
  ...{ studentId, slot: 'full-day', from: '2026-11-21', expected: 100, clientId: crypto.randomUUID() },
  ...more,
})

test('books the difference once if several people move a student at the same time', async () => {
  const { app, owners, ids, feeOf } = await givenHall(1)
  const [id = ''] = ids
  const answers = await Promise.all(owners.map((each) => each.post('/user/fees/shift-change', moving(id))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  expect(await feeOf(id)).toBe(700)
  expect(await app.db.selectFrom('shiftChanges').select('amount').execute()).toEqual([{ amount: 10_000 }])
  expect(await moneyCheck.run(app.platform)).toEqual([])
})

test('gives one of two students the whole day of a free seat, and books nothing for the other', async () => {
  const { app, owners, ids, feeOf, slotOf } = await givenHall(2)
  const answers = await Promise.all(ids.map((id, at) => owners[at]?.post('/user/fees/shift-change', moving(id, { seatNumber: 9 }))))
  expect(answers.map((answer) => answer?.status).toSorted()).toEqual([201, 409])
  for (const [at, id] of ids.entries()) {
    const won = answers[at]?.status === 201
    expect([await feeOf(id), (await slotOf(id)) === 'full-day']).toEqual([won ? 700 : 600, won])
    if (!won) expect(answers[at]?.body.code).toBe('users.seat_taken')
  }
  expect(await moneyCheck.run(app.platform)).toEqual([])
})

test('counts a payment that is taken while a shift changes, before or after it', async () => {
  const { app, owner, owners, ids, feeOf } = await givenHall(4)
  const answers = await Promise.all(
    ids.flatMap((studentId, at) => [
      owners[at]?.post('/user/fees/payments', { studentId, amount: 600, method: 'cash' }),
      owner.post('/user/fees/shift-change', moving(studentId, { seatNumber: 11 + at })),
    ]),
  )
  expect(answers.map((answer) => answer?.status)).toEqual(answers.map(() => 201))
  for (const id of ids) {
    expect(await feeOf(id)).toBe(700)
    expect((await owner.get(`/user/fees/accounts/${id}`)).body).toMatchObject({ owed: 100, credit: 0 })
  }
  expect(await moneyCheck.run(app.platform)).toEqual([])
})
