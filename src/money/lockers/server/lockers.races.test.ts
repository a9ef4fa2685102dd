import { expect, test } from 'vitest'
import { chargeBegunMonths } from '#money/charging/server/charging.job.service.ts'
import { assign, givenLockers, lockerFees, soundness, takeBack } from './testing/givenLockers.ts'

/* Concurrent calls of clerks. On in-memory databases they run one after the other; `npm run test:services` runs them concurrently. */

test('gives one locker to one of several students, and names this one to the other clerks', async () => {
  const hall = await givenLockers()
  const { app, clerk, student } = hall
  const people = await Promise.all(Array.from({ length: 6 }, (_, at) => student({ name: `Student ${at}` })))
  const answers = await Promise.all(people.map(({ _id }) => assign(hall, clerk, 5, _id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  const { name } = answers.find(({ status }) => status === 200)?.body.holder ?? {}
  for (const { status, body } of answers) if (status === 409) expect(body.message).toBe(`${name} already has locker 5. Choose another one.`)
  expect(await app.db.selectFrom('lockerUses').select('id').execute()).toHaveLength(1)
  expect(await app.db.selectFrom('charges').select('id').execute()).toHaveLength(1)
})

test('gives one of several lockers to a student, with one fee', async () => {
  const hall = await givenLockers()
  const { app, clerk, student } = hall
  const asha = await student()
  const answers = await Promise.all([1, 2, 3, 4].map((number) => assign(hall, clerk, number, asha._id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect(await lockerFees(app, asha._id)).toHaveLength(1)
  expect(await app.db.selectFrom('lockers').select('id').where('studentId', '=', asha._id).execute()).toHaveLength(1)
})

test('charges each month once while clerks change lockers and the job runs several times', async () => {
  const hall = await givenLockers()
  const { app, owner, clerk, setDay, student } = hall
  await owner.put('/customization/hall', { partMonth: 'full' })
  const people = await Promise.all(Array.from({ length: 4 }, (_, at) => student({ name: `Student ${at}` })))
  for (const [at, { _id }] of people.entries()) await assign(hall, clerk, at + 1, _id)
  setDay('2026-12-01')
  for (const [at, { _id }] of people.entries()) if (at < 2) await takeBack(hall, clerk, at + 1, _id)
  const run = () => chargeBegunMonths(app.platform)
  const again = people.map(({ _id }, at) => assign(hall, clerk, at < 2 ? at + 7 : at + 1, _id))
  await Promise.all([run(), ...again, run(), run()])
  await run()
  for (const { _id } of people) expect(await lockerFees(app, _id)).toEqual(['2026-12 100', '2026-11 100'])
  expect(await soundness(app)).toEqual([])
})

test('the database refuses a second holder, a second locker and a second fee of a month, without the service', async () => {
  const hall = await givenLockers()
  const { app, clerk, idOf, student } = hall
  const [asha, bela] = [await student(), await student()]
  await assign(hall, clerk, 1, asha._id)
  const give = (id: string, studentId: string) =>
    app.db.updateTable('lockers').set({ studentId, assignedOn: '2026-11-20' }).where('id', '=', id).execute()
  await expect(give(idOf(2), asha._id)).rejects.toThrow()
  const use = { assignedAt: 'then', assignedBy: clerk._id, endedAt: null, endedBy: null, keyReturned: null, note: '' }
  const second = { id: 'use', lockerId: idOf(1), number: '1', numberFolded: '1', studentId: bela._id, ...use }
  await expect(app.db.insertInto('lockerUses').values(second).execute()).rejects.toThrow()
  const [charged] = await app.db.selectFrom('lockerCharges').selectAll().execute()
  if (!charged) throw new Error('nothing was charged')
  await expect(
    app.db
      .insertInto('lockerCharges')
      .values({ ...charged, chargeId: null })
      .execute(),
  ).rejects.toThrow()
})
