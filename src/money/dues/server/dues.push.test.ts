import { expect, test } from 'vitest'
import { givenPushing, untilReceived } from '#server/testing/givenPush.ts'
import { notifyOfDues } from './dues.push.service.ts'

test('a fee notifies its student on the day on which it falls due, once, of what is still owed', async () => {
  const { app, service } = await givenPushing()
  const [admin, asha, binod] = [await app.as('admin'), await app.as('student'), await app.as('student')]
  const [phone, other] = [await service.subscribe(asha), await service.subscribe(binod)]
  const charge = async (student: { _id: string }, month: number, dueOn: string) => {
    const { body } = await admin.post('/user/fees', { studentId: student._id, kind: 'monthly', month, year: 2026, amount: 1_000 })
    await app.db.updateTable('charges').set({ dueOn }).where('id', '=', body._id).execute()
  }
  app.othersWrite(['fees'])
  await charge(asha, 10, '2026-11-25')
  await charge(asha, 11, '2026-11-26')
  await charge(binod, 11, '2026-11-27')
  await admin.post('/user/fees/payments', { studentId: asha._id, amount: 1_250.5, method: 'cash' })
  app.setNow('2026-11-26T03:29:00.000Z')
  await notifyOfDues(app.platform)
  app.setNow('2026-11-26T03:30:00.000Z')
  await Promise.all([notifyOfDues(app.platform), notifyOfDues(app.platform)])
  await notifyOfDues(app.platform)
  const due = (amount: number, day: string) => ({ kind: 'dues', amount, day, tag: 'dues', path: '/profile' })
  expect(await untilReceived(phone, 1)).toEqual([due(749.5, '2026-11-26')])
  app.setNow('2026-11-28T05:30:00.000Z')
  await notifyOfDues(app.platform)
  expect(await untilReceived(other, 1)).toEqual([due(1_000, '2026-11-27')])
  expect(phone.requests()).toHaveLength(1)
})
