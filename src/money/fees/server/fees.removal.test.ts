import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'

test('changes no past figure and no receipt when a student is deleted', async () => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const clerk = await app.as('admin')
  const { _id } = await app.as('student', { name: 'Asha Rao', dateJoined: '2026-09-15' })
  await clerk.post(`/user/fees/generate/${_id}`, { feeAmount: 1000 })
  await clerk.post('/user/fees/payments', { studentId: _id, amount: 1500, method: 'cash' })
  const figures = async () => {
    const { payments, owed, credit } = (await clerk.get(`/user/fees/accounts/${_id}`)).body
    return { payments, owed, credit, summary: (await clerk.get('/user/fees/summary')).body }
  }
  const before = await figures()
  expect((await clerk.del(`/user/${_id}`)).status).toBe(204)
  expect(await figures()).toEqual(before)
  expect(before.payments[0].studentName).toBe('Asha Rao')
  const { items } = (await clerk.get('/user/fees')).body
  expect(items.map(({ student }: { student: unknown }) => student)).toEqual([null, null, null])
  expect((await clerk.post('/user/fees/generate')).body).toMatchObject({ created: 0, skipped: 0 })
  expect((await clerk.get('/user/fees/accounts')).body.items).toEqual([])
})
