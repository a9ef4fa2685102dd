import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withoutTable } from '#server/testing/broken.ts'
import { given } from '#server/testing/given.ts'
import { givenAccount, rightPassword } from '#server/testing/people.ts'

test('rejects a change that cannot be recorded', async () => {
  const app = await given()
  const owner = await app.as('superadmin')
  const asha = await givenAccount(app, { email: 'asha@example.org', role: 'student' })
  const { token } = (await app.anyone().post('/auth/login', { email: asha.email, password: rightPassword })).body
  const state = async () => ({
    people: await app.db.selectFrom('users').selectAll().orderBy('id').execute(),
    sessions: (await app.db.selectFrom('sessions').select('id').execute()).length,
    settings: (await app.anyone().get('/customization')).body,
  })
  const before = await state()
  const person = { name: 'Binod', email: 'binod@example.org', password: 'correct horse battery', role: 'student' }
  await withoutTable(app.db, 'audit', async () => {
    for (const answer of [
      await owner.post('/user', person),
      await owner.put(`/user/${asha._id}`, { role: 'manager' }),
      await owner.put(`/user/${asha._id}/termination`, { terminationDate: '2027-03-31' }),
      await owner.del(`/user/${asha._id}`),
      await owner.put('/customization/system-name', { systemName: 'Another Hall' }),
      await app.withToken(token).post('/auth/password', { current: rightPassword, next: 'another good one' }),
    ])
      expect(answer.status).toBe(500)
  })
  expect(await state()).toEqual(before)
  expect((await owner.put(`/user/${asha._id}`, { role: 'manager' })).status).toBe(200)
})

// Other features cannot write to the table, which src/boundaries.test.ts checks.
test('entries are only inserted, and updated only to erase a deleted person', () => {
  const writes = globSync('src/system/audit/server/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => readFileSync(file, 'utf8').match(/\b(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\('audit'\)/g) ?? [])
  expect(writes.toSorted()).toEqual(["insertInto('audit')", "updateTable('audit')"])
})
