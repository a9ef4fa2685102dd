import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { feesApi } from '../fees.contract.ts'
import { feeErrors } from '../fees.errors.contract.ts'
import type { Fee, Payment } from '../fees.shapes.contract.ts'
import { asha, fee, missingFees, openFees, paidFee, payment, prepareDialogs, records, students } from './testing/feesPage.tsx'

// A dialog that suspends during its first render in a test would never resume, so its code is loaded first.
beforeAll(prepareDialogs)

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))

test('lists the records with student, month, amount, status and the day of payment, and a chip only where it is unpaid', async () => {
  openFees(
    records(
      paidFee({ _id: 'october', month: 10, notes: 'Paid by her father' }),
      fee({ paidAmount: 500 }),
      fee({ _id: 'locker', kind: 'locker', student: { ...asha, name: 'Ravi Rao', seatNumber: null, slot: null } }),
      fee({ _id: 'gone', month: 1, student: null }),
    ),
  )
  expect(await screen.findByRole('heading', { name: 'Fee Records (4)' })).toBeTruthy()
  const october = await row(/October 2026/)
  for (const text of ['Asha Devi', 'Seat 7', 'Full-day', '₹1,000', 'Paid', 'Nov 6, 2026', 'Paid by her father'])
    expect(october.getByText(text)).toBeTruthy()
  const part = await row(/Asha Devi.*November 2026/)
  expect(part.getByText('Unpaid')).toBeTruthy()
  expect(part.getByText('₹500 of ₹1,000')).toBeTruthy()
  expect(part.getByText('-')).toBeTruthy()
  const locker = await row(/Ravi Rao/)
  expect(locker.getByText('Locker')).toBeTruthy()
  expect(locker.getByText('No seat')).toBeTruthy()
  expect((await row(/January 2026/)).getByText('Unknown Student')).toBeTruthy()
  const chips = screen.getAllByRole('row').map((each) => each.querySelector('.rounded-full.px-2')?.textContent)
  expect(chips).toEqual([undefined, undefined, 'Unpaid', 'Unpaid', 'Unpaid'])
})

test('shows the sums above the records, and filters them too', async () => {
  const page = openFees(records(paidFee({ _id: 'october', month: 10 }), fee({ paidAmount: 500 })))
  const cards = await screen.findAllByRole('definition')
  expect(cards.map((each) => each.textContent)).toEqual(['₹2,000', '₹1,500', '1 record', '₹500', '1 record', '1', '2'])
  await page.user.selectOptions(screen.getByLabelText('Payment Status'), 'unpaid')
  await waitFor(() => expect(page.calls.findLast(({ endpoint }) => endpoint === feesApi.summary)?.received.query.status).toBe('unpaid'))
})

test('explains an empty list, and suggests other filters if some are set', async () => {
  const page = openFees([])
  expect(await screen.findByText('No fee records found')).toBeTruthy()
  expect(screen.getByText('Fee records will appear here once students are created with join dates.')).toBeTruthy()
  await page.user.selectOptions(screen.getByLabelText('Payment Status'), 'paid')
  expect(await screen.findByText('Try adjusting your filters to see more records.')).toBeTruthy()
  expect(page.address()).toBe('/fees?status=paid')
})

test('filters by search and student, stores both in the URL, and clears them together', async () => {
  const page = openFees([...records(fee()), students({ student: asha })])
  await page.user.fill(await screen.findByRole('searchbox', { name: 'Search by student name or email' }), 'dev')
  await waitFor(() => expect(page.address()).toBe('/fees?q=dev'))
  await page.press('Student: All students')
  await page.user.click(await screen.findByRole('option', { name: 'Asha Devi · Seat 7' }))
  expect(await screen.findByRole('button', { name: 'Student: Asha Devi · Seat 7' })).toBeTruthy()
  expect(page.address()).toBe('/fees?q=dev&student=asha')
  const asked = () => page.calls.findLast(({ endpoint }) => endpoint === feesApi.list)?.received.query
  await waitFor(() => expect(asked()).toMatchObject({ search: 'dev', student: 'asha' }))
  await page.press('Clear Filters')
  await waitFor(() => expect(page.address()).toBe('/fees'))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox', { name: /Search by student/ }).value).toBe(''))
})

