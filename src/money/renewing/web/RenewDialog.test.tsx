import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { feeErrors } from '#money/fees/fees.errors.contract.ts'
import { locksReply } from '#money/locks/web/testing/locks.ts'
import { receiptsApi } from '#money/receipts/receipts.contract.ts'
import { payment, receipt } from '#money/receipts/web/testing/papers.ts'
import { seatErrors } from '#people/seats/seats.contract.ts'
import { seatOf } from '#people/seats/web/testing/seatOf.ts'
import { hall, meena, seatsOf, sitting } from '#people/seats/web/testing/smallHall.tsx'
import type { User } from '#people/users/users.contract.ts'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { type FakeReply, refuse, reply, unreachable } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { renewingApi } from '../renewing.contract.ts'
import { RenewDialog } from './RenewDialog.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 9) })
})
afterEach(() => {
  vi.useRealTimers()
})

const sunil = sitting.sunil as User
const renewed = { ...sunil, terminationDate: '2026-12-20' }
const cost = {
  until: '2026-12-20',
  months: [{ month: 12, year: 2026, amount: 900 }],
  monthsAmount: 900,
  owed: 2_500,
  credit: 0,
  total: 3_400,
}

const open = async (replies: readonly FakeReply[] = [], as: Role = 'manager', seats = hall) => {
  const onClose = vi.fn()
  const page = await act(async () =>
    renderPage(<RenewDialog user={sunil} onClose={onClose} />, {
      as,
      replies: [
        seatsOf(seats),
        reply(renewingApi.cost, ({ query }) => ({ ...cost, until: query.until ?? '' })),
        reply(renewingApi.renew, { user: renewed, payment }),
        reply(receiptsApi.receipt, receipt),
        reply(customizationApi.get, untouched),
        locksReply(),
        ...replies,
      ],
    }),
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Renew Sunil Das' }))
  const sent = () => page.calls.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ received }) => received.body)
  const press = async (name: string | RegExp) => page.user.click(await dialog.findByRole('button', { name }))
  return { ...page, onClose, dialog, sent, press }
}

test('shows the cost in one line, and renews, pays and prints with one press', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const page = await open()
  expect(await page.dialog.findByText(/December 2026 ₹900 \+ old dues ₹2,500 = ₹3,400/)).toBeTruthy()
  await waitFor(() => expect(page.dialog.getByLabelText(/^Amount/)).toHaveProperty('value', '3400'))
  await page.press('Renew and print')
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  expect(await screen.findByText('Payment saved')).toBeTruthy()
  expect(page.sent()).toMatchObject([{ terminationDate: '2026-12-20', payment: { method: 'cash', amount: 3_400 } }])
})

test('keeps an amount that the clerk typed when the day changes', async () => {
  const page = await open()
  const amount = await page.dialog.findByLabelText(/^Amount/)
  await waitFor(() => expect(amount).toHaveProperty('value', '3400'))
  await page.user.clear(amount)
  await page.user.fill(amount, '900')
  await page.press('+3 months')
  await page.dialog.findByText(/^Until 20 Feb 2027 ·/)
  expect(amount).toHaveProperty('value', '900')
})

test('shows a rejected payment, and renews nothing', async () => {
  vi.spyOn(window, 'print').mockImplementation(() => undefined)
  let tries = 0
  const answer = reply(renewingApi.renew, () => (++tries === 1 ? refuse(feeErrors.checkNeeded) : { user: renewed, payment }))
  const page = await open([answer])
  await waitFor(() => expect(page.dialog.getByLabelText(/^Amount/)).toHaveProperty('value', '3400'))
  await page.press('Renew and print')
  expect(await page.dialog.findByText(feeErrors.checkNeeded.message)).toBeTruthy()
  await page.press('Renew and print')
  expect(await screen.findByText('Payment saved')).toBeTruthy()
})

test('sends the same call with the same id if no response came', async () => {
  vi.spyOn(window, 'print').mockImplementation(() => undefined)
  let tries = 0
  const page = await open([reply(renewingApi.renew, () => (++tries === 1 ? unreachable() : { user: renewed, payment }))])
  await waitFor(() => expect(page.dialog.getByLabelText(/^Amount/)).toHaveProperty('value', '3400'))
  await page.press('Renew and print')
  const note = await page.dialog.findByText(/saved only once/)
  // The buttons are always in view.
  expect(note.closest('[data-footer]')?.contains(page.dialog.getByRole('button', { name: 'Cancel' }))).toBe(true)
  await page.press('Renew and print')
  await screen.findByText('Payment saved')
  const [first, second] = page.sent()
  expect(second).toEqual(first)
})

