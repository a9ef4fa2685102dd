import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { refresh } from '#web/api/queryClient.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { cashboxApi, cashboxErrors } from '../cashbox.contract.ts'
import type { CashInBox } from '../cashbox.shapes.contract.ts'
import { CloseBoxButton } from './CloseBoxButton.tsx'
import { ClosingsSection } from './ClosingsSection.tsx'
import { CloseBoxScreen } from './cashboxScreens.ts'
import { cash, cashReply, closing, closingsReply } from './testing/box.ts'

beforeAll(() => CloseBoxScreen.load())

const openForm = async (box: FakeReply, ...replies: FakeReply[]) => {
  const page = renderPage(<CloseBoxButton />, { as: 'manager', replies: [box, ...replies] })
  await page.user.click(screen.getByRole('button', { name: 'Close the day' }))
  await screen.findByRole('textbox', { name: /^Cash counted/ })
  const dialog = within(screen.getByRole('dialog', { name: 'Close the day' }))
  const sent = () => page.calls.filter(({ endpoint }) => endpoint === cashboxApi.closeBox).map(({ received }) => received.body)
  return { page, dialog, sent, submit: () => page.user.click(dialog.getByRole('button', { name: 'Close the day' })) }
}
type Dialog = Awaited<ReturnType<typeof openForm>>['dialog']

const field = (dialog: Dialog, name: string | RegExp) => dialog.getByRole('textbox', { name }) as HTMLInputElement

