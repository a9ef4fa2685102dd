import { expect, test } from 'vitest'
import { moneyCheck } from '#money/fees/server/fees.checks.ts'
import { given } from '#server/testing/given.ts'

/* Concurrent calls of clerks. On in-memory databases they run one after the other; `npm run test:services` runs them concurrently. */

const givenHall = async (students: number) => {
  const app = await given()
  app.setNow('2026-11-20T06:00:00.000Z')
  const clerks = await Promise.all(Array.from({ length: 6 }, () => app.as('manager')))
  const [clerk] = clerks
  if (!clerk) throw new Error('no clerk')
  const people = await Promise.all(
    Array.from({ length: students }, (_, at) => app.as('student', { dateJoined: '2026-11-01', slot: 'morning', seatNumber: at + 1 })),
  )
  const ids = people.map(({ _id }) => _id)
  for (const studentId of ids)
    for (const month of [11, 12])
      await clerk.post('/user/fees', { studentId, kind: 'monthly', month, year: 2026, amount: 900, notes: 'As agreed' })
  return { app, clerk, clerks, ids }
}

const leaving = (net: number) => ({
  lastDay: '2026-11-20',
  share: 'none',
  net,
  settle: true,
  method: 'cash',
  clientId: crypto.randomUUID(),
})

test('counts a payment made while a student leaves in the settlement, or keeps it as credit', async () => {
  const { app, clerk, clerks, ids } = await givenHall(6)
  const answers = await Promise.all(
    ids.flatMap((id, at) => [
      clerks[at]?.post('/user/fees/payments', { studentId: id, amount: 900, method: 'cash' }),
      clerk.post(`/user/${id}/leave`, leaving(-900)),
    ]),
  )
  for (const [at, id] of ids.entries()) {
    const [payment, left] = [answers[2 * at], answers[2 * at + 1]]
    expect(payment?.status).toBe(201)
    const { owed, credit, payments } = (await clerk.get(`/user/fees/accounts/${id}`)).body
    if (left?.status === 201) expect([owed, credit, payments.length]).toEqual([0, 900, 2])
    else {
      expect(left?.body.code).toBe('leaving.changed')
      expect([owed, credit, payments.length]).toEqual([900, 0, 1])
    }
  }
  expect(await moneyCheck.run(app.platform)).toEqual([])
})

test('lets one of several clerks settle a student, and tells the others that the account has changed', async () => {
  const { app, clerk, clerks, ids } = await givenHall(1)
  const [id] = ids
  await clerk.post('/user/fees/payments', { studentId: id, amount: 1800, method: 'cash' })
  const answers = await Promise.all(clerks.map((each) => each.post(`/user/${id}/leave`, leaving(900))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
  expect(await app.db.selectFrom('refunds').select('amount').execute()).toEqual([{ amount: 90_000 }])
  expect(await moneyCheck.run(app.platform)).toEqual([])
})
