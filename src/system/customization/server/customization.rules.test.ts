import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { givenAccount, rightPassword } from '#server/testing/people.ts'

const givenHall = async () => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const owner = await app.as('superadmin', { name: 'Meera' })
  const manager = await app.as('manager')
  const admin = await app.as('admin')
  const rule = (body: object) => owner.put('/customization/rules', body)
  const student = await app.as('student', { name: 'आशा राव', dateJoined: '2026-09-15' })
  await owner.post(`/user/fees/generate/${student._id}`, { feeAmount: 1000 })
  const pay = async (amount: number) =>
    (await owner.post('/user/fees/payments', { studentId: student._id, amount, method: 'cash' })).body._id as string
  const fees = async () => (await owner.get(`/user/fees/${student._id}`)).body.items as { _id: string; paid: boolean }[]
  return { app, owner, manager, admin, rule, student, pay, fees }
}

const allowed = { managersVoid: true, managersRefundUpTo: null, managersConcede: true, managersRenew: true, managersReset: true }

test('staff can read the rules, students and visitors cannot; a preset sets all rules, and every change is audited', async () => {
  const { app, owner, manager, admin, student, rule } = await givenHall()
  expect((await manager.get('/customization')).body.rules).toEqual({ preset: 'standard', ...allowed })
  for (const other of [student, app.anyone()]) expect((await other.get('/customization')).body.rules).toBeUndefined()
  const strict = { ...allowed, managersVoid: false, managersRefundUpTo: 0, managersConcede: false }
  expect((await rule({ preset: 'strict' })).body.rules).toEqual({ preset: 'strict', ...strict })
  expect((await rule({ managersRefundUpTo: 500 })).body.rules).toEqual({ preset: null, ...strict, managersRefundUpTo: 500 })
  expect((await rule({ preset: null, ...allowed })).body.rules.preset).toBe('simple')
  expect((await rule({ preset: 'simple', ...allowed })).body.rules.preset).toBe('simple')
  expect((await manager.get('/customization')).body.rules).toEqual({ preset: 'simple', ...allowed })
  for (const other of [manager, admin, student]) expect((await other.put('/customization/rules', { preset: 'simple' })).status).toBe(403)
  for (const bad of [{ preset: 'lax' }, { managersVoid: 'yes' }, { managersRefundUpTo: -1 }]) expect((await rule(bad)).status).toBe(400)
  const entries = await app.db
    .selectFrom('audit')
    .select(['actorName', 'after'])
    .where('action', '=', 'customization.updateRules')
    .execute()
  expect(entries.map(({ actorName, after }) => [actorName, JSON.parse(after ?? '').rules.preset])).toEqual([
    ['Meera', 'strict'],
    ['Meera', null],
    ['Meera', 'simple'],
  ])
  expect((await owner.get('/audit')).status).toBe(200)
})

test('managers cannot void anything without permission, and admins can', async () => {
  const { manager, admin, owner, rule, pay, fees, student } = await givenHall()
  const [first, second] = [await pay(1000), await pay(300)]
  const refund = { studentId: student._id, amount: 100, method: 'cash', reason: 'Left early' }
  const [, partly] = (await fees()).toReversed()
  const { _id: refunded } = (await owner.post('/user/fees/refunds', { ...refund, feeId: partly?._id })).body
  const water = (await manager.post('/user/fees/box', { kind: 'out', amount: 60, purpose: 'Water' })).body._id
  await rule({ managersVoid: false })
  const message = 'Managers cannot void payments or refunds in this hall. Please ask an admin.'
  const paid = (await fees()).find((fee) => fee.paid)?._id
  const calls = [
    manager.post(`/user/fees/payments/${first}/void`, { reason: 'Wrong amount' }),
    manager.post(`/user/fees/refunds/${refunded}/void`, { reason: 'Wrong amount' }),
    manager.put(`/user/fees/${paid}`, { paid: false }),
    manager.post(`/user/fees/box/${water}/void`, { reason: 'Wrong amount' }),
  ]
  for (const { status, body } of await Promise.all(calls)) expect([status, body.message]).toEqual([403, message])
  expect((await admin.post(`/user/fees/refunds/${refunded}/void`, { reason: 'Wrong amount' })).status).toBe(200)
  expect((await admin.post(`/user/fees/payments/${second}/void`, { reason: 'Wrong amount' })).status).toBe(200)
  expect((await admin.put(`/user/fees/${paid}`, { paid: false })).status).toBe(200)
  expect((await admin.post(`/user/fees/box/${water}/void`, { reason: 'Wrong amount' })).status).toBe(200)
})

