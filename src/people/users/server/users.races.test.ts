import { describe, expect, test } from 'vitest'
import { transact } from '#server/db/transact.ts'
import { given, type SignedInPerson } from '#server/testing/given.ts'
import { newAccount } from '#server/testing/people.ts'
import { lockPeople } from './users.lock.service.ts'

/* Concurrent calls of many people. On in-memory databases they run one after the other; `npm run test:services` runs them concurrently. */

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted()

const givenStudents = async (count: number, change: object = {}) => {
  const app = await given()
  const clerk = await app.as('superadmin')
  const people = Array.from({ length: count }, () => newAccount('student', change))
  await app.db.insertInto('users').values(people).execute()
  return { app, clerk, ids: people.map(({ id }) => id) }
}

describe('a seat assigned to fifty people at once', () => {
  test('has one holder, who is named to the others', async () => {
    const { app, clerk, ids } = await givenStudents(50)
    const answers = await Promise.all(ids.map((id) => clerk.put(`/user/${id}`, { seatNumber: 7, slot: 'full-day' })))
    expect(statuses(answers)).toEqual([200, ...Array<number>(49).fill(409)])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.fields.seatNumber).toMatch(/^Seat 7 \((?:morning|afternoon)\) is taken by A student$/)
    const held = await app.db.selectFrom('seats').select(['piece', 'userId']).orderBy('piece').execute()
    const holder = ids[answers.findIndex(({ status }) => status === 200)]
    expect(held).toEqual([0, 840].map((piece) => ({ piece, userId: holder })))
    const meant = await app.db.selectFrom('users').select('id').where('seatNumber', '=', 7).execute()
    expect(meant).toEqual([{ id: holder }])
  })

  test('in the morning and afternoon has two', async () => {
    const { clerk, ids } = await givenStudents(20)
    const answers = await Promise.all(
      ids.map((id, at) => clerk.put(`/user/${id}`, { seatNumber: 7, slot: at % 2 ? 'morning' : 'afternoon' })),
    )
    expect(statuses(answers)).toEqual([200, 200, ...Array<number>(18).fill(409)])
  })

  test('by extending their accounts goes to one', async () => {
    const { app, clerk, ids } = await givenStudents(10, { seatNumber: 7, slot: 'morning', terminationDate: '2020-01-31' })
    const extend = (id: string) => clerk.put(`/user/${id}/termination`, { terminationDate: null })
    const answers = await Promise.all(ids.map(extend))
    expect(statuses(answers)).toEqual([200, ...Array<number>(9).fill(409)])
    expect(await app.db.selectFrom('seats').select('piece').execute()).toEqual([{ piece: 0 }])
  })
})

test('leaves two people who exchange seats with others at once on one seat each', async () => {
  const { app, clerk, ids } = await givenStudents(6)
  for (const [at, id] of ids.entries()) await clerk.put(`/user/${id}`, { seatNumber: at + 1, slot: 'full-day' })
  const answers = await Promise.all(
    ids.flatMap((id, at) => [
      clerk.put(`/user/${id}`, { seatNumber: ((at + 3) % 6) + 1 }),
      clerk.put(`/user/${id}`, { seatNumber: at + 11 }),
      clerk.put(`/user/${id}`, { slot: 'morning' }),
    ]),
  )
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  const held = await app.db.selectFrom('seats').select(['seatNumber', 'piece', 'userId']).orderBy('userId').execute()
  const meant = await app.db
    .selectFrom('users')
    .select(['id', 'seatNumber', 'slot'])
    .where('seatNumber', 'is not', null)
    .orderBy('id')
    .execute()
  expect(held).toEqual(meant.map(({ id, seatNumber, slot }) => ({ seatNumber, piece: slot === 'morning' ? 0 : 840, userId: id })))
  expect(held).toHaveLength(6)
})

