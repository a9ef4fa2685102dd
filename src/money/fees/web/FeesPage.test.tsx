import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { type Fee, feeErrors, feesApi, type Payment } from '../fees.contract.ts'
import { asha, fee, openFees, paidFee, payment, prepareDialogs, records, students } from './testing/feesPage.tsx'

// A dialog that suspends while a test first draws it would never go on: so its code is there before.
beforeAll(prepareDialogs)

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))

test('the records stand with student, month, amount, status and the day they were paid', async () => {
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
})

test('the sums stand above the records, and follow the filters', async () => {
  const page = openFees(records(paidFee({ _id: 'october', month: 10 }), fee({ paidAmount: 500 })))
  const cards = await screen.findAllByRole('definition')
  expect(cards.map((each) => each.textContent)).toEqual(['₹2,000', '₹1,500', '1 record', '₹500', '1 record', '1', '2'])
  await page.user.selectOptions(screen.getByLabelText('Payment Status'), 'unpaid')
  await waitFor(() => expect(page.calls.findLast(({ endpoint }) => endpoint === feesApi.summary)?.received.query.status).toBe('unpaid'))
})

test('without records the page says when there will be some; with filters it says to change them', async () => {
  const page = openFees([])
  expect(await screen.findByText('No fee records found')).toBeTruthy()
  expect(screen.getByText('Fee records will appear here once students are created with join dates.')).toBeTruthy()
  await page.user.selectOptions(screen.getByLabelText('Payment Status'), 'paid')
  expect(await screen.findByText('Try adjusting your filters to see more records.')).toBeTruthy()
  expect(page.address()).toBe('/fees?status=paid')
})

