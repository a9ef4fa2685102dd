import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { cashReply } from '#money/cashbox/web/testing/box.ts'
import { today } from '#web/api/timeZone.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { feesApi } from '../fees.contract.ts'
import { feeErrors } from '../fees.errors.contract.ts'
import type { Fee } from '../fees.shapes.contract.ts'
import { account, fee, openFees, paidFee, payment, prepareDialogs, records, refund, students } from './testing/feesPage.tsx'

beforeAll(prepareDialogs)

const voided = { at: '2026-11-08T05:30:00.000Z', by: 'Anita Singh', reason: 'Entered twice' }

const openDetails = async (one: Fee, ...replies: FakeReply[]) => {
  const page = openFees([...records(one), cashReply(), ...replies])
  await page.press(/^Details: Asha Devi/)
  const dialog = within(await screen.findByRole('dialog', { name: /^Asha Devi: / }))
  return { ...page, dialog, pressIn: async (name: string) => page.user.click(await dialog.findByRole('button', { name })) }
}

test('shows the due date, the payments with who entered them, and the adjustments', async () => {
  const adjustment = { _id: 'a', kind: 'concession', amount: -200, reason: 'Two sisters', at: voided.at, by: 'Anita Singh' } as const
  const items = [
    payment({ amount: 2_000, method: 'upi', reference: 'UTR 7', lines: [{ ...payment().lines[0], amount: 500 } as never] }),
    payment({ _id: 'old', receiptNumber: '2026-27/000009', voided }),
  ]
  const { dialog } = await openDetails(
    fee({ paidAmount: 500, amount: 800 }),
    reply(feesApi.payments, { items, nextCursor: null, adjustments: [adjustment] }),
    reply(feesApi.account, account({ refunds: [refund()] })),
  )
  const figures = dialog.getAllByRole('term').map((term) => [term.textContent, term.parentElement?.querySelector('dd')?.textContent])
  expect(figures).toEqual([
    ['Balance', '₹300'],
    ['Amount', '₹800'],
    ['Paid so far', '₹500'],
    ['Due date', '5 Nov 2026'],
  ])
  const payments = within(await dialog.findByRole('list', { name: 'Payments' })).getAllByRole('listitem')
  const first = within(payments[0] as HTMLElement)
  expect(first.getByRole('link', { name: 'Receipt 2026-27/000001' }).getAttribute('href')).toBe('/receipts/payment-1')
  expect(first.getByText('₹500 of a payment of ₹2,000')).toBeTruthy()
  expect(first.getByText(/UPI.*No\.\sUTR\s7.*Received\s6\sNov\s2026/)).toBeTruthy()
  expect(first.getByText(/Entered by Mohan Rao on 6 Nov 2026/)).toBeTruthy()
  const second = within(payments[1] as HTMLElement)
  expect(second.getByText(/Voided by Anita Singh on 8 Nov 2026.*: Entered twice/)).toBeTruthy()
  expect(second.queryByRole('button')).toBeNull()
  expect(within(dialog.getByRole('list', { name: 'Changes to the amount' })).getByText('-₹200')).toBeTruthy()
  expect(within(await dialog.findByRole('list', { name: 'Refunds' })).getByText('R/2026-27/000001')).toBeTruthy()
})

test('says of changes and refunds of a student who left that they left', async () => {
  const adjustment = { _id: 'a', kind: 'waiver', amount: -200, reason: 'left:2026-11-20', at: voided.at, by: 'Anita Singh' } as const
  const { dialog } = await openDetails(
    fee({ amount: 800 }),
    reply(feesApi.payments, { items: [], nextCursor: null, adjustments: [adjustment] }),
    reply(feesApi.account, account({ refunds: [refund({ reason: 'left:2026-11-20' })] })),
  )
  for (const name of ['Changes to the amount', 'Refunds'])
    expect(within(await dialog.findByRole('list', { name })).getByText('Left on 20 Nov 2026')).toBeTruthy()
})

test('accepts a partial payment, and shows the balance', async () => {
  let isPaid = false
  const now = () => fee(isPaid ? { paidAmount: 400 } : {})
  const page = await openDetails(
    fee(),
    reply(feesApi.ofStudent, () => ({ items: [now()], nextCursor: null })),
    reply(feesApi.payFee, () => {
      isPaid = true
      return payment({ amount: 400 })
    }),
  )
  await page.pressIn('Take payment')
  const form = within(await screen.findByRole('dialog', { name: 'Take payment' }))
  expect(form.getByText('₹1,000 is due. You can enter part of the amount.')).toBeTruthy()
  const amount = form.getByRole('textbox', { name: /^Amount/ })
  await page.user.clear(amount)
  await page.user.fill(amount, '400')
  await page.user.click(form.getByRole('button', { name: 'Take payment' }))
  expect(await screen.findByText('Payment saved. Receipt 2026-27/000001')).toBeTruthy()
  expect(page.sent()).toMatchObject([{ params: { id: 'november' }, body: { amount: 400, method: 'cash', receivedOn: today() } }])
  const details = within(await screen.findByRole('dialog', { name: 'Asha Devi: November 2026' }))
  expect(await details.findByText('₹600')).toBeTruthy()
})