test('closes the box up to the instant on the screen, counts by notes, and shows the code for printing', async () => {
  window.print = vi.fn()
  const { page, dialog, sent, submit } = await openForm(cashReply(), reply(cashboxApi.closeBox, closing()))
  expect(dialog.queryByText('₹2,400')).toBeNull()
  await page.user.fill(field(dialog, '₹500 ×'), '4')
  await page.user.fill(field(dialog, '₹100 ×'), '3')
  expect(field(dialog, /^Cash counted/).value).toBe('2300')
  expect(dialog.queryByText(/Difference/)).toBeNull()
  expect(dialog.queryByRole('textbox', { name: /^Handed over to/ })).toBeNull()
  await page.user.fill(field(dialog, /^Handed over$/), '1800')
  await page.user.fill(field(dialog, /^Handed over to/), 'सुनील')
  expect(dialog.getByText('₹500 stays in the box.')).toBeTruthy()
  await submit()
  expect(dialog.getByRole('status').textContent).toContain('-₹100Less cash than expected.')
  expect([dialog.getByText('₹2,400'), sent().length]).toEqual([expect.anything(), 0])
  await submit()
  const clientId = expect.stringMatching(/^[0-9a-f]{32}$/)
  await waitFor(() => expect(sent()).toEqual([{ asOf: cash().asOf, counted: 2300, handedOver: 1800, receiver: 'सुनील', clientId }]))
  const slip = within(await screen.findByRole('dialog', { name: 'Closing of 20 Nov 2026 (2)' }))
  expect([slip.getByText('128-7F3K-Q2MX-9D0A'), slip.getByText('Handed over to Sunil'), slip.getByText('-₹20')]).toBeTruthy()
  await page.user.click(slip.getByRole('button', { name: 'Print' }))
  expect(window.print).toHaveBeenCalledOnce()
  expect(document.querySelector('body > .alone-on-paper')?.textContent).toContain('128-7F3K-Q2MX-9D0A')
  await page.user.click(slip.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('shows what came in on each of several days', async () => {
  const none = { cashIn: 0, cashRefunds: 0, cashVoids: 0, paidOut: 0, otherIn: 0 }
  const days = Array.from({ length: 9 }, (_, at) => ({ day: `2026-11-${19 - at}`, ...none, cashIn: 100 + at, net: 100 + at }))
  const { page, dialog, submit } = await openForm(
    cashReply({ unclosedDays: 12, unclosedSince: '2026-11-01', days, paidOut: 60, otherIn: 40 }),
  )
  await page.user.type(field(dialog, /^Cash counted/), '1')
  await submit()
  expect([dialog.getByText('12 days are not closed'), dialog.getByText('19 Nov 2026'), dialog.getByText('₹106')]).toBeTruthy()
  expect([dialog.getByText('and 5 earlier days'), dialog.getByText('-₹60'), dialog.getByText('₹40')]).toBeTruthy()
  expect(dialog.queryByText('12 Nov 2026')).toBeNull()
})

test('keeps the form while others enter payments during the count, and counts them too on a press', async () => {
  let now: CashInBox = cash()
  const { page, dialog, sent, submit } = await openForm(
    reply(cashboxApi.cashInBox, () => now),
    reply(cashboxApi.closeBox, closing()),
  )
  await page.user.fill(field(dialog, /^Cash counted/), '2,401')
  await submit()
  expect(dialog.getByText('+₹1')).toBeTruthy()
  await page.user.clear(field(dialog, /^Cash counted/))
  await page.user.fill(field(dialog, /^Cash counted/), '2,400')
  expect(dialog.getByText('No difference')).toBeTruthy()
  now = cash({ asOf: '2026-11-20T10:05:00.000Z', cashIn: 3000, expected: 3400 })
  await act(() => refresh(['fees']))
  expect(await dialog.findByText(/₹3,400 is expected now/)).toBeTruthy()
  expect(dialog.getByText('No difference')).toBeTruthy()
  await page.user.click(dialog.getByRole('button', { name: 'Include it' }))
  expect(dialog.getByText('-₹1,000')).toBeTruthy()
  expect(dialog.queryByText(/₹3,400 is expected now/)).toBeNull()
  await submit()
  await waitFor(() => expect(sent()).toMatchObject([{ asOf: '2026-11-20T10:05:00.000Z', counted: 2400 }]))
})

test('closes at one press if the count fits, and says nothing of the amount while others enter payments', async () => {
  let now: CashInBox = cash()
  const { page, dialog, sent, submit } = await openForm(
    reply(cashboxApi.cashInBox, () => now),
    reply(cashboxApi.closeBox, closing()),
  )
  now = cash({ asOf: '2026-11-20T10:05:00.000Z', cashIn: 3000, expected: 3400 })
  await act(() => refresh(['fees']))
  expect((await dialog.findByText(/^More was entered since you opened this/)).textContent).not.toMatch(/\d/)
  await page.user.fill(field(dialog, /^Cash counted/), '2400')
  await submit()
  await waitFor(() => expect(sent()).toMatchObject([{ counted: 2400 }]))
})

test('shows a rejection and keeps the form', async () => {
  const { page, dialog, submit } = await openForm(cashReply(), reply(cashboxApi.closeBox, refuse(cashboxErrors.closedLater)))
  await page.user.fill(field(dialog, /^Cash counted/), '2400')
  await submit()
  expect(await dialog.findByText(cashboxErrors.closedLater.message)).toBeTruthy()
})

test('sends nothing that was not counted, exceeds the cash, or has no receiver', async () => {
  const { page, dialog, sent, submit } = await openForm(cashReply())
  await submit()
  expect(await dialog.findByText('Please enter an amount such as 1000 or 999.50')).toBeTruthy()
  await page.user.fill(field(dialog, /^Cash counted/), '100')
  await page.user.fill(field(dialog, /^Handed over/), '200')
  await submit()
  await submit()
  expect(await dialog.findByText('This is more than was counted')).toBeTruthy()
  expect(dialog.getByText('Please enter who took the cash')).toBeTruthy()
  expect(sent()).toEqual([])
})

test('shows the difference and the receiver of a past closing, and opens it with its code', async () => {
  const page = renderPage(<ClosingsSection />, {
    as: 'admin',
    replies: [closingsReply(closing(), closing({ _id: 'c0', code: null, nth: 1 }))],
  })
  const table = within(await screen.findByRole('table', { name: 'Closings of the cash box' }))
  expect([
    table.getAllByText('-₹20')[0],
    table.getByText('Closing 2'),
    table.getAllByText('to Sunil')[0],
    table.getAllByText('₹980')[0],
  ]).toBeTruthy()
  await page.user.click(table.getByRole('button', { name: '20 Nov 2026, closing 2' }))
  expect(within(await screen.findByRole('dialog')).getByText('128-7F3K-Q2MX-9D0A')).toBeTruthy()
})

test('explains closings for a box that was never closed', async () => {
  renderPage(<ClosingsSection />, { as: 'admin', replies: [closingsReply()] })
  expect(await screen.findByText('The cash box has not been closed yet')).toBeTruthy()
})
