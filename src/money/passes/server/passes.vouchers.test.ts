import { expect, test } from 'vitest'
import { readPdf } from '#money/receipts/server/testing/readPdf.ts'
import type { SignedInPerson } from '#server/testing/given.ts'
import { givenPassHall } from './testing/givenPassHall.ts'

/* A visitor whose day pass is voided gets a refund voucher, if money was given back. */

/** Returns what the newest audit entry says was entered, which must be of a void. */
const lastAudit = async (admin: SignedInPerson) => {
  const [entry] = (await admin.get('/audit?kind=fees.voidPayment')).body.items
  const entered = (entry.changes as { field: string; after: string | null }[]).filter(({ after }) => after !== null)
  return Object.fromEntries(entered.map(({ field, after }) => [field, JSON.parse(after ?? '')]))
}

const givenVouchers = async () => {
  const hall = await givenPassHall()
  const voidFor = (pass: { paymentId: string }, reason: string) => hall.admin.post(`/user/fees/payments/${pass.paymentId}/void`, { reason })
  const voucher = (pass: { paymentId: string }, what = '') => hall.clerk.get(`/user/fees/vouchers/${pass.paymentId}${what}`)
  const box = async () => (await hall.clerk.get('/user/fees/closings/cash')).body
  return { ...hall, voidFor, voucher, box }
}

test('gives a visitor a numbered voucher for the money of a voided day pass', async () => {
  const { app, admin, sell, voidFor, voucher, passes, box, checks } = await givenVouchers()
  const pass = (await sell()).body
  expect((await voucher(pass)).status).toBe(404)
  expect((await passes())[0].voucherNumber).toBeNull()
  app.advance(60)
  await voidFor(pass, 'Did not stay')
  const number = `V/${pass.receiptNumber}`
  expect((await voucher(pass)).body).toMatchObject({
    ...{ _id: pass.paymentId, kind: 'voucher', number, isVisitor: true, studentId: pass.visitorId, studentName: 'Meera Nair' },
    ...{ phone: pass.phone, seatNumber: 1, pass: { day: '2026-11-26', shiftName: 'Morning', from: '00:00', to: '14:00' } },
    ...{ amount: 60, method: 'cash', reason: 'Did not stay', day: '2026-11-26', enteredAt: '2026-11-26T06:01:00.000Z' },
    ...{ enteredBy: admin.me.name, voided: null, lines: [], credit: 0, owed: 0, months: [], code: expect.stringMatching(/^\d+-/) },
  })
  expect((await passes())[0]).toMatchObject({ voucherNumber: number, voided: { reason: 'Did not stay' } })
  expect(await box()).toMatchObject({ cashIn: 60, cashVoids: 60, expected: 0 })
  expect(await checks()).toEqual([])
})

test('prints the voucher with the name of the visitor and the receipt', async () => {
  const { sell, voidFor, voucher } = await givenVouchers()
  const pass = (await sell({ name: 'मीरा नायर', method: 'upi', reference: '401234' })).body
  await voidFor(pass, 'Did not stay')
  const { pages } = await readPdf((await voucher(pass, '/pdf')).bytes)
  for (const text of ['Refund Voucher', `V/${pass.receiptNumber}`, 'मीरा नायर', 'Paid to', 'UPI', 'Reason Did not stay', 'Day pass'])
    expect(pages[0]).toContain(text)
  // The reference is that of the transfer to the hall.
  expect(pages[0]).not.toContain('401234')
  expect(pages[0]).not.toContain('VOID')
})

test.each(['Entered twice', 'Money not received'])('gives no voucher if no money was given back: %s', async (reason) => {
  const { sell, voidFor, voucher, passes, admin } = await givenVouchers()
  const pass = (await sell()).body
  await voidFor(pass, reason)
  expect((await voucher(pass)).status).toBe(404)
  expect((await passes())[0].voucherNumber).toBeNull()
  expect(await lastAudit(admin)).toEqual({ reason })
})

test('writes the number to the audit, finds the receipt by it, and keeps the name of a visitor who was deleted', async () => {
  const { admin, clerk, sell, voidFor, voucher } = await givenVouchers()
  const pass = (await sell()).body
  await voidFor(pass, 'Wrong seat')
  const number = `V/${pass.receiptNumber}`
  expect(await lastAudit(admin)).toEqual({ reason: 'Wrong seat', voucherNumber: number })
  const found = (await clerk.get(`/user/fees/receipts?search=${encodeURIComponent(number)}`)).body.items
  expect(found).toMatchObject([{ _id: pass.paymentId, isVoid: true }])
  await admin.del(`/user/fees/visitors/${pass.visitorId}`)
  expect((await voucher(pass)).body).toMatchObject({ number, studentName: 'Meera Nair', phone: null })
})

test('shows a voucher to staff only, and gives students none for a voided payment', async () => {
  const { app, admin, clerk, sell, student, voidFor, voucher } = await givenVouchers()
  const pass = (await sell()).body
  await voidFor(pass, 'Did not stay')
  expect((await (await app.as('student')).get(`/user/fees/vouchers/${pass.paymentId}`)).status).toBe(404)
  const asha = await student()
  const { _id: paymentId } = (await clerk.post('/user/fees/payments', { studentId: asha._id, amount: 60, method: 'cash' })).body
  await admin.post(`/user/fees/payments/${paymentId}/void`, { reason: 'Did not stay' })
  expect((await voucher({ paymentId })).status).toBe(404)
})
