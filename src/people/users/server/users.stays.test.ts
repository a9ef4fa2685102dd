import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'

/** A hall on 21 November 2026. */
const givenHall = async () => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const [admin, superadmin] = [await app.as('admin'), await app.as('superadmin')]
  const student = async (more: object = {}) => {
    const sent = { name: 'Asha', email: 'asha@example.org', password: 'a good long one', role: 'student', dateJoinedLibrary: '2026-05-10' }
    return (await superadmin.post('/user', { ...sent, ...more })).body
  }
  const months = async (id: string, feeAmount = 1000) => {
    await admin.post(`/user/fees/generate/${id}`, { feeAmount })
    const { items } = (await admin.get(`/user/fees/${id}`)).body
    return items.map(({ month }: { month: number }) => month).toReversed()
  }
  return { app, admin, superadmin, student, months }
}

describe('extending an account after a gap', () => {
  const extend = (id: string, more: object = {}) => [`/user/${id}/termination`, { terminationDate: '2027-03-31', ...more }] as const

  test('skips the whole months in between, and begins a new stay today', async () => {
    const { admin, student, months } = await givenHall()
    const { _id } = await student({ terminationDate: '2026-07-20' })
    const { status, body } = await admin.put(...extend(_id))
    expect([status, body.dateJoinedLibrary, body.terminationDate]).toEqual([200, '2026-11-21', '2027-03-31'])
    expect(await months(_id)).toEqual([5, 6, 7, 11])
  })

  test('charges them by choice, and continues the stay', async () => {
    const { admin, student, months } = await givenHall()
    const { _id } = await student({ terminationDate: '2026-07-20' })
    const { body } = await admin.put(...extend(_id, { chargeGap: true }))
    expect(body.dateJoinedLibrary).toBe('2026-05-10')
    expect(await months(_id)).toEqual([5, 6, 7, 8, 9, 10, 11])
  })

  test('changes no stay without a whole month in between', async () => {
    const { admin, student, months } = await givenHall()
    const { _id } = await student({ terminationDate: '2026-10-02' })
    const { body } = await admin.put(...extend(_id))
    expect(body.dateJoinedLibrary).toBe('2026-05-10')
    expect(await months(_id)).toEqual([5, 6, 7, 8, 9, 10, 11])
  })

  test('gives up a seat that someone else has taken', async () => {
    const { admin, superadmin, student } = await givenHall()
    const place = { slot: 'morning', seatNumber: 7 }
    const { _id } = await student({ terminationDate: '2026-11-20', ...place })
    await superadmin.post('/user', { name: 'Bela', email: 'bela@example.org', password: 'a good long one', role: 'student', ...place })
    const refused = await admin.put(...extend(_id))
    expect([refused.status, refused.body.message]).toEqual([409, 'Seat 7 (morning) is taken by Bela'])
    const { status, body } = await admin.put(...extend(_id, { withoutSeat: true }))
    expect([status, body.seatNumber, body.slot]).toEqual([200, null, 'morning'])
  })

  test('does not take a seat from a person with a valid account', async () => {
    const { admin, student } = await givenHall()
    const { _id } = await student({ terminationDate: '2026-12-31', slot: 'morning', seatNumber: 7 })
    expect((await admin.put(...extend(_id, { withoutSeat: true }))).body.seatNumber).toBe(7)
  })
})

describe('a student who joined before', () => {
  test('is charged from the month after the last paid one, and owes the old dues', async () => {
    const { admin, student, months } = await givenHall()
    const { _id } = await student({ paidUpTo: '2026-08', oldDues: '250.50', monthlyFee: 700, reason: 'Paper register' })
    expect(await months(_id)).toEqual([9, 10, 11, 11])
    const { owed, open, payments } = (await admin.get(`/user/fees/accounts/${_id}`)).body
    expect([owed, payments]).toEqual([2350.5, []])
    expect(open.at(-1)).toMatchObject({ kind: 'other', amount: 250.5, notes: 'Old dues', dueOn: '2026-11-21' })
  })

  test('with only old dues is charged from now on', async () => {
    const { student, months } = await givenHall()
    const { _id } = await student({ oldDues: 300 })
    expect(await months(_id)).toEqual([11, 11])
  })

  test.each([{ paidUpTo: '2026-13' }, { paidUpTo: 'August' }, { oldDues: -1 }, { oldDues: '1,000' }, { monthlyFee: 0 }])(
    'is not created with %j',
    async (wrong) => {
      const { superadmin } = await givenHall()
      const sent = { name: 'Asha', email: 'asha@example.org', password: 'a good long one', role: 'student', ...wrong }
      const { status, body } = await superadmin.post('/user', sent)
      expect([status, Object.keys(body.fields)]).toEqual([400, Object.keys(wrong)])
    },
  )
})

test('uses the student’s own monthly fee, else that of the slot, else the requested one', async () => {
  const { admin, superadmin, student, months } = await givenHall()
  await admin.put('/customization/hall', { slotFees: { morning: 600 } })
  const today = { dateJoinedLibrary: '2026-11-01' }
  const [own, slot, other] = [
    await student({ ...today, email: 'a@example.org', slot: 'morning', monthlyFee: 450, reason: 'Sibling' }),
    await student({ ...today, email: 'b@example.org', slot: 'morning' }),
    await student({ ...today, email: 'c@example.org', slot: 'afternoon' }),
  ]
  for (const { _id } of [own, slot, other]) await months(_id, 900)
  const { items } = (await admin.get('/user/fees')).body
  const amounts = new Map(items.map(({ student: { _id }, amount }: { student: { _id: string }; amount: number }) => [_id, amount]))
  expect([own, slot, other].map(({ _id }) => amounts.get(_id))).toEqual([450, 600, 900])
  expect((await superadmin.put(`/user/${own._id}`, { monthlyFee: '' })).body.monthlyFee).toBeNull()
  expect((await admin.put(`/user/${own._id}`, { monthlyFee: 500 })).status).toBe(403)
})
