import { expect, test } from 'vitest'
import { givenHallDay } from '#server/testing/givenHallDay.ts'
import { customizationApi } from '../customization.contract.ts'

test('the day begins at midnight until the owner sets another hour, which everybody reads', async () => {
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
  const sentence = 'Today has already begun. You can save this from 05:00 on'
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

test('the list of changes stays short, and the days since then keep their names', async () => {
  const { app, clockAt, begins } = await givenHallDay(0)
  clockAt('2026-11-21T12:00')
  for (let change = 0; change < 40; change++) expect((await begins(change % 2 === 0 ? 5 : 3)).status).toBe(200)
  const { hall } = await app.db.selectFrom('customization').select('hall').executeTakeFirstOrThrow()
  const { dayStarts } = JSON.parse(hall ?? '')
  expect([dayStarts.length, dayStarts[0].from, dayStarts.at(-1).hour]).toEqual([30, '', 3])
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
