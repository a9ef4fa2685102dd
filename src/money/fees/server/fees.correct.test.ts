import { expect, test } from 'vitest'
import { cashCheck } from '#money/cashbox/server/cashbox.checks.ts'
import { given } from '#server/testing/given.ts'
import { moneyCheck } from './fees.checks.ts'

const givenMarked = async () => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const [clerk, admin] = [await app.as('manager'), await app.as('superadmin')]
  const { _id: studentId } = await app.as('student', { dateJoined: '2026-11-01' })
  const fee = async (month: number) =>
    (await clerk.post('/user/fees', { studentId, kind: 'monthly', month, year: 2026, amount: 900, notes: 'As agreed' })).body
  const [october, november] = [await fee(10), await fee(11)]
  const marked = (await clerk.put(`/user/fees/${november._id}`, { paid: true })).body
  const correct = (body: object, id = marked.payment._id) => clerk.post(`/user/fees/payments/${id}/correct`, body)
  const listed = async (id: string) => (await clerk.get('/user/fees')).body.items.find((one: { _id: string }) => one._id === id)
  return { app, clerk, admin, studentId, october, november, marked, correct, listed }
}

test('returns the payment only for marking a fee as paid', async () => {
  const { clerk, november, october, marked } = await givenMarked()
  expect(marked).toMatchObject({ paid: true, payment: { receiptNumber: '2026-27/000001', amount: 900, method: 'cash', voided: null } })
  expect((await clerk.put(`/user/fees/${october._id}`, { notes: 'Asked' })).body.payment).toBeUndefined()
  expect((await clerk.put(`/user/fees/${november._id}`, { paid: false })).body.payment).toBeUndefined()
})

test('voids the payment and enters it again for the same fee with another method, linked', async () => {
  const { app, clerk, november, october, marked, correct, listed } = await givenMarked()
  const { status, body } = await correct({ method: 'upi', amount: 900, reference: '123456789012', clientId: crypto.randomUUID() })
  expect([status, body.receiptNumber, body.method]).toEqual([201, '2026-27/000002', 'upi'])
  expect(body.lines).toMatchObject([{ feeId: november._id, amount: 900 }])
  expect([await listed(november._id), await listed(october._id)]).toMatchObject([{ paid: true }, { paid: false, paidAmount: 0 }])
  const [first] = (await clerk.get(`/user/fees/${november._id}/payments`)).body.items.slice(-1)
  expect(first.voided).toMatchObject({ reason: 'Corrected: entered again' })
  const row = await app.db.selectFrom('payments').select('replaces').where('id', '=', body._id).executeTakeFirstOrThrow()
  expect(row.replaces).toBe(marked.payment._id)
  expect([...(await moneyCheck.run(app.platform)), ...(await cashCheck.run(app.platform))]).toEqual([])
})

test('leaves the rest of the fee owed after a correction to a smaller amount', async () => {
  const { november, correct, listed } = await givenMarked()
  await correct({ method: 'cash', amount: 500 })
  expect(await listed(november._id)).toMatchObject({ paid: false, paidAmount: 500 })
})

test('keeps the payment unchanged if a correction is rejected', async () => {
  const { november, correct, listed, clerk, marked } = await givenMarked()
  expect((await correct({ method: 'upi', amount: 900 })).body.code).toBe('fees.reference_needed')
  expect(await listed(november._id)).toMatchObject({ paid: true })
  await clerk.post(`/user/fees/payments/${marked.payment._id}/void`, { reason: 'Undone' })
  expect((await correct({ method: 'cash', amount: 900 })).body.code).toBe('fees.already_void')
})

test('records a correction once if it is sent twice', async () => {
  const { correct } = await givenMarked()
  const body = { method: 'cash', amount: 500, clientId: crypto.randomUUID() }
  const [first, second] = [await correct(body), await correct(body)]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body._id).toBe(first.body._id)
  expect((await correct({ ...body, amount: 400 })).body.code).toBe('fees.other_content')
})

test('does not let managers correct if they may not void', async () => {
  const { admin, correct } = await givenMarked()
  await admin.put('/customization/rules', { managersVoid: false })
  const { status, body } = await correct({ method: 'cash', amount: 500 })
  expect([status, body.code]).toEqual([403, 'customization.no_void'])
})

test('leaves one valid payment per paid fee if two clerks mark and undo at once', async () => {
  const { app, clerk, october } = await givenMarked()
  const clerks = [clerk, await app.as('manager'), await app.as('manager')]
  const markAndUndo = async (who: (typeof clerks)[number], undoes: boolean) => {
    const { status, body } = await who.put(`/user/fees/${october._id}`, { paid: true })
    if (status !== 200 || !undoes) return [status]
    return [status, (await who.post(`/user/fees/payments/${body.payment._id}/void`, { reason: 'Undone after Mark Paid' })).status]
  }
  const statuses = (await Promise.all(clerks.map((who, at) => markAndUndo(who, at < 2)))).flat()
  expect(statuses.filter((status) => ![200, 409].includes(status))).toEqual([])
  const fee = (await clerk.get('/user/fees')).body.items.find((one: { _id: string }) => one._id === october._id)
  const living = (await clerk.get(`/user/fees/${october._id}/payments`)).body.items.filter(({ voided }: { voided: unknown }) => !voided)
  expect(living).toHaveLength(fee.paid ? 1 : 0)
  expect(await moneyCheck.run(app.platform)).toEqual([])
})
