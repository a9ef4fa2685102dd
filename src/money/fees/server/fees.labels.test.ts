import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'

/** A hall with Asha on seat 4, which is called B4. She owes a fee that has been due for long, and has none for this month. */
const givenLabelledSeat = async () => {
  const app = await given()
  app.setNow('2026-11-26T06:00:00.000Z')
  const [clerk, owner] = [await app.as('manager'), await app.as('superadmin')]
  await owner.put('/user/seats/details', { from: 1, to: 10, labels: { prefix: 'B', first: 1 } })
  const asha = await app.as('student', { name: 'Asha Rao', seatNumber: 4, slot: 'full-day', dateJoined: '2026-06-01' })
  const fee = { studentId: asha._id, kind: 'monthly', month: 6, year: 2026, amount: 1000, dueOn: '2026-06-10' }
  await clerk.post('/user/fees', fee)
  return { clerk, owner, asha }
}

test('names the seat by its label for dues, missing fees, old dues and leaving', async () => {
  const { clerk, owner, asha } = await givenLabelledSeat()
  const seat = { seatNumber: 4, seatLabel: 'B4' }
  expect((await clerk.get('/user/fees/dues')).body.items).toMatchObject([{ student: seat }])
  expect((await clerk.get('/user/fees/charging/uncharged')).body.items).toMatchObject([{ student: seat }])
  expect((await owner.get('/user/fees/check/entries?kind=owing')).body.items).toMatchObject([seat])
  expect((await clerk.get(`/user/${asha._id}/leave`)).body.seat).toMatchObject(seat)
})

test('exports the label beside the number, in a hall that has labels', async () => {
  const { clerk, owner } = await givenLabelledSeat()
  const table = async (path: string) => (await clerk.get(`/user/fees/${path}?format=csv`)).text.trim().split('\r\n')
  for (const path of ['export', 'dues/export']) {
    const [headings, row] = await table(path)
    expect(headings).toContain('Seat,Seat label,Slot')
    expect(row).toContain(',4,B4,Full-day,')
  }
  await owner.put('/user/seats/details', { from: 1, to: 10, labels: null })
  expect((await table('export'))[0]).toContain('Seat,Slot')
})
