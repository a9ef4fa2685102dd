import { describe, expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { given } from '#server/testing/given.ts'
import { givenAccount, rightPassword } from '#server/testing/people.ts'

const asha = { name: 'Asha Devi', email: 'asha@example.org', phone: '98206 28374' }

/** A person whose account has ended, and who owed ₹1,500 on that day. */
const givenEnded = async (role: Role = 'student') => {
  const app = await given()
  app.setNow('2026-11-20T06:00:00.000Z')
  const { _id } = await givenAccount(app, {
    ...asha,
    role,
    terminationDate: '2026-11-21',
    ...(role === 'student' && { seatNumber: 12, slot: 'morning' }),
  })
  const admin = await app.as('admin')
  if (role === 'student')
    expect((await admin.post('/user/fees', { studentId: _id, kind: 'monthly', year: 2026, month: 11, amount: 1_500 })).status).toBe(201)
  app.setNow('2026-11-22T06:00:00.000Z')
  const signIn = (email: string, password: string) => app.anyone().post('/auth/login', { email, password })
  return { app, _id, signIn }
}

describe('an account that has ended', () => {
  test('tells its person the last day and the debt, after the right password', async () => {
    const { _id, signIn } = await givenEnded()
    const { status, body } = await signIn(asha.email, rightPassword)
    expect(status).toBe(403)
    expect(body).toMatchObject({
      expired: true,
      code: 'expired',
      message: 'Your account has expired. Please contact the administrator.',
      params: { userId: _id, name: 'Asha Devi', seatNumber: 12, endedOn: '2026-11-21', owed: 1_500 },
    })
  })

  test('tells the label of the seat, which the payment names', async () => {
    const { app, signIn } = await givenEnded()
    await (await app.as('superadmin')).put('/user/seats/details', { from: 12, to: 12, labels: { prefix: 'B24' } })
    expect((await signIn(asha.email, rightPassword)).body.params).toMatchObject({ seatNumber: 12, seatLabel: 'B24' })
  })

  test('tells nothing to a person without the password: the reply is that of an account that does not exist', async () => {
    const { signIn } = await givenEnded()
    const [wrong, unknown] = [await signIn(asha.email, 'not the password'), await signIn('nobody@example.org', 'not the password')]
    expect([wrong.status, wrong.body]).toEqual([401, unknown.body])
    expect(wrong.text).not.toMatch(/1,?500|2026-11-21|Asha|expired/)
  })

  test('tells nothing when too many wrong passwords were tried, even with the right one', async () => {
    const { signIn } = await givenEnded()
    for (let tries = 0; tries < 10; tries++) await signIn(asha.email, `wrong ${tries}`)
    const { status, text } = await signIn(asha.email, rightPassword)
    expect(status).toBe(429)
    expect(text).not.toMatch(/1,?500|2026-11-21|Asha|expired/)
    const [byPhone, unknown] = [await signIn(asha.phone, rightPassword), await signIn('nobody@example.org', rightPassword)]
    expect([byPhone.status, byPhone.body]).toEqual([401, unknown.body])
  })

  test('tells a manager the last day and no debt', async () => {
    const { _id, signIn } = await givenEnded('manager')
    expect((await signIn(asha.email, rightPassword)).body.params).toEqual({ userId: _id, name: 'Asha Devi', endedOn: '2026-11-21' })
  })

  test('tells the debt to no caller with a session of before', async () => {
    const { app } = await givenEnded()
    app.setNow('2026-11-21T06:00:00.000Z')
    const { token } = (await app.anyone().post('/auth/login', { email: asha.email, password: rightPassword })).body
    app.setNow('2026-11-22T06:00:00.000Z')
    const { status, body } = await app.anyone().get('/auth/me', { headers: { authorization: token } })
    expect([status, body.expired, body.params]).toEqual([403, true, undefined])
  })
})
