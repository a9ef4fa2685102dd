import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'

/* Clerks who press at once. On in-memory databases they run one after the other; `npm run test:services` runs them concurrently. */

const ROUNDS = 10

const givenClerks = async () => {
  const app = await given()
  const clerks = [await app.as('manager'), await app.as('manager'), await app.as('admin'), await app.as('superadmin')] as const
  const rowsOf = (userId: string) => app.db.selectFrom('visits').select(['number', 'kind']).where('userId', '=', userId).execute()
  return { app, clerks, rowsOf }
}

test('adds one row if several clerks press In at once, and returns the same to all', async () => {
  const { app, clerks, rowsOf } = await givenClerks()
  for (let round = 0; round < ROUNDS; round++) {
    const { _id } = await app.as('student')
    const answers = await Promise.all(clerks.map((clerk) => clerk.post(`/user/visits/${_id}`, { kind: 'in' })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await rowsOf(_id)).toEqual([{ number: 1, kind: 'in' }])
  }
})

test('alternates rows if In and Out are pressed at once', async () => {
  const { app, clerks, rowsOf } = await givenClerks()
  for (let round = 0; round < ROUNDS; round++) {
    const { _id } = await app.as('student')
    await Promise.all(clerks.flatMap((clerk) => ['in', 'out'].map((kind) => clerk.post(`/user/visits/${_id}`, { kind }))))
    const rows = (await rowsOf(_id)).toSorted((one, other) => one.number - other.number)
    expect(rows).toEqual(rows.map((_, at) => ({ number: at + 1, kind: at % 2 === 0 ? 'in' : 'out' })))
  }
})

test('leaves no visit of a student who is deleted at the same time', async () => {
  const { app, clerks, rowsOf } = await givenClerks()
  for (let round = 0; round < ROUNDS; round++) {
    const { _id } = await app.as('student')
    const [pressed, deleted] = await Promise.all([clerks[0].post(`/user/visits/${_id}`, { kind: 'in' }), clerks[3].del(`/user/${_id}`)])
    expect([200, 404]).toContain(pressed.status)
    expect(deleted.status).toBe(204)
    expect(await rowsOf(_id)).toEqual([])
  }
})
