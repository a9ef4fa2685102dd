import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { feesApi } from '#money/fees/fees.contract.ts'
import { payment } from '#money/receipts/web/testing/papers.ts'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { defaultRules, presetValues } from '#system/customization/customization.rules.contract.ts'
import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type DayPass, passesApi } from '../passes.contract.ts'
import { PassesPage } from './PassesPage.tsx'

const pass = (more: Partial<DayPass> = {}): DayPass => ({
  _id: 'pass-1',
  visitorId: 'visitor-1',
  name: 'Meera Nair',
  phone: '9876543210',
  day: '2026-11-26',
  slot: 'morning',
  shiftName: 'Morning',
  from: '06:00',
  to: '14:00',
  seatNumber: 7,
  amount: 60,
  price: 60,
  reason: '',
  method: 'cash',
  paymentId: 'payment-1',
  receiptNumber: '2026-27/000005',
  soldAt: '2026-11-26T03:30:00.000Z',
  soldBy: 'Mohan Rao',
  voided: null,
  voucherNumber: null,
  ...more,
})
const voided = pass({
  _id: 'pass-2',
  paymentId: 'payment-2',
  receiptNumber: '2026-27/000004',
  name: 'Arun Nair',
  phone: null,
  amount: 50,
  reason: 'Came late',
  voided: { at: '2026-11-26T04:00:00.000Z', by: 'Mohan Rao', reason: 'Did not stay' },
  voucherNumber: 'V/2026-27/000004',
})

const Page = () => {
  useCustomization()
  return <PassesPage />
}

const open = (as: Role, items: DayPass[], rules = defaultRules, dayPassFee: number | null = 60) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T06:00:00.000Z') })
  return renderPage(<Page />, {
    as,
    replies: [
      reply(customizationApi.get, { ...untouched, rules, hall: { ...untouched.hall, dayPassFee } }),
      reply(passesApi.list, { items, nextCursor: null }),
      reply(passesApi.removeVisitor, undefined),
      reply(feesApi.voidPayment, payment),
    ],
  })
}

test('lists the passes of today, each with its receipt, and voids one with a reason', async () => {
  const { user, calls } = open('manager', [pass(), voided])
  const [first, second] = (await screen.findAllByRole('row')).slice(1)
  const row = within(first as HTMLElement)
  expect(row.getByText('98765 43210')).toBeTruthy()
  expect(row.getByText('Seat 7')).toBeTruthy()
  expect(row.getByRole('link', { name: '2026-27/000005' }).getAttribute('href')).toBe('/receipts/payment-1')
  expect(second?.textContent).toContain('Visitor deleted')
  expect(second?.textContent).toContain('Void')
  expect(second?.textContent).toContain('instead of ₹60: Came late')
  expect(screen.queryByRole('button', { name: 'Delete visitor' })).toBeNull()
  expect(calls.find(({ endpoint }) => endpoint === passesApi.list)?.received.query).toMatchObject({ day: '2026-11-26' })
  await user.click(row.getByRole('button', { name: 'Void' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Void receipt 2026-27/000005' }))
  await user.click(dialog.getByRole('button', { name: 'Money not received' }))
  expect(dialog.getByText('The visitor gets no money back.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Did not stay' }))
  expect(dialog.getByText(/^Give ₹60 back to the visitor the way it was paid: Cash\. /)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Void day pass' }))
  await expect
    .poll(() => calls.filter(({ endpoint }) => endpoint === feesApi.voidPayment).map(({ received }) => received))
    .toMatchObject([{ params: { id: 'payment-1' }, body: { reason: 'Did not stay' } }])
  expect(await screen.findByText('Day pass voided. Refund voucher V/2026-27/000005')).toBeTruthy()
})

test('links a voided pass to its refund voucher', async () => {
  open('manager', [pass(), voided])
  const link = await screen.findByRole('link', { name: 'Voucher V/2026-27/000004' })
  expect(link.getAttribute('href')).toBe('/vouchers/payment-2')
  expect(screen.getAllByRole('link', { name: /^Voucher/ })).toHaveLength(1)
})

test('deletes a visitor after a question, for admins', async () => {
  const { user, calls } = open('admin', [pass()])
  await user.click(await screen.findByRole('button', { name: 'Delete visitor' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Meera Nair?' }))
  await user.click(dialog.getByRole('button', { name: 'Delete visitor' }))
  await expect
    .poll(() => calls.filter(({ endpoint }) => endpoint === passesApi.removeVisitor).map(({ received }) => received.params))
    .toEqual([{ id: 'visitor-1' }])
})

test('offers no void to managers who may not void, and says when there are no passes', async () => {
  open('manager', [pass()], { preset: 'strict', ...presetValues.strict })
  expect(await screen.findByRole('link', { name: '2026-27/000005' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Void' })).toBeNull()
})

test('says that no pass was sold for the day', async () => {
  open('manager', [])
  expect(await screen.findByText('No day passes for 26 Nov 2026')).toBeTruthy()
  expect(screen.getByText(/^Sell one here/)).toBeTruthy()
})

test('says where the fee is set in a hall that sells no day passes', async () => {
  open('manager', [], defaultRules, null)
  expect(await screen.findByText(/^This hall sells no day passes\. An admin can set their fee/)).toBeTruthy()
  expect(screen.queryByText(/^Sell one here/)).toBeNull()
})
