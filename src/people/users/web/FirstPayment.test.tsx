import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { commonErrors } from '#contract/errors.ts'
import { PaymentHere } from '#money/counter/web/PaymentHere.tsx'
import { feesApi } from '#money/fees/fees.contract.ts'
import type { FeeAccount, Payment } from '#money/fees/fees.shapes.contract.ts'
import { locksReply } from '#money/locks/web/testing/locks.ts'
import { receiptsApi } from '#money/receipts/receipts.contract.ts'
import { account, payment, receipt } from '#money/receipts/web/testing/papers.ts'
import { roomsApi } from '#people/rooms/rooms.contract.ts'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { eagerScreen } from '#web/shell/screen.ts'
import { type FakeReply, refuse, reply, unreachable } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { usersApi } from '../users.contract.ts'
import { person, sentBy } from './testing/usersPage.tsx'
import { CreateUserDialog } from './UserDialog.tsx'
import { UserSlotsProvider } from './userSlots.ts'

const print = vi.fn()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 9) })
  print.mockReset()
  window.print = () => {
    window.dispatchEvent(new Event('beforeprint'))
    print(document.querySelector('body > .alone-on-paper')?.textContent ?? null)
    window.dispatchEvent(new Event('afterprint'))
  }
})
afterEach(() => {
  vi.useRealTimers()
})

const owing = (fields: Partial<FeeAccount>) => reply(feesApi.account, { ...account, owed: 0, owedSince: null, open: [], ...fields })
const paying = reply(feesApi.pay, payment)
const papers = [locksReply(), reply(customizationApi.get, untouched), reply(receiptsApi.receipt, receipt)]
const seat = { seatNumber: 4, slot: 'morning' } as const

const noRooms = reply(roomsApi.list, { rooms: [], seats: [], outages: [] })

const openForm = async (as: Role, ...replies: FakeReply[]) => {
  const onClose = vi.fn()
  const page = await act(async () =>
    renderPage(
      <UserSlotsProvider value={{ payment: eagerScreen(PaymentHere) }}>
        <CreateUserDialog seat={seat} onClose={onClose} />
      </UserSlotsProvider>,
      {
        as,
        replies: [
          reply(usersApi.create, person(seat)),
          reply(usersApi.list, { items: [], nextCursor: null }),
          noRooms,
          ...replies,
          ...papers,
        ],
      },
    ),
  )
  const form = within(await page.findByRole('dialog', { name: 'Add User' }))
  return { ...page, onClose, form, password: () => form.getByLabelText<HTMLInputElement>(/^Password/) }
}

/** The form with all its fields. */
const open = async (as: Role, ...replies: FakeReply[]) => {
  const page = await openForm(as, ...replies)
  await page.user.click(page.form.getByRole('button', { name: /^More/ }))
  return page
}

/** Adds a student and returns what is shown next. */
const add = async (as: Role, ...replies: FakeReply[]) => {
  const page = await openForm(as, ...replies)
  await page.user.fill(page.form.getByLabelText(/^Name/), 'Asha Devi')
  await page.user.fill(page.form.getByLabelText('Phone'), '9845098450')
  await page.user.keyboard('{Enter}')
  const ready = within(await page.findByRole('dialog', { name: 'Account ready' }))
  const password = String(sentBy(page)?.body.password)
  return { ...page, password, ready, amount: () => ready.findByLabelText<HTMLInputElement>(/^Amount/) }
}

const paidBy = (page: Awaited<ReturnType<typeof add>>) =>
  page.calls.filter(({ endpoint }) => endpoint === feesApi.pay).map(({ received }) => received.body as { amount: number; clientId: string })

test('names the month of joining, which the first payment charges, and proposes its fee', async () => {
  const page = await add('manager', owing({ uncharged: [{ month: 11, year: 2026, amount: 450 }] }))
  expect(await page.ready.findByText('November 2026 ₹450')).toBeTruthy()
  expect((await page.amount()).value).toBe('450')
})

