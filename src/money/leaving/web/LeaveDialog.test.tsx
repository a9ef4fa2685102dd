import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { cashReply } from '#money/cashbox/web/testing/box.ts'
import { locksReply } from '#money/locks/web/testing/locks.ts'
import { receiptsApi } from '#money/receipts/receipts.contract.ts'
import { person } from '#people/users/web/testing/usersPage.tsx'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { defaultRules } from '#system/customization/customization.rules.contract.ts'
import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { type FakeReply, refuse, reply, unreachable } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { replied } from '#web/testing/replied.ts'
import { leavingApi, leavingErrors, type Settlement } from '../leaving.contract.ts'
import { LeaveAction, LeaveScreen } from './LeaveAction.tsx'

beforeAll(() => LeaveScreen.load())

const user = person({ _id: 'asha', name: 'Asha Devi', seatNumber: 7, slot: 'full-day', terminationDate: '2099-01-31' })

const settlement: Settlement = {
  studentId: 'asha',
  name: 'Asha Devi',
  lastDay: '2026-11-20',
  earliest: '2026-10-01',
  latest: '2099-01-31',
  running: { month: 11, year: 2026, none: 0, days: 300, half: 0 },
  lines: [
    { feeId: 'deposit', kind: 'deposit', month: 10, year: 2026, withdrawn: 0, returned: 1_000 },
    { feeId: 'december', kind: 'monthly', month: 12, year: 2026, withdrawn: 600, returned: 300 },
  ],
  dues: [{ feeId: 'late', kind: 'late', month: 11, year: 2026, amount: 50 }],
  credit: 0,
  net: 1_250,
  seat: { seatNumber: 7, slot: 'full-day', isFreed: true },
  locker: { number: '12', keyNumber: 'K12', isFreed: true },
}
const refund = {
  _id: 'refund-1',
  studentId: 'asha',
  studentName: 'Asha Devi',
  voucherNumber: 'R/2026-27/000001',
  amount: 1_250,
  method: 'cash',
  reference: '',
  reason: 'left:2026-11-20',
  paidOn: '2026-11-20',
  enteredAt: '2026-11-20T05:30:00.000Z',
  enteredBy: 'Mohan',
  voided: null,
} as const
const left = { studentId: 'asha', lastDay: '2026-11-20', net: 1_250, refund, payment: null }
const statement = {
  student: { _id: 'asha', name: 'Asha Devi', seatNumber: null, slot: null },
  from: '2026-04-01',
  to: '2026-11-20',
  asOf: null,
  months: [],
  opening: 0,
  entries: [],
  charged: 0,
  paid: 0,
  closing: 0,
}

/** Every page loads the customization first. */
const Page = () => {
  useCustomization()
  return <LeaveAction user={user} />
}

