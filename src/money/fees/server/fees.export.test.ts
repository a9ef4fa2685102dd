import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { givenHallDay } from '#server/testing/givenHallDay.ts'

test('exports the rows that match the filters, without names of deleted students', async () => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const clerk = await app.as('manager')
  const asha = await app.as('student', { name: 'आशा =1+1', email: 'asha@example.org', slot: 'morning', seatNumber: 4 })
  const bela = await app.as('student', { name: '=cmd', email: 'bela@example.org' })
  const charge = (studentId: string, month: number, amount: number) =>
    clerk.post('/user/fees', { studentId, kind: 'monthly', month, year: 2026, amount, dueOn: `2026-${month}-10` })
  await charge(asha._id, 10, 1000)
  await charge(asha._id, 11, 1000)
  await charge(bela._id, 11, 99.5)
  await clerk.post('/user/fees/payments', { studentId: asha._id, amount: 1500, method: 'cash' })
  const table = async (query: string) => (await clerk.get(`/user/fees/export?format=csv${query}`)).text.trim().split('\r\n').slice(1)
  expect(await table('')).toHaveLength(3)
  expect(await table('&status=paid')).toEqual([
    'आशा =1+1,asha@example.org,4,Morning,Monthly fee,2026-10,1000.00,1000.00,0.00,Paid,2026-10-10,2026-11-21 11:30:00,',
  ])
  expect(await table('&search=bela')).toMatchObject([expect.stringMatching(/^'=cmd,bela@example\.org,.*,99\.50,0\.00,99\.50,Unpaid/)])
  await (await app.as('superadmin')).del(`/user/${bela._id}`)
  expect((await table('&status=unpaid')).filter((row) => row.startsWith('Unknown Student,,'))).toHaveLength(1)
})

test.each([
  ['/user/fees/export', 'Fees 2026-11-27.csv'],
  ['/user/fees/dues/export', 'Dues 2026-11-27.csv'],
  ['/user/fees/box/export', 'Cash box 2026-11-27.csv'],
  ['/user/fees/closings/export', 'Closings 2026-11-27.csv'],
  ['/user/export', 'Users 2026-11-27.csv'],
])('names the file of %s by the calendar, also before the hall’s day begins', async (path, name) => {
  const { app, clockAt } = await givenHallDay(5)
  const owner = await app.as('superadmin')
  clockAt('2026-11-27T01:30')
  expect((await owner.get(`${path}?format=csv`)).headers['content-disposition']).toContain(name)
})
