import { expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { type Answer, type Given, given } from '#server/testing/given.ts'
import type { Inside, Visit } from '../visits.contract.ts'

/* The hall of these tests is in Kolkata, five and a half hours ahead of UTC. */

const morning = '2026-11-21T03:42:00.000Z'

const givenDoor = async (now = morning) => {
  const app = await given()
  app.setNow(now)
  const clerk = await app.as('manager')
  const press = (id: string, kind: string, by = clerk): Promise<Answer> => by.post(`/user/visits/${id}`, { kind })
  const inside = async (query = '') => (await clerk.get(`/user/visits/inside${query}`)).body
  const visits = async (id: string, query = '') => (await clerk.get(`/user/visits/${id}${query}`)).body
  return { app, clerk, press, inside, visits }
}

const kindsOf = (items: Visit[]) => items.map(({ kind }) => kind)

const rowsOf = async ({ db }: Given): Promise<number> => (await db.selectFrom('visits').select('id').execute()).length

test('keeps a student inside from In to Out, and stores each press', async () => {
  const { app, clerk, press, inside, visits } = await givenDoor()
  const asha = await app.as('student')
  const name = (await clerk.get(`/user/profile/${clerk._id}`)).body.name
  const came = await press(asha._id, 'in')
  expect(came.status).toBe(200)
  expect(came.body).toEqual({
    insideSince: morning,
    items: [{ _id: expect.any(String), kind: 'in', at: morning, by: name }],
    nextCursor: null,
  })
  expect(await inside()).toMatchObject({ total: 1, items: [{ _id: asha._id, since: morning, seatNumber: null }], nextCursor: null })
  app.setNow('2026-11-21T07:35:00.000Z')
  expect((await press(asha._id, 'out')).body.insideSince).toBeNull()
  expect(await inside()).toEqual({ items: [], nextCursor: null, total: 0 })
  const { items } = await visits(asha._id)
  expect(items.map(({ kind, at }: Visit) => [kind, at])).toEqual([
    ['out', '2026-11-21T07:35:00.000Z'],
    ['in', morning],
  ])
})

test('corrects a wrong press with the other button, and ignores a repeated one', async () => {
  const { app, press, visits } = await givenDoor()
  const asha = await app.as('student')
  expect((await press(asha._id, 'out')).body).toEqual({ insideSince: null, items: [], nextCursor: null })
  const first = await press(asha._id, 'in')
  app.advance(60)
  expect((await press(asha._id, 'in')).body).toEqual(first.body)
  await press(asha._id, 'out')
  expect(kindsOf((await visits(asha._id)).items)).toEqual(['out', 'in'])
  expect(await rowsOf(app)).toBe(2)
})

test('counts nobody inside since yesterday, from midnight of the hall', async () => {
  const { app, clerk, press, inside, visits } = await givenDoor('2026-11-21T18:29:59.999Z')
  const asha = await app.as('student')
  await press(asha._id, 'in')
  expect((await inside()).total).toBe(1)
  expect((await clerk.get('/user/dashboard')).body.inside).toBe(1)
  app.setNow('2026-11-21T18:30:00.000Z')
  expect((await inside()).total).toBe(0)
  expect((await clerk.get('/user/dashboard')).body.inside).toBe(0)
  expect((await visits(asha._id)).insideSince).toBeNull()
  expect((await press(asha._id, 'out')).body.items).toHaveLength(1)
  expect((await press(asha._id, 'in')).body).toMatchObject({ insideSince: '2026-11-21T18:30:00.000Z' })
  expect(kindsOf((await visits(asha._id)).items)).toEqual(['in', 'in'])
})

test('names the seat of a student inside by its label', async () => {
  const { app, press, inside } = await givenDoor()
  const owner = await app.as('superadmin')
  await owner.put('/user/seats/details', { from: 7, to: 7, labels: { prefix: 'B24' } })
  for (const seatNumber of [7, 8]) await press((await app.as('student', { slot: 'morning', seatNumber }))._id, 'in')
  const [plain, labelled] = (await inside()).items
  expect(labelled).toMatchObject({ seatNumber: 7, seatLabel: 'B24' })
  expect(plain).not.toHaveProperty('seatLabel')
})

test('pages through the students inside and the visits of one student, latest first', async () => {
  const { app, press, inside, visits } = await givenDoor()
  const ids: string[] = []
  for (let one = 0; one < 3; one++) {
    const { _id } = await app.as('student')
    ids.unshift(_id)
    await press(_id, 'in')
    app.advance(60)
  }
  const first = await inside('?limit=2')
  expect(first).toMatchObject({ total: 3 })
  const second = await inside(`?limit=2&cursor=${first.nextCursor}`)
  expect([...first.items, ...second.items].map(({ _id }: Inside) => _id)).toEqual(ids)
  expect(second.nextCursor).toBeNull()
  const [last = ''] = ids
  await press(last, 'out')
  await press(last, 'in')
  const newest = await visits(last, '?limit=2')
  expect(kindsOf(newest.items)).toEqual(['in', 'out'])
  expect(kindsOf((await visits(last, `?limit=2&cursor=${newest.nextCursor}`)).items)).toEqual(['in'])
  const { status, body } = await (await app.as('admin')).get(`/user/visits/${last}?cursor=x`)
  expect([status, body.message]).toEqual([400, 'Invalid cursor'])
})

test('rejects a press that is neither in nor out with a message', async () => {
  const { app, clerk, press } = await givenDoor()
  const { _id } = await app.as('student')
  const { status, body } = await press(_id, 'away')
  expect([status, body.message]).toEqual([400, 'Please choose in or out'])
  expect((await clerk.post(`/user/visits/${_id}`)).status).toBe(400)
  expect(await rowsOf(app)).toBe(0)
})

test.each<Role>(['manager', 'admin', 'superadmin'])('visits of a %s are not recorded', async (role) => {
  const { app, press } = await givenDoor()
  const { status, body } = await press((await app.as(role))._id, 'in')
  expect([status, body.code, body.message]).toEqual([409, 'visits.students_only', 'Only visits of students are recorded'])
})

test('hides visits from students, even their own', async () => {
  const { app, press } = await givenDoor()
  const asha = await app.as('student')
  await press(asha._id, 'in')
  expect((await asha.get(`/user/visits/${asha._id}`)).status).toBe(403)
  expect((await press(asha._id, 'out', asha)).status).toBe(403)
  expect((await asha.get('/user/dashboard')).body.inside).toBeNull()
})

test('deletes the visits of a student with the account, and keeps those that a deleted clerk recorded', async () => {
  const { app, press, inside, visits } = await givenDoor()
  const boss = await app.as('superadmin')
  const helper = await app.as('manager')
  const [asha, bela] = [await app.as('student'), await app.as('student')]
  await press(asha._id, 'in', helper)
  await press(bela._id, 'in', helper)
  expect((await boss.del(`/user/${helper._id}`)).status).toBe(204)
  expect((await visits(bela._id)).items).toMatchObject([{ kind: 'in', by: 'Deleted user' }])
  expect((await boss.del(`/user/${bela._id}`)).status).toBe(204)
  expect(await inside()).toMatchObject({ total: 1, items: [{ _id: asha._id }] })
  expect(await rowsOf(app)).toBe(1)
})

test('counts a student who becomes a manager as no longer inside', async () => {
  const { app, press, inside } = await givenDoor()
  const asha = await app.as('student')
  await press(asha._id, 'in')
  expect((await inside()).total).toBe(1)
  expect((await (await app.as('superadmin')).put(`/user/${asha._id}`, { role: 'manager' })).status).toBe(200)
  expect((await inside()).total).toBe(0)
})
