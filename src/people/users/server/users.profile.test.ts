import { expect, test } from 'vitest'
import { roles } from '#contract/actor.ts'
import { given } from '#server/testing/given.ts'

test('shows a student everything of themselves, and does not reveal if others exist', async () => {
  const app = await given()
  const own = {
    phone: '98765',
    dob: '2004-02-29',
    dateJoined: '2026-01-31',
    slot: 'morning',
    seatNumber: 7,
    email: 'meera@example.org',
  } as const
  const student = await app.as('student', { ...own, terminationDate: '2099-12-31' })
  const { status, body } = await student.get(`/user/profile/${student._id}`)
  const { dateJoined: dateJoinedLibrary, ...rest } = own
  expect([status, body]).toEqual([200, expect.objectContaining({ _id: student._id, role: 'student', ...rest, dateJoinedLibrary })])
  expect((await student.get('/auth/me')).body).toMatchObject(body)
  const missing = await student.get('/user/profile/nobody')
  for (const role of roles) {
    const refused = await student.get(`/user/profile/${(await app.as(role))._id}`)
    expect([refused.status, refused.text]).toEqual([404, missing.text])
  }
})

test.each(['manager', 'admin', 'superadmin'] as const)('a %s sees everybody', async (role) => {
  const app = await given()
  const clerk = await app.as(role)
  for (const other of roles) {
    const { _id } = await app.as(other)
    expect((await clerk.get(`/user/profile/${_id}`)).body).toMatchObject({ _id, role: other })
  }
  expect((await clerk.get(`/user/profile/${clerk._id}`)).body._id).toBe(clerk._id)
})
