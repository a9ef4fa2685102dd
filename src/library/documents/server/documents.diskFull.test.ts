import { describe, expect, test } from 'vitest'
import { allowPages, makeRoom, pagesOf } from '#server/testing/fullDisk.ts'
import { type Answer, given } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'

const isSqlite = (process.env.TEST_DATABASE ?? 'sqlite') === 'sqlite'

/** Repeats a change until the disk is full; returns the failed reply and the number of successful changes before. */
const untilFull = async (change: (turn: number) => Promise<Answer>): Promise<{ refusal: Answer; taken: number }> => {
  for (let taken = 0; taken < 2_000; taken++) {
    const answer = await change(taken)
    if (answer.status >= 400) return { refusal: answer, taken }
  }
  throw new Error('There was room for everything')
}

// One database is enough for the behaviour; another test checks that PostgreSQL's error for a full disk is recognized.
describe.skipIf(!isSqlite)('on a full disk', () => {
  test('changes are rejected without effect, reading works, and changes work again once there is room', async () => {
    const app = await given()
    const superadmin = await app.as('superadmin')
    const { _id: physics } = await givenCategory(superadmin, 'Physics')
    const { _id: history } = await givenCategory(superadmin, 'History')
    const { _id } = await givenDocument(superadmin, 'Waves', physics)
    const read = async () => (await superadmin.get(`/document/${_id}`)).body
    await allowPages(app.db, (await pagesOf(app.db)) + 3)

    const titleOf = (turn: number) => `Waves ${turn} ${'x'.repeat(200)}`
    const changing = await untilFull((turn) => superadmin.put(`/document/${_id}`, { title: titleOf(turn) }))
    expect([changing.refusal.status, changing.refusal.body.message]).toEqual([507, 'The disk is full. Nothing was saved.'])
    expect(changing.taken).toBeGreaterThan(0)
    expect((await read()).title).toBe(titleOf(changing.taken - 1))

    const shelf = (turn: number) => (turn % 2 === 0 ? history : physics)
    const moving = await untilFull((turn) => superadmin.post('/document/move', { ids: [_id], category: shelf(turn) }))
    expect(moving.refusal.status).toBe(507)
    expect((await read()).category._id).toBe(shelf(moving.taken + 1))

    const turning = await untilFull((turn) =>
      turn % 2 === 0 ? superadmin.post('/document/remove', { ids: [_id] }) : superadmin.post(`/document/${_id}/restore`),
    )
    expect(turning.refusal.status).toBe(507)
    expect((await superadmin.get('/document')).body.total).toBe(turning.taken % 2 === 0 ? 1 : 0)

    await makeRoom(app.db)
    if (turning.taken % 2 === 1) expect((await superadmin.post(`/document/${_id}/restore`)).status).toBe(200)
    expect((await superadmin.put(`/document/${_id}`, { title: 'Waves' })).status).toBe(200)
    expect((await superadmin.put(`/document/${_id}/progress`, { page: 3 })).status).toBe(200)
  })
})