test('proposes a password and a month for a person who gets a seat on the map', async () => {
  const page = await open('manager')
  expect(page.password().value).toMatch(/^[a-z]{4}-[a-z]{4}-[a-z]{4}-\d\d$/)
  expect(page.password().type).toBe('text')
  expect(page.form.getByText('Until 20 Dec 2026')).toBeTruthy()
  await page.user.fill(page.form.getByLabelText(/^Name/), 'Asha Devi')
  await page.user.fill(page.form.getByLabelText(/^Email/), 'asha@example.org')
  await page.user.clear(page.password())
  await page.user.click(page.form.getByRole('button', { name: 'Create user' }))
  expect(await page.form.findByText('Password is required')).toBeTruthy()
})

test('proposes the month only for students', async () => {
  const page = await open('superadmin')
  await page.user.selectOptions(page.form.getByLabelText('Role'), 'Manager')
  expect(page.form.queryByText(/^Until /)).toBeNull()
  await page.user.selectOptions(page.form.getByLabelText('Role'), 'Student')
  expect(page.form.getByText('Until 20 Dec 2026')).toBeTruthy()
})

test('adds, prints the slip, takes a month and prints the receipt with Enter', async () => {
  const page = await add('admin', owing({}), paying)
  expect(sentBy(page)?.body).toMatchObject({ terminationDate: '2026-12-20', seatNumber: '4', phone: '9845098450' })
  expect(await page.amount()).toHaveProperty('value', '1000')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Print slip'))
  await page.user.keyboard('{Enter}')
  expect(print).toHaveBeenLastCalledWith(expect.stringContaining(page.password))
  const amount = await page.amount()
  await waitFor(() => expect(document.activeElement).toBe(amount))
  await page.user.keyboard('{Enter}')
  expect(await page.ready.findByText(payment.receiptNumber)).toBeTruthy()
  await waitFor(() => expect(document.querySelector('.paper')).toBeTruthy())
  await page.user.keyboard('{Enter}')
  // A second printed element would replace the receipt.
  expect(print).toHaveBeenCalledTimes(2)
  expect(print).toHaveBeenLastCalledWith(null)
  expect(paidBy(page)).toMatchObject([{ amount: 1000 }])
  expect(page.onClose).not.toHaveBeenCalled()
  await page.user.click(page.ready.getByRole('button', { name: 'Print slip' }))
  expect(print).toHaveBeenLastCalledWith(expect.stringContaining(page.password))
  expect(document.querySelector('body > .alone-on-paper')).toBeNull()
  await page.user.click(page.ready.getByRole('button', { name: 'Done' }))
  expect(page.onClose).toHaveBeenCalled()
})

test('asks before the receipt is opened and the password, which was neither printed nor copied, is lost', async () => {
  const page = await add('admin', owing({}), paying)
  await page.amount()
  await page.user.click(page.ready.getByRole('button', { name: 'Take payment' }))
  const openReceipt = async () => page.user.click(await page.ready.findByRole('link', { name: 'Open receipt' }))
  const question = () => page.findByRole('alertdialog', { name: 'Close without the password?' })
  await openReceipt()
  await page.user.click(within(await question()).getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull())
  expect(page.ready.getByText(page.password)).toBeTruthy()
  expect(page.onClose).not.toHaveBeenCalled()
  await openReceipt()
  await page.user.click(within(await question()).getByRole('button', { name: 'Close anyway' }))
  await waitFor(() => expect(page.onClose).toHaveBeenCalled())
})

test('proposes earlier dues first', async () => {
  const page = await add('admin', owing({ owed: 1_500 }))
  expect(await page.amount()).toHaveProperty('value', '1500')
})

