import { expect, test } from 'vitest'
import type { Given } from '#server/testing/given.ts'
import { givenHallDay, inIndia } from '#server/testing/givenHallDay.ts'
import { customizationApi } from '../customization.contract.ts'

test('the day begins at midnight until an admin sets another hour, which everybody reads', async () => {
  const { app, begins } = await givenHallDay(0)
  const hour = async () => (await app.anyone().get('/customization')).body.hall.dayStartsAt
  expect(await hour()).toBe(0)
  for (const dayStartsAt of [11, 5, 0, 5]) {
    expect((await begins(dayStartsAt)).body.hall.dayStartsAt).toBe(dayStartsAt)
    expect(await hour()).toBe(dayStartsAt)
  }
  for (const wrong of [-1, 12, 4.5, '5', null]) {
    const refused = await begins(wrong)
    expect([refused.status, refused.body.fields]).toEqual([400, { dayStartsAt: 'Please choose an hour from 0 to 11' }])
  }
  expect(await hour()).toBe(5)
})

test('is set by admins and superadmins only', async () => {
  const { app } = await givenHallDay(0)
  const set = async (role: 'student' | 'manager' | 'superadmin') =>
    (await (await app.as(role)).put('/customization/hall', { dayStartsAt: 5 })).status
  expect([await set('student'), await set('manager'), await set('superadmin')]).toEqual([403, 403, 200])
})

test('sending back the same hour, or the whole hall, changes nothing', async () => {
  const { app, begins } = await givenHallDay(5)
  const { hall } = (await begins(5)).body
  const admin = await app.as('admin')
  expect((await admin.put('/customization/hall', { ...hall, monthlyFee: undefined })).body.hall).toEqual(hall)
  expect(await app.db.selectFrom('audit').select('id').where('action', '=', 'customization.updateHall').execute()).toHaveLength(1)
})

test('the audit names the hour, and not the list of earlier ones', async () => {
  const { app, begins } = await givenHallDay(5)
  await begins(3)
  const entries = await app.db.selectFrom('audit').select(['before', 'after']).where('action', '=', 'customization.updateHall').execute()
  const { before, after } = entries.at(-1) ?? {}
  const [was, is] = [JSON.parse(before ?? '').hall, JSON.parse(after ?? '').hall]
  expect([was.dayStartsAt, is.dayStartsAt, is.dayStarts]).toEqual([5, 3, undefined])
})

test('a later hour is refused while it would make it yesterday again, and says from when it can be saved', async () => {
  const { clockAt, begins } = await givenHallDay(0)
  clockAt('2026-11-27T01:30')
  const refused = await begins(5)
  const sentence = 'The new day has already begun. You can choose 05:00 after 05:00 today.'
  expect([refused.status, refused.body.message, refused.body.fields]).toEqual([409, sentence, { dayStartsAt: sentence }])
  clockAt('2026-11-27T04:59:59.999')
  expect((await begins(5)).status).toBe(409)
  clockAt('2026-11-27T05:00')
  expect((await begins(5)).status).toBe(200)
})

test('a hall whose settings are older than the hour keeps midnight and its other settings', async () => {
  const { app, clockAt, begins } = await givenHallDay(0)
  await app.db.deleteFrom('customization').execute()
  const admin = await app.as('admin')
  await admin.put('/customization/hall', { seats: 40 })
  await app.db
    .updateTable('customization')
    .set({ hall: JSON.stringify({ seats: 40, upiId: 'hall@okbank' }) })
    .execute()
  clockAt('2026-11-27T01:30')
  const asha = await app.as('student', { terminationDate: '2026-11-26' })
  expect((await asha.get('/auth/me')).status).toBe(403)
  clockAt('2026-11-27T06:00')
  expect((await begins(5)).body.hall).toMatchObject({ seats: 40, upiId: 'hall@okbank', dayStartsAt: 5 })
})

const storedStarts = async ({ db }: Given): Promise<{ hour: number; from: string }[]> => {
  const { hall } = await db.selectFrom('customization').select('hall').executeTakeFirstOrThrow()
  return JSON.parse(hall ?? '').dayStarts
}

test('changes of one day are stored as one, unless an instant between them had another day', async () => {
  const { app, clockAt, begins } = await givenHallDay(5)
  clockAt('2026-11-21T12:00')
  for (const hour of [3, 7, 2, 4]) expect((await begins(hour)).status).toBe(200)
  expect((await storedStarts(app)).map(({ hour }) => hour)).toEqual([5, 4])
  clockAt('2026-11-21T18:00')
  await begins(5)
  expect((await storedStarts(app)).map(({ hour }) => hour)).toEqual([5])
  clockAt('2026-11-22T02:30')
  await begins(1)
  clockAt('2026-11-22T06:00')
  await begins(5)
  expect(await storedStarts(app)).toEqual([
    { hour: 5, from: inIndia('2026-11-20T12:00') },
    { hour: 1, from: inIndia('2026-11-22T02:30') },
    { hour: 5, from: inIndia('2026-11-22T06:00') },
  ])
})

test('every change is kept, and more than 200 of them are refused', async () => {
  const { app, clockAt, begins } = await givenHallDay(5)
  const dayStarts = Array.from({ length: 199 }, (_, at) => ({ hour: at % 2 === 0 ? 5 : 3, from: new Date(at * 86_400_000).toISOString() }))
  await app.db
    .updateTable('customization')
    .set({ hall: JSON.stringify({ dayStarts }) })
    .execute()
  clockAt('2026-11-21T12:00')
  expect((await begins(3)).status).toBe(200)
  clockAt('2026-11-22T12:00')
  const sentence = 'The hour was changed too often. It can no longer be changed'
  const { status, body } = await begins(5)
  expect([status, body.code, body.message, body.fields.dayStartsAt]).toEqual([409, 'customization.too_many_day_starts', sentence, sentence])
  expect(await storedStarts(app)).toEqual([...dayStarts, { hour: 3, from: inIndia('2026-11-21T12:00') }])
})

test('a call reads the hour with its session, in the same statement', async () => {
  const { app, clockAt, begins } = await givenHallDay(0)
  clockAt('2026-11-26T22:00')
  const asha = await app.as('student', { terminationDate: '2026-11-26' })
  await begins(5)
  clockAt('2026-11-27T04:59')
  expect((await asha.get('/auth/me')).status).toBe(200)
  // Another program changes the row: the next call sees it, and needs no notification.
  const early = [
    { hour: 5, from: '' },
    { hour: 4, from: '2026-11-26T22:30:00.000Z' },
  ]
  await app.db
    .updateTable('customization')
    .set({ hall: JSON.stringify({ dayStarts: early }) })
    .execute()
  expect((await asha.get('/auth/me')).status).toBe(403)
})

test('replies about money that were cached are made again when another day begins', async () => {
  const { app, clockAt, begins } = await givenHallDay(5)
  clockAt('2026-12-01T01:30')
  const clerk = await app.as('manager')
  const months = async () => {
    const { items } = (await clerk.get('/user/fees/months')).body
    return items.at(-1).month
  }
  expect([await months(), await months()]).toEqual([11, 11])
  await begins(0)
  expect(await months()).toBe(12)
  const { changes } = customizationApi.updateHall
  expect([...changes]).toEqual(['customization', 'fees', 'users', 'visits'])
})