test('offers a retry for records that fail to load', async () => {
  openFees([reply(feesApi.list, refuse(commonErrors.notAllowed))])
  expect(await screen.findByText(commonErrors.notAllowed.message)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('refetches everything on Refresh', async () => {
  const page = openFees(records(fee()))
  await screen.findByRole('heading', { name: 'Fee Records (1)' })
  const asked = () => page.calls.filter(({ endpoint }) => endpoint === feesApi.list).length
  const before = asked()
  await page.press('Refresh')
  await waitFor(() => expect(asked()).toBe(before + 1))
})

test('marks a fee as paid with one press, and shows "Updating..." until then', async () => {
  let answer = (_: Fee) => {}
  const page = openFees([...records(fee()), reply(feesApi.update, () => new Promise<Fee>((resolve) => (answer = resolve)))])
  await page.press('Mark Paid: Asha Devi, November 2026')
  expect(await screen.findByRole('button', { name: 'Updating...: Asha Devi, November 2026' })).toBeTruthy()
  answer(paidFee())
  expect(await screen.findByText('Fee marked as paid')).toBeTruthy()
  expect(page.sent()).toMatchObject([{ params: { id: 'november' }, body: { paid: true } }])
})

test('tells a clerk who marks a fee second, and shows it as paid', async () => {
  let isPaid = false
  const page = openFees([
    ...records(),
    reply(feesApi.list, () => ({ items: [isPaid ? paidFee() : fee()], nextCursor: null, total: 1 })),
    reply(feesApi.update, () => {
      isPaid = true
      return refuse(feeErrors.alreadyPaid)
    }),
  ])
  await page.press(/^Mark Paid/)
  expect(await screen.findByText('This fee is already paid.')).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^Mark Unpaid/ })).toBeTruthy()
})

test('reports a failed status change with the sentence of the specification', async () => {
  const page = openFees([...records(fee()), reply(feesApi.update, refuse(commonErrors.notAllowed, { message: '' }))])
  await page.press(/^Mark Paid/)
  expect(await screen.findByText('Failed to update fee status')).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^Mark Paid/ })).toBeTruthy()
})

const twoMonths: Payment = payment({
  amount: 2_000,
  lines: [
    { feeId: 'october', kind: 'monthly', month: 10, year: 2026, amount: 1_000 },
    { feeId: 'november', kind: 'monthly', month: 11, year: 2026, amount: 1_000 },
  ],
})

test('names the receipts to void, and every month they pay, before a fee is marked as unpaid', async () => {
  const voided = { at: '2026-11-07T05:30:00.000Z', by: 'Mohan Rao', reason: '' }
  const items = [twoMonths, payment({ _id: 'old', receiptNumber: '2026-27/000099', voided })]
  const page = openFees([...records(paidFee()), reply(feesApi.payments, { items, nextCursor: null, adjustments: [] })])
  await page.press('Mark Unpaid: Asha Devi, November 2026')
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark as unpaid' }))
  expect(await dialog.findByText('Receipt 2026-27/000001, ₹2,000')).toBeTruthy()
  expect(dialog.getByText('Pays October 2026 and November 2026')).toBeTruthy()
  expect(dialog.queryByText(/000099/)).toBeNull()
  expect(page.sent()).toEqual([])
  await page.user.fill(dialog.getByLabelText('Reason'), 'Bounced')
  await page.user.click(dialog.getByRole('button', { name: 'Mark Unpaid' }))
  expect(await screen.findByText('Fee marked as unpaid')).toBeTruthy()
  expect(page.sent()).toMatchObject([{ body: { paid: false, reason: 'Bounced' } }])
  expect(await screen.findByRole('button', { name: /^Mark Paid/ })).toBeTruthy()
})

test('edits amount and notes in the row, and asks for a reason for a changed amount', async () => {
  const page = openFees(records(fee()))
  await page.press('Edit: Asha Devi, November 2026')
  const amount = await screen.findByRole('textbox', { name: 'Amount' })
  await waitFor(() => expect(document.activeElement).toBe(amount))
  expect(screen.queryByLabelText('Kind of change')).toBeNull()
  await page.user.clear(amount)
  await page.user.fill(amount, '800')
  await page.user.fill(screen.getByLabelText('Notes'), 'Sister is here too')
  await page.user.selectOptions(screen.getByLabelText('Kind of change'), 'concession')
  await page.user.fill(screen.getByLabelText('Reason'), 'Two of one family')
  await page.press('Save')
  expect(await screen.findByText('Fee updated successfully')).toBeTruthy()
  expect(page.sent()).toMatchObject([
    {
      params: { id: 'november' },
      body: { amount: 800, notes: 'Sister is here too', adjustment: 'concession', reason: 'Two of one family' },
    },
  ])
  expect(await (await row(/November 2026/)).findByText('₹800')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Edit/ })))
})