const open = async (replies: readonly FakeReply[] = [], { as = 'manager', rules = {} }: { as?: Role; rules?: object } = {}) => {
  const page = renderPage(<Page />, {
    as,
    replies: [
      reply(leavingApi.settlement, ({ query }) => ({
        ...settlement,
        lastDay: query.lastDay ?? settlement.lastDay,
        net: query.share === 'days' ? 1_550 : 1_250,
      })),
      reply(leavingApi.leave, left),
      reply(receiptsApi.statement, statement),
      reply(customizationApi.get, { ...untouched, rules: { ...defaultRules, ...rules } }),
      locksReply(),
      cashReply({ expected: 5_000 }),
      ...replies,
    ],
  })
  const sent = () => page.calls.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ received }) => received)
  return { ...page, sent }
}
const opened = async (...given: Parameters<typeof open>) => {
  const page = await open(...given)
  await page.user.click(await screen.findByRole('button', { name: 'Student leaves' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Asha Devi leaves' }))
  const press = async (name: string | RegExp) => page.user.click(await dialog.findByRole('button', { name }))
  return { ...page, dialog, press }
}

test('lets a student leave in two presses: names every line, and offers the statement for printing', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const page = await opened()
  expect(await page.dialog.findByText('Deposit, October 2026')).toBeTruthy()
  expect(page.dialog.getByText('₹600 no longer due')).toBeTruthy()
  expect(page.dialog.getByText('− ₹50')).toBeTruthy()
  expect(page.dialog.getByText(/Seat 7 becomes free now/)).toBeTruthy()
  expect(page.dialog.getByText(/Locker 12 becomes free now. Ask for key K12./)).toBeTruthy()
  await page.press('Pay ₹1,250 and leave')
  expect(await screen.findByText('Refund voucher R/2026-27/000001: ₹1,250')).toBeTruthy()
  expect(page.sent()).toMatchObject([{ params: { id: 'asha' }, body: { share: 'none', net: 1_250, settle: true, method: 'cash' } }])
  const button = await screen.findByRole('button', { name: 'Print statement' })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await page.user.click(button)
  expect(print).toHaveBeenCalledTimes(1)
})

test('sends the amount for the chosen share of the last month', async () => {
  const page = await opened()
  await page.user.selectOptions(await page.dialog.findByLabelText('Give back of November 2026'), 'Unused days: ₹300')
  await page.press('Pay ₹1,550 and leave')
  await screen.findByText(/Refund voucher/)
  expect(page.sent()).toMatchObject([{ body: { share: 'days', net: 1_550 } }])
})

test('warns about more cash than is in the box without blocking it', async () => {
  const page = await opened([cashReply({ expected: 800 })])
  const warning = 'Only ₹800 should be in the cash box. Check the amount before you pay it.'
  expect(await page.dialog.findByText(warning)).toBeTruthy()
  await page.user.selectOptions(page.dialog.getByLabelText('Method'), 'Not now: keep it as credit')
  expect(page.dialog.queryByText(warning)).toBeNull()
  await page.user.selectOptions(page.dialog.getByLabelText('Method'), 'Cash')
  expect(page.dialog.getByText(warning)).toBeTruthy()
  await page.press('Pay ₹1,250 and leave')
  expect(await screen.findByText('Refund voucher R/2026-27/000001: ₹1,250')).toBeTruthy()
})

test('lets a student leave with dues only by choice', async () => {
  const owing = { ...settlement, lines: [], net: -900 }
  const page = await opened([
    reply(leavingApi.settlement, ({ query }) => ({ ...owing, lastDay: query.lastDay ?? '' })),
    reply(leavingApi.leave, { ...left, net: -900, refund: null }),
  ])
  expect(await page.dialog.findByText('To receive from the student')).toBeTruthy()
  await page.user.selectOptions(page.dialog.getByLabelText('Method'), 'Not now: leave with dues')
  await page.press('Confirm leaving')
  expect(await screen.findByText('₹900 is still owed.')).toBeTruthy()
  expect(page.sent()).toMatchObject([{ body: { settle: false, net: -900 } }])
})

test('refetches an account that has changed before anything is recorded', async () => {
  let net = 1_250
  const page = await opened([
    reply(leavingApi.settlement, ({ query }) => ({ ...settlement, lastDay: query.lastDay ?? '', net })),
    reply(leavingApi.leave, ({ body }) => (body.net === 2_000 ? { ...left, net: 2_000 } : refuse(leavingErrors.changed))),
  ])
  await page.dialog.findByText('₹1,250')
  net = 2_000
  await page.press('Pay ₹1,250 and leave')
  expect(await page.dialog.findByText(leavingErrors.changed.message)).toBeTruthy()
  await page.press('Pay ₹2,000 and leave')
  expect(await screen.findByText(/Refund voucher/)).toBeTruthy()
})

test('sends the same call with the same id if no response came', async () => {
  let tries = 0
  const page = await opened([reply(leavingApi.leave, () => (++tries === 1 ? unreachable() : left))])
  await page.press('Pay ₹1,250 and leave')
  const note = await page.dialog.findByText(/saved only once/)
  // The buttons are always in view.
  expect(note.closest('[data-footer]')?.contains(page.dialog.getByRole('button', { name: 'Cancel' }))).toBe(true)
  await page.press('Pay ₹1,250 and leave')
  await screen.findByText(/Refund voucher/)
  const ids = page.sent().map(({ body }) => body.clientId)
  expect(new Set(ids).size).toBe(1)
})

test('requires a reference for a transfer, and asks before it is lost', async () => {
  const page = await opened()
  await page.user.selectOptions(await page.dialog.findByLabelText('Method'), 'UPI')
  await page.user.fill(page.dialog.getByLabelText(/^Reference number/), '401234567890')
  await page.user.keyboard('{Escape}')
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep editing' }))
  await page.press('Pay ₹1,250 and leave')
  await screen.findByText(/Refund voucher/)
  expect(page.sent()).toMatchObject([{ body: { method: 'upi', reference: '401234567890' } }])
})

test('shows the button to staff who may renew', async () => {
  const page = await open()
  expect(await page.findByRole('button', { name: 'Student leaves' })).toBeTruthy()
})

test('shows no button to a manager who may not renew', async () => {
  const page = await open([], { rules: { managersRenew: false } })
  await replied()
  expect(page.queryByRole('button', { name: 'Student leaves' })).toBeNull()
})