test('search and student narrow the list, stand in the address, and are cleared together', async () => {
  const page = openFees([...records(fee()), students({ student: asha })])
  await page.user.type(await screen.findByRole('searchbox', { name: 'Search by student name or email' }), 'dev')
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

test('records that cannot be loaded offer to try again', async () => {
  openFees([reply(feesApi.list, refuse(commonErrors.notAllowed))])
  expect(await screen.findByText(commonErrors.notAllowed.message)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('Refresh asks for everything again', async () => {
  const page = openFees(records(fee()))
  await screen.findByRole('heading', { name: 'Fee Records (1)' })
  const asked = () => page.calls.filter(({ endpoint }) => endpoint === feesApi.list).length
  const before = asked()
  await page.press('Refresh')
  await waitFor(() => expect(asked()).toBe(before + 1))
})

test('one press marks a fee as paid, and says "Updating..." until it is', async () => {
  let answer = (_: Fee) => {}
  const page = openFees([...records(fee()), reply(feesApi.update, () => new Promise<Fee>((resolve) => (answer = resolve)))])
  await page.press('Mark Paid: Asha Devi, November 2026')
  expect(await screen.findByRole('button', { name: 'Updating...: Asha Devi, November 2026' })).toBeTruthy()
  answer(paidFee())
  expect(await screen.findByText('Fee marked as paid')).toBeTruthy()
  expect(page.sent()).toMatchObject([{ params: { id: 'november' }, body: { paid: true } }])
})

test('a clerk who marks a fee second is told, and sees it paid', async () => {
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

test('a status that could not be changed is told in the sentence of the specification', async () => {
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

test('before a fee is marked as unpaid the receipts are named that are voided, and every month they touch', async () => {
  const voided = { at: '2026-11-07T05:30:00.000Z', by: 'Mohan Rao', reason: '' }
  const items = [twoMonths, payment({ _id: 'old', receiptNumber: '2026-27/000099', voided })]
  const page = openFees([...records(paidFee()), reply(feesApi.payments, { items, nextCursor: null, adjustments: [] })])
  await page.press('Mark Unpaid: Asha Devi, November 2026')
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark as unpaid' }))
  expect(await dialog.findByText('Receipt 2026-27/000001, ₹2,000')).toBeTruthy()
  expect(dialog.getByText('Pays October 2026 and November 2026')).toBeTruthy()
  expect(dialog.queryByText(/000099/)).toBeNull()
  expect(page.sent()).toEqual([])
  await page.user.type(dialog.getByLabelText('Reason'), 'Bounced')
  await page.user.click(dialog.getByRole('button', { name: 'Mark Unpaid' }))
  expect(await screen.findByText('Fee marked as unpaid')).toBeTruthy()
  expect(page.sent()).toMatchObject([{ body: { paid: false, reason: 'Bounced' } }])
  expect(await screen.findByRole('button', { name: /^Mark Paid/ })).toBeTruthy()
})

test('amount and notes are edited in the row; a changed amount says why', async () => {
  const page = openFees(records(fee()))
  await page.press('Edit: Asha Devi, November 2026')
  const amount = await screen.findByRole('textbox', { name: 'Amount' })
  await waitFor(() => expect(document.activeElement).toBe(amount))
  expect(screen.queryByLabelText('Kind of change')).toBeNull()
  await page.user.clear(amount)
  await page.user.type(amount, '800')
  await page.user.type(screen.getByLabelText('Notes'), 'Sister is here too')
  await page.user.selectOptions(screen.getByLabelText('Kind of change'), 'concession')
  await page.user.type(screen.getByLabelText('Reason'), 'Two of one family')
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

test('notes alone are saved with the amount as it was, and Cancel changes nothing', async () => {
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

test('a wrong amount stays in its field with the reason, from here or from the server', async () => {
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
  await page.user.type(amount, '300')
  await page.press('Save')
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Amount', description: message })).toBe(amount))
})

test('an error of a row goes when the row is saved, or left', async () => {
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

test('the missing months of one student are generated at the fee of the hall', async () => {
  const page = openFees([
    students({ dateJoinedLibrary: '2026-01-31' }, { student: { ...asha, _id: 'none', name: 'No Date' } }),
    reply(feesApi.generate, { created: 2, skipped: 1, items: [] }),
  ])
  const list = within(await screen.findByRole('list', { name: 'Students with a join date' }))
  expect(list.getAllByRole('listitem')).toHaveLength(1)
  expect(list.getByText('Joined: 31 Jan 2026')).toBeTruthy()
  await page.press('Generate fees of Asha Devi')
  expect(await screen.findByText('Fees generated successfully')).toBeTruthy()
  expect(page.sent()).toMatchObject([{ params: { id: 'asha' }, body: { feeAmount: 1_000 } }])
})

test('the missing months of all students are generated after a question', async () => {
  const page = openFees([students({ dateJoinedLibrary: '2026-01-31' }), reply(feesApi.generateAll, { created: 0, skipped: 9, items: [] })])
  await page.press('Generate for all students')
  const question = within(await screen.findByRole('alertdialog', { name: 'Generate for all students' }))
  expect(page.sent()).toEqual([])
  await page.user.click(question.getByRole('button', { name: 'Generate' }))
  expect(await screen.findByText('No fees are missing')).toBeTruthy()
})

test('where nobody has a join date the section says what is needed', async () => {
  openFees([students({})])
  expect(await screen.findByText('No students with join dates')).toBeTruthy()
  expect(screen.getByText('Students need to have a library join date set to generate fees.')).toBeTruthy()
})

test('hundreds of students come two dozen at a time', async () => {
  const many = Array.from({ length: 50 }, (_, index) => ({
    student: { ...asha, _id: `s${index}`, name: `Student ${index}` },
    dateJoinedLibrary: '2026-01-31',
  }))
  const page = openFees([students(...many)])
  const cards = () => within(screen.getByRole('list', { name: 'Students with a join date' })).getAllByRole('listitem')
  await screen.findByRole('list', { name: 'Students with a join date' })
  expect(cards()).toHaveLength(24)
  await page.press('Show more students')
  expect(cards()).toHaveLength(48)
})