test('saves notes alone with the amount unchanged, and discards changes on Cancel', async () => {
  const page = openFees(records(fee()))
  await page.press(/^Edit/)
  await page.user.type(await screen.findByLabelText('Notes'), 'x')
  await page.press('Cancel')
  expect(page.sent()).toEqual([])
  await page.press(/^Edit/)
  expect(screen.getByLabelText<HTMLInputElement>('Notes').value).toBe('')
  await page.user.type(screen.getByLabelText('Notes'), 'Pays on Friday{Enter}')
  expect(await screen.findByText('Fee updated successfully')).toBeTruthy()
  expect(page.sent().map(({ body }) => body)).toEqual([{ amount: 1_000, notes: 'Pays on Friday' }])
})

test('keeps a wrong amount in its field with the error, from the page or from the server', async () => {
  const message = 'The amount cannot be less than what is already paid (₹500).'
  const page = openFees([
    ...records(fee({ paidAmount: 500 })),
    reply(feesApi.update, refuse(feeErrors.belowPaid, { message, fields: { amount: message } })),
  ])
  await page.press(/^Edit/)
  const amount = await screen.findByRole('textbox', { name: 'Amount' })
  await page.user.clear(amount)
  await page.press('Save')
  expect(await screen.findByText('Please enter an amount such as 1000 or 999.50')).toBeTruthy()
  expect(page.sent()).toEqual([])
  await page.user.fill(amount, '300')
  await page.press('Save')
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Amount', description: message })).toBe(amount))
})

test('clears an error of a row once the row is saved or left', async () => {
  let isDown = true
  const page = openFees([
    ...records(fee()),
    reply(feesApi.update, () => (isDown ? refuse(commonErrors.conflict) : fee({ notes: 'Pays on Friday' }))),
  ])
  await page.press(/^Edit/)
  await page.press('Save')
  expect(await screen.findByText(commonErrors.conflict.message)).toBeTruthy()
  await page.press('Cancel')
  expect(screen.queryByText(commonErrors.conflict.message)).toBeNull()
  await page.press(/^Edit/)
  await page.press('Save')
  await screen.findByText(commonErrors.conflict.message)
  isDown = false
  await page.press('Save')
  expect(await screen.findByText('Fee updated successfully')).toBeTruthy()
  expect(screen.queryByText(commonErrors.conflict.message)).toBeNull()
})

test('generates the missing months of one student at the hall’s fee', async () => {
  const page = openFees([
    students({ dateJoinedLibrary: '2026-01-31' }, { student: { ...asha, _id: 'none', name: 'No Date' } }),
    reply(feesApi.generate, { created: 2, skipped: 1, items: [] }),
  ])
  await page.disclose('Nothing is missing')
  const list = within(await screen.findByRole('list', { name: 'Students with a join date' }))
  expect(list.getAllByRole('listitem')).toHaveLength(1)
  expect(list.getByText('Joined: 31 Jan 2026')).toBeTruthy()
  await page.press('Generate fees of Asha Devi')
  expect(await screen.findByText('Fees generated successfully')).toBeTruthy()
  expect(page.sent()).toMatchObject([{ params: { id: 'asha' }, body: { feeAmount: 1_000 } }])
})

test('generates the missing months of all students after a confirmation that names them', async () => {
  const page = openFees([
    students({ dateJoinedLibrary: '2026-01-31' }),
    missingFees(2),
    reply(feesApi.generateAll, { created: 0, skipped: 9, items: [] }),
  ])
  await page.disclose('2 fees are missing: ₹2,000 of 1 student, October 2026 to November 2026')
  await page.press('Generate for all students')
  expect(await screen.findByText(/₹2,000 of 1 student.*Are you sure/)).toBeTruthy()
  const question = within(await screen.findByRole('alertdialog', { name: 'Generate for all students' }))
  expect(page.sent()).toEqual([])
  await page.user.click(question.getByRole('button', { name: 'Generate' }))
  expect(await screen.findByText('No fees are missing')).toBeTruthy()
})

test('explains what is needed if no student has a join date', async () => {
  const page = openFees([students({})])
  await page.disclose('Nothing is missing')
  expect(await screen.findByText('No students with join dates')).toBeTruthy()
  expect(screen.getByText('Students need to have a library join date set to generate fees.')).toBeTruthy()
})

test('shows hundreds of students in batches of two dozen', async () => {
  const many = Array.from({ length: 50 }, (_, index) => ({
    student: { ...asha, _id: `s${index}`, name: `Student ${index}` },
    dateJoinedLibrary: '2026-01-31',
  }))
  const page = openFees([students(...many)])
  const cards = () => within(screen.getByRole('list', { name: 'Students with a join date' })).getAllByRole('listitem')
  await page.disclose('Nothing is missing')
  await screen.findByRole('list', { name: 'Students with a join date' })
  expect(cards()).toHaveLength(24)
  await page.press('Show more students')
  expect(cards()).toHaveLength(48)
})