test('requires a reason to void a payment, and names the months that it pays', async () => {
  const page = await openDetails(
    paidFee(),
    reply(feesApi.payments, { items: [payment()], nextCursor: null, adjustments: [] }),
    reply(feesApi.voidPayment, payment({ voided })),
  )
  await page.pressIn('Void receipt 2026-27/000001')
  const form = within(await screen.findByRole('dialog', { name: 'Void receipt 2026-27/000001' }))
  expect(form.getByText('It pays November 2026.')).toBeTruthy()
  await page.user.click(form.getByRole('button', { name: 'Void payment' }))
  expect(form.getByText('Please enter a reason')).toBeTruthy()
  expect(page.sent()).toEqual([])
  await page.user.fill(form.getByLabelText(/^Reason/), 'Entered twice')
  await page.user.click(form.getByRole('button', { name: 'Void payment' }))
  expect(await screen.findByText('Payment voided')).toBeTruthy()
  expect(page.sent()).toMatchObject([{ params: { id: 'payment-1' }, body: { reason: 'Entered twice' } }])
})

test('pays a fee from credit with one press, if the student has some', async () => {
  const page = await openDetails(
    fee(),
    reply(feesApi.account, account({ credit: 300 })),
    reply(feesApi.applyCredit, fee({ paidAmount: 300 })),
  )
  await page.pressIn('Use credit')
  expect(await screen.findByText('Credit used')).toBeTruthy()
  expect(page.sent()).toMatchObject([{ params: { id: 'november' } }])
})

test('refunds the fee, or the credit of the student', async () => {
  let asked = 0
  const page = await openDetails(
    paidFee(),
    reply(feesApi.account, account({ credit: 300 })),
    reply(feesApi.refund, () => {
      asked += 1
      const message = 'Only ₹1,000 can be given back.'
      return asked === 1 ? refuse(feeErrors.notSoMuch, { message, fields: { amount: message } }) : refund()
    }),
  )
  await page.pressIn('Refund')
  const form = within(await screen.findByRole('dialog', { name: 'Refund' }))
  expect(form.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ }).value).toBe('1000')
  await page.user.fill(form.getByLabelText(/^Reason/), 'Leaves early')
  await page.user.click(form.getByRole('button', { name: 'Refund' }))
  expect(await form.findByText('Only ₹1,000 can be given back.')).toBeTruthy()
  await page.user.selectOptions(form.getByLabelText('From'), 'Credit (₹300)')
  expect(form.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ }).value).toBe('300')
  await page.user.click(form.getByRole('button', { name: 'Refund' }))
  expect(await screen.findByText('Refund saved. Voucher R/2026-27/000001')).toBeTruthy()
  const [first, second] = page.sent().map(({ body }) => body)
  expect(first).toMatchObject({ studentId: 'asha', feeId: 'november', amount: 1_000, method: 'cash', reason: 'Leaves early' })
  expect(second).toMatchObject({ studentId: 'asha', amount: 300 })
  expect(second?.feeId).toBeUndefined()
})

test('warns about a cash refund of more than is in the box without blocking it', async () => {
  const page = await openDetails(paidFee(), cashReply({ expected: 600 }), reply(feesApi.refund, refund()))
  await page.pressIn('Refund')
  const form = within(await screen.findByRole('dialog', { name: 'Refund' }))
  const warning = 'Only ₹600 should be in the cash box. Check the amount before you pay the refund.'
  expect(await form.findByText(warning)).toBeTruthy()
  await page.user.selectOptions(form.getByRole('combobox', { name: /^Method/ }), 'upi')
  expect(form.queryByText(warning)).toBeNull()
  await page.user.selectOptions(form.getByRole('combobox', { name: /^Method/ }), 'cash')
  expect(form.getByText(warning)).toBeTruthy()
  const amount = form.getByRole('textbox', { name: /^Amount/ })
  await page.user.clear(amount)
  await page.user.fill(amount, '600')
  expect(form.queryByText(warning)).toBeNull()
  await page.user.type(amount, '.5')
  await page.user.click(form.getByRole('button', { name: 'Left early' }))
  await page.user.click(form.getByRole('button', { name: 'Refund' }))
  expect(await screen.findByText('Refund saved. Voucher R/2026-27/000001')).toBeTruthy()
  expect(page.sent()[0]?.body).toMatchObject({ amount: 600.5, method: 'cash' })
})