describe('superadmins acting against each other at once', () => {
  const left = async (app: Awaited<ReturnType<typeof given>>) =>
    (
      await app.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'superadmin')
        .where('deletedAt', 'is', null)
        .where('terminationDate', 'is', null)
        .execute()
    ).length

  test.each([
    ['demoting each other', { role: 'manager' }],
    ['giving each other an end', { terminationDate: '2099-12-31' }],
  ])('two, %s: one stays', async (_, change) => {
    for (let time = 0; time < 5; time++) {
      const app = await given()
      const [one, other] = [await app.as('superadmin'), await app.as('superadmin')]
      const answers = await Promise.all([one.put(`/user/${other._id}`, change), other.put(`/user/${one._id}`, change)])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await left(app)).toBe(1)
    }
  })

  test('two, deleting each other: one stays', async () => {
    for (let time = 0; time < 5; time++) {
      const app = await given()
      const [one, other] = [await app.as('superadmin'), await app.as('superadmin')]
      const answers = await Promise.all([one.del(`/user/${other._id}`), other.del(`/user/${one._id}`)])
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
      expect(await left(app)).toBe(1)
    }
  })

  test('five, each stepping down: one stays', async () => {
    const app = await given()
    const all = await Promise.all(Array.from({ length: 5 }, () => app.as('superadmin')))
    const answers = await Promise.all(
      all.map((one, at) => one.put(`/user/${one._id}`, at % 2 ? { role: 'student' } : { terminationDate: '2099-12-31' })),
    )
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 409])
    expect(await left(app)).toBe(1)
  })

  test('does not let a person who has lost the role in the meantime use it', async () => {
    const app = await given()
    const [head, one] = [await app.as('superadmin'), await app.as('superadmin')]
    const targets = await Promise.all(Array.from({ length: 10 }, () => app.as('student')))
    const work = targets.map((target) => one.put(`/user/${target._id}`, { role: 'superadmin' }))
    const [demoted, ...promoted] = await Promise.all([head.put(`/user/${one._id}`, { role: 'student' }), ...work])
    expect(demoted.status).toBe(200)
    // Each was rejected, or came before.
    expect(promoted.every(({ status }) => [200, 401, 403].includes(status))).toBe(true)
    const order = await app.db.selectFrom('audit').select(['targetId', 'actorId']).orderBy('id').execute()
    const end = order.findIndex(({ targetId }) => targetId === one._id)
    expect(order.slice(end + 1)).toEqual([])
  })
})

test('changes nothing in a call that was admitted before its caller lost the role or the account', async () => {
  const app = await given()
  const [was, gone] = [await app.as('admin'), await app.as('superadmin', { deletedAt: '2026-01-01T00:00:00.000Z' })]
  const hold = ({ me, sessionId }: Pick<SignedInPerson, 'me' | 'sessionId'>) =>
    transact(app.db, (tx) => lockPeople(tx, { ...app.platform, me, sessionId }))
  await expect(hold({ ...was, me: { ...was.me, role: 'superadmin' } })).rejects.toThrow('You are not allowed to do this.')
  await expect(hold(gone)).rejects.toThrow('Please sign in.')
  await hold(was)
})

test('deletes a person once if two clerks do it at once', async () => {
  const { app, clerk, ids } = await givenStudents(1)
  const other = await app.as('admin')
  const answers = await Promise.all([clerk, other, clerk].map((one) => one.del(`/user/${ids[0]}`)))
  expect(statuses(answers)).toEqual([204, 404, 404])
  expect(await app.db.selectFrom('audit').select('action').execute()).toEqual([{ action: 'users.remove' }])
})

test('gives an email to one of many who receive it at once', async () => {
  const { clerk, ids } = await givenStudents(10)
  const answers = await Promise.all(ids.map((id) => clerk.put(`/user/${id}`, { email: 'Asha@example.org' })))
  expect(statuses(answers)).toEqual([200, ...Array<number>(9).fill(409)])
})

test('saves different fields that two people change at once', async () => {
  const { app, clerk, ids } = await givenStudents(1)
  await Promise.all([clerk.put(`/user/${ids[0]}`, { name: 'Meera Iyer' }), clerk.put(`/user/${ids[0]}`, { phone: '98765' })])
  expect(
    await app.db
      .selectFrom('users')
      .select(['name', 'phone'])
      .where('id', '=', ids[0] ?? '')
      .execute(),
  ).toEqual([{ name: 'Meera Iyer', phone: '98765' }])
})