test('sends a payment again whose response was lost, though nothing is to pay by then, and prints', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  let isMade = false
  const page = await open([
    reply(renewingApi.cost, () => (isMade ? { ...cost, months: [], monthsAmount: 0, owed: 0, total: 0 } : cost)),
    reply(renewingApi.renew, () => {
      if (isMade) return { user: renewed, payment }
      isMade = true
      return unreachable()
    }),
  ])
  await waitFor(() => expect(page.dialog.getByLabelText(/^Amount/)).toHaveProperty('value', '3400'))
  await page.press('Renew and print')
  await page.dialog.findByText(/saved only once/)
  await page.press('Renew and print')
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  const [one, other] = page.sent()
  expect(other).toEqual(one)
})

test('says that a renewal without a payment may be saved if the server did not reply', async () => {
  const page = await open([reply(renewingApi.renew, unreachable)])
  await page.press('Renew without payment')
  expect(await page.dialog.findByText(/saved only once/)).toBeTruthy()
  expect(page.dialog.queryByText(/^The account was not renewed/)).toBeNull()
})

test('renews a student without a payment', async () => {
  const page = await open([reply(renewingApi.renew, { user: renewed, payment: null })])
  await page.press('Renew without payment')
  await waitFor(() => expect(page.onClose).toHaveBeenCalled())
  expect(page.sent()).toEqual([{ terminationDate: '2026-12-20', chargeGap: false }])
})

test('only renews if nothing is to pay', async () => {
  const free = { ...cost, months: [], monthsAmount: 0, owed: 0, total: 0 }
  const page = await open([reply(renewingApi.cost, free), reply(renewingApi.renew, { user: renewed, payment: null })])
  expect(await page.dialog.findByText(/Nothing to pay/)).toBeTruthy()
  expect(page.dialog.queryByLabelText(/^Amount/)).toBeNull()
  await page.press('Renew')
  await waitFor(() => expect(page.onClose).toHaveBeenCalled())
})

test('warns about a seat that is no longer free, and lets a superadmin choose another one', async () => {
  vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const given = hall.map((seat) => (seat.seatNumber === 4 ? seatOf({ ...seat, morning: meena }) : seat))
  const page = await open([], 'superadmin', given)
  expect(await page.dialog.findByText('Seat 4 is taken by Meena Rao.')).toBeTruthy()
  await waitFor(() => expect(page.dialog.getByLabelText(/^Amount/)).toHaveProperty('value', '3400'))
  await page.user.selectOptions(await page.dialog.findByLabelText('Seat'), 'Seat 5')
  await page.press('Renew on seat 5 and print')
  await screen.findByText('Payment saved')
  expect(page.sent()).toMatchObject([{ seatNumber: 5 }])
})

test.each([
  ['seatTaken', 'renews with'],
  ['outOfOrder', 'renews with'],
  ['soldForDay', 'renews with'],
  ['soldForDay', 'renews without'],
] as const)('shows a seat refused as %s beside the seat, and %s a payment on another one', async (kind, way) => {
  vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const { message } = seatErrors[kind]
  let tries = 0
  const answer = reply(renewingApi.renew, () =>
    ++tries === 1
      ? refuse(seatErrors[kind], { fields: { seatNumber: message } })
      : { user: renewed, payment: way === 'renews with' ? payment : null },
  )
  const page = await open([answer], 'superadmin')
  await waitFor(() => expect(page.dialog.getByLabelText(/^Amount/)).toHaveProperty('value', '3400'))
  await page.press(way === 'renews with' ? 'Renew and print' : 'Renew without payment')
  expect(await page.dialog.findByText('Seat 4 is no longer available.')).toBeTruthy()
  expect(page.dialog.getByText(message)).toBeTruthy()
  await page.user.selectOptions(await page.dialog.findByLabelText('Seat'), 'Seat 5')
  await page.press(way === 'renews with' ? 'Renew on seat 5 and print' : 'Renew without payment')
  if (way === 'renews with') await screen.findByText('Payment saved')
  else await waitFor(() => expect(page.onClose).toHaveBeenCalled())
  expect(page.sent()).toMatchObject([{}, { seatNumber: 5 }])
})