test('asks for the reference of a refund by UPI, and skips it with one press', async () => {
  const page = await openDetails(
    paidFee(),
    reply(feesApi.account, account({ credit: 300 })),
    reply(feesApi.refund, refund({ method: 'upi' })),
  )
  await page.pressIn('Refund')
  const form = within(await screen.findByRole('dialog', { name: 'Refund' }))
  await page.user.click(form.getByRole('button', { name: 'Left early' }))
  await page.user.selectOptions(form.getByRole('combobox', { name: /^Method/ }), 'upi')
  expect(form.getByRole('textbox', { name: /^Reference number/ }).getAttribute('aria-required')).toBe('true')
  await page.user.click(form.getByRole('button', { name: 'Skip the reference' }))
  expect(form.getByText('No reference will be saved. The owner can see this refund in To check.')).toBeTruthy()
  await page.user.click(form.getByRole('button', { name: 'Refund' }))
  expect(await screen.findByText('Refund saved. Voucher R/2026-27/000001')).toBeTruthy()
  const [body] = page.sent().map((one) => one.body)
  expect(body).toMatchObject({ method: 'upi', referenceSkipped: true, reason: 'Left early' })
  expect(body).not.toHaveProperty('reference')
})

test('accepts a reference that another refund has only with a reason', async () => {
  let asked = 0
  const page = await openDetails(
    paidFee(),
    reply(feesApi.account, account({ credit: 300 })),
    reply(feesApi.refund, () => {
      asked += 1
      return asked === 1
        ? refuse(feeErrors.referenceUsed, { fields: { reference: 'Voucher 1 has this reference already.' } })
        : refund({ method: 'upi' })
    }),
  )
  await page.pressIn('Refund')
  const form = within(await screen.findByRole('dialog', { name: 'Refund' }))
  await page.user.click(form.getByRole('button', { name: 'Left early' }))
  await page.user.selectOptions(form.getByRole('combobox', { name: /^Method/ }), 'upi')
  await page.user.fill(form.getByRole('textbox', { name: /^Reference number/ }), 'UTR 1234')
  await page.user.click(form.getByRole('button', { name: 'Refund' }))
  expect(await form.findByText('Voucher 1 has this reference already.')).toBeTruthy()
  await page.user.fill(form.getByLabelText(/Reason for using it again/), 'One transfer')
  await page.user.click(form.getByRole('button', { name: 'Refund' }))
  expect(await screen.findByText('Refund saved. Voucher R/2026-27/000001')).toBeTruthy()
  const [first, second] = page.sent().map(({ body }) => body)
  expect(first).not.toHaveProperty('referenceReason')
  expect(second).toMatchObject({ reference: 'UTR 1234', referenceReason: 'One transfer', reason: 'Left early' })
})

test('voids a mistaken refund', async () => {
  const page = await openDetails(
    fee(),
    reply(feesApi.account, account({ refunds: [refund()] })),
    reply(feesApi.voidRefund, refund({ voided })),
  )
  await page.pressIn('Void refund R/2026-27/000001')
  const form = within(await screen.findByRole('dialog', { name: 'Void refund R/2026-27/000001' }))
  await page.user.fill(form.getByLabelText(/^Reason/), 'Never paid out')
  await page.user.click(form.getByRole('button', { name: 'Void refund' }))
  expect(await screen.findByText('Refund voided')).toBeTruthy()
})

test('offers no payment or refund for a deleted student', async () => {
  const page = openFees(records(fee({ student: null })))
  await page.press('Details: Unknown Student, November 2026')
  const dialog = within(await screen.findByRole('dialog', { name: 'Unknown Student: November 2026' }))
  expect(await dialog.findByText('No payments yet')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Take payment' })).toBeNull()
})

test('charges a student a locker from the page', async () => {
  const page = openFees([students({}), reply(feesApi.create, fee({ kind: 'locker' }))])
  await page.press('Add fee')
  const form = within(await screen.findByRole('dialog', { name: 'Add fee' }))
  await page.user.click(form.getByRole('button', { name: 'Add fee' }))
  expect(await form.findByText('Please choose a student')).toBeTruthy()
  await page.user.click(form.getByRole('button', { name: 'Student: Choose a student' }))
  await page.user.click(await screen.findByRole('option', { name: 'Asha Devi · Seat 7' }))
  await page.user.selectOptions(form.getByLabelText('Fee'), 'Locker')
  await page.user.fill(form.getByRole('textbox', { name: /^Amount/ }), '300')
  await page.user.click(form.getByRole('button', { name: 'Add fee' }))
  expect(await screen.findByText('Fee added')).toBeTruthy()
  const [year, month] = today().split('-')
  expect(page.sent()[0]?.body).toEqual({ studentId: 'asha', kind: 'locker', amount: 300, month: String(Number(month)), year })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