test('proposes nothing for a student who has paid on paper', async () => {
  const page = await open('admin', owing({}))
  await page.user.fill(page.form.getByLabelText(/^Name/), 'Asha Devi')
  await page.user.fill(page.form.getByLabelText(/^Email/), 'asha@example.org')
  fireEvent.change(page.form.getByLabelText(/^Paid up to/), { target: { value: '2026-12' } })
  await page.user.click(page.form.getByRole('button', { name: 'Create user' }))
  const ready = within(await page.findByRole('dialog', { name: 'Account ready' }))
  expect(await ready.findByLabelText(/^Amount/)).toHaveProperty('value', '')
})

test('keeps an account whose payment is rejected, and says so', async () => {
  const page = await add(
    'admin',
    owing({}),
    reply(feesApi.pay, () => refuse(commonErrors.diskFull)),
  )
  await page.amount()
  await page.user.click(page.ready.getByRole('button', { name: 'Take payment' }))
  expect(await page.ready.findByText(commonErrors.diskFull.message)).toBeTruthy()
  expect(page.ready.getByText('The account is ready. You can take the payment now or later.')).toBeTruthy()
  expect(page.ready.getByText(page.password)).toBeTruthy()
  await page.user.click(page.ready.getByRole('button', { name: 'Done' }))
  expect(page.onClose).toHaveBeenCalled()
})

test('keeps the password, and closes the dialog, if the fees cannot be read', async () => {
  const page = await add(
    'admin',
    reply(feesApi.account, () => refuse({ code: 'odd', status: 429, message: '' })),
  )
  expect(await page.ready.findByText('Failed to load what this student owes')).toBeTruthy()
  expect(page.ready.getByText(page.password)).toBeTruthy()
  await page.user.click(page.ready.getByRole('button', { name: 'Done' }))
  expect(page.onClose).toHaveBeenCalled()
})

test('sends a payment without a response, or pressed twice, again with the same id', async () => {
  let calls = 0
  const lost = reply(feesApi.pay, (): Payment => {
    calls += 1
    return calls === 1 ? unreachable() : payment
  })
  const page = await add('admin', owing({}), lost)
  const form = (await page.amount()).form as HTMLFormElement
  await page.user.click(page.ready.getByRole('button', { name: 'Take payment' }))
  expect(await page.ready.findByText(/saved only once/)).toBeTruthy()
  act(() => {
    fireEvent.submit(form)
    fireEvent.submit(form)
  })
  expect(await page.ready.findByText(payment.receiptNumber)).toBeTruthy()
  expect(new Set(paidBy(page).map(({ clientId }) => clientId)).size).toBe(1)
})

test('takes no payment from a key that is held down', async () => {
  const page = await add('admin', owing({}), paying)
  const amount = await page.amount()
  expect(fireEvent.keyDown(amount, { key: 'Enter', repeat: true })).toBe(false)
  expect(fireEvent.keyDown(amount, { key: 'Enter' })).toBe(true)
})

test('lets a manager take the first payment as at the counter', async () => {
  const page = await add('manager', owing({ owed: 700 }), paying)
  expect((await page.amount()).value).toBe('700')
  await page.user.click(page.ready.getByRole('button', { name: 'Take payment' }))
  await waitFor(() => expect(paidBy(page)).toMatchObject([{ amount: 700 }]))
})

test('takes no payment from a non-student', async () => {
  const page = await open('superadmin', reply(usersApi.create, person({ role: 'manager' })))
  await page.user.selectOptions(page.form.getByLabelText('Role'), 'Manager')
  await page.user.fill(page.form.getByLabelText(/^Name/), 'Mohan Rao')
  await page.user.fill(page.form.getByLabelText(/^Email/), 'mohan@example.org')
  await page.user.click(page.form.getByRole('button', { name: 'Create user' }))
  const ready = within(await page.findByRole('dialog', { name: 'Account ready' }))
  expect(ready.queryByText('First payment')).toBeNull()
  // Its account would be loaded as soon as the dialog is there.
  expect(page.calls.map(({ endpoint }) => endpoint)).toContain(usersApi.create)
  expect(page.calls.map(({ endpoint }) => endpoint)).not.toContain(feesApi.account)
})