test('managers refund up to the limit', async () => {
  const { manager, admin, rule, pay, student } = await givenHall()
  await pay(5000)
  const refund = (who: typeof manager, amount: number) =>
    who.post('/user/fees/refunds', { studentId: student._id, amount, method: 'cash', reason: 'Left early' })
  await rule({ managersRefundUpTo: 500 })
  expect((await refund(manager, 500)).status).toBe(201)
  const beyond = await refund(manager, 500.5)
  expect([beyond.status, beyond.body.message]).toEqual([403, 'Managers can refund at most ₹500 at once in this hall. Please ask an admin.'])
  expect((await refund(admin, 600)).status).toBe(201)
  await rule({ managersRefundUpTo: 0 })
  expect((await refund(manager, 1)).body.message).toBe('Managers cannot pay refunds in this hall. Please ask an admin.')
  await rule({ managersRefundUpTo: null })
  expect((await refund(manager, 600)).status).toBe(201)
})

test('managers cannot reduce fees without permission', async () => {
  const { manager, admin, rule, fees, student } = await givenHall()
  await rule({ managersConcede: false })
  const [fee] = await fees()
  const message = 'Managers cannot lower fees in this hall. Please ask an admin.'
  const lower = await manager.put(`/user/fees/${fee?._id}`, { amount: 900, notes: 'Sibling' })
  expect([lower.status, lower.body.message]).toEqual([403, message])
  expect((await manager.put(`/user/fees/${fee?._id}`, { amount: 1100, notes: 'Locker' })).status).toBe(200)
  expect((await admin.put(`/user/fees/${fee?._id}`, { amount: 900, notes: 'Sibling' })).status).toBe(200)
  const pupil = (name: string, more: object) => ({
    name,
    email: `${name.toLowerCase()}@example.org`,
    password: 'a good long one',
    role: 'student',
    reason: 'Sibling',
    ...more,
  })
  for (const more of [{ monthlyFee: 1 }, { paidUpTo: '2026-10' }])
    expect((await manager.post('/user', pupil('Bela', more))).body.message).toBe(message)
  expect((await manager.post('/user', pupil('Bela', { monthlyFee: 1000, dateJoinedLibrary: '2026-11-01' }))).status).toBe(201)
  expect((await manager.post('/user', pupil('Chitra', { dateJoinedLibrary: '2026-11-01' }))).status).toBe(201)
  const late = await manager.post('/user/fees', { studentId: student._id, kind: 'monthly', month: 1, year: 2027, amount: 1 })
  expect([late.status, late.body.message]).toEqual([403, message])
  const made = await manager.post('/user/fees/generate', { feeAmount: 1 })
  expect([made.status, made.body.message]).toEqual([403, message])
  expect((await manager.post('/user/fees/generate', { feeAmount: 1000 })).status).toBe(200)
  expect((await manager.post('/user/fees/generate')).status).toBe(200)
})

test('managers renew students only, until a rule forbids it', async () => {
  const { app, manager, rule, student } = await givenHall()
  const renew = (id: string) => manager.put(`/user/${id}/termination`, { terminationDate: '2027-01-20' })
  expect((await renew(student._id)).body.terminationDate).toBe('2027-01-20')
  const other = await renew((await app.as('manager'))._id)
  expect([other.status, other.body.message]).toEqual([403, 'Managers can only renew student accounts'])
  expect((await manager.put(`/user/${student._id}`, { terminationDate: '2027-02-20' })).status).toBe(403)
  await rule({ managersRenew: false })
  const refused = await manager.put(`/user/${student._id}/termination`, { terminationDate: '2027-02-20' })
  expect([refused.status, refused.body.message]).toEqual([403, 'Managers cannot renew memberships in this hall. Please ask an admin.'])
})

test('admins and managers create links for students’ new passwords, and the students are informed at their next sign-in', async () => {
  const { app, manager, admin, rule } = await givenHall()
  const person = await givenAccount(app, { email: 'asha@example.org' })
  const signIn = async () => (await app.anyone().post('/auth/login', { email: 'asha@example.org', password: rightPassword })).body
  expect((await signIn()).resetLink).toBeUndefined()
  app.advance(60)
  expect((await manager.post(`/user/${person._id}/reset-link`)).status).toBe(201)
  app.advance(60)
  expect((await signIn()).resetLink).toEqual({ by: manager.me.name, at: '2026-11-21T06:01:00.000Z' })
  app.advance(60)
  expect((await signIn()).resetLink).toBeUndefined()
  for (const role of ['manager', 'admin', 'superadmin'] as const) {
    const other = await app.as(role)
    for (const who of [manager, admin]) expect((await who.post(`/user/${other._id}/reset-link`)).status).toBe(403)
  }
  await rule({ managersReset: false })
  expect((await manager.post(`/user/${person._id}/reset-link`)).body.message).toBe(
    'Managers cannot make links for new passwords in this hall. Please ask an admin.',
  )
  expect((await admin.post(`/user/${person._id}/reset-link`)).status).toBe(201)
})
