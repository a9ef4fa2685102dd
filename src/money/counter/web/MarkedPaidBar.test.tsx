import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { feesApi } from '#money/fees/fees.contract.ts'
import type { Payment } from '#money/fees/fees.shapes.contract.ts'
import { FeesPage } from '#money/fees/web/FeesPage.tsx'
import { fee, missingFees, paidFee, payment, records, students } from '#money/fees/web/testing/feesPage.tsx'
import { locksReply } from '#money/locks/web/testing/locks.ts'
import { receiptsApi } from '#money/receipts/receipts.contract.ts'
import { receipt } from '#money/receipts/web/testing/papers.ts'
import { usersApi } from '#people/users/users.contract.ts'
import { person } from '#people/users/web/testing/usersPage.tsx'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { defaultRules, ruleErrors } from '#system/customization/customization.rules.contract.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { today } from '#web/api/timeZone.ts'
import { eagerScreen } from '#web/shell/screen.ts'
import type { FakeReply } from '#web/testing/fakeServer.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { CorrectPaymentScreen, MarkedPaidBar } from './MarkedPaidBar.tsx'

beforeAll(() => CorrectPaymentScreen.load())

const entered = (fields: Partial<Payment> = {}) => payment({ receivedOn: today(), ...fields })
const second = entered({ _id: 'payment-2', receiptNumber: '2026-27/000002', method: 'upi' })

const mark = async (replies: readonly FakeReply[] = [], rules = {}) => {
  const page = renderPage(<FeesPage markedPaid={eagerScreen(MarkedPaidBar)} />, {
    as: 'manager',
    at: '/fees',
    replies: [
      ...records(fee()),
      locksReply(),
      students(),
      missingFees(),
      reply(feesApi.update, { ...paidFee(), payment: entered() }),
      reply(usersApi.profile, person({ _id: 'asha', name: 'Asha Devi', phone: '98765 43210' })),
      reply(receiptsApi.receipt, receipt),
      reply(customizationApi.get, { ...untouched, rules: { ...defaultRules, ...rules } }),
      ...replies,
    ],
  })
  await page.user.click(await screen.findByRole('button', { name: /^Mark Paid/ }))
  const bar = within(await screen.findByRole('region', { name: 'Fee marked as paid' }))
  const sent = () => page.calls.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ received }) => received)
  const press = async (name: string | RegExp) => page.user.click(await bar.findByRole('button', { name }))
  return { ...page, bar, press, sent }
}

test('confirms Mark Paid for a short time, and prints the receipt on a second press', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const page = await mark()
  expect(screen.getByText('Fee marked as paid')).toBeTruthy()
  expect(page.bar.getByText('₹1,000 · Cash')).toBeTruthy()
  expect(page.bar.getByText('Receipt 2026-27/000001')).toBeTruthy()
  // An opened receipt counts as given to the student.
  expect(page.calls.some(({ endpoint }) => endpoint === receiptsApi.receipt)).toBe(false)
  await page.press('Print')
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  const whatsapp = await page.bar.findByRole('link', { name: 'WhatsApp' })
  expect(whatsapp.getAttribute('href')).toContain('https://wa.me/919876543210')
  expect(decodeURIComponent(whatsapp.getAttribute('href') ?? '')).toContain('2026-27/000001')
})

test('voids the payment with a fixed reason on Undo', async () => {
  const page = await mark([reply(feesApi.voidPayment, entered({ voided: { at: '2026-11-22T05:30:00.000Z', by: 'M', reason: 'x' } }))])
  await page.press('Undo')
  expect(await screen.findByText('Payment undone. Receipt 2026-27/000001 is void.')).toBeTruthy()
  expect(page.sent().at(-1)).toMatchObject({ params: { id: 'payment-1' }, body: { reason: 'Undone right after Mark Paid' } })
  expect(screen.queryByRole('region', { name: 'Fee marked as paid' })).toBeNull()
})

test('offers Undo for ten seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const page = await mark()
    expect(page.bar.getByRole('button', { name: 'Undo' })).toBeTruthy()
    await vi.advanceTimersByTimeAsync(10_000)
    await waitFor(() => expect(page.bar.queryByRole('button', { name: 'Undo' })).toBeNull())
    expect(page.bar.getByRole('button', { name: 'Print' })).toBeTruthy()
  } finally {
    vi.useRealTimers()
  }
})

test('asks for the reference of another method, and changes back to cash with one press', async () => {
  const cash = entered({ _id: 'payment-3', receiptNumber: '2026-27/000003' })
  const page = await mark([reply(feesApi.correctPayment, ({ body }) => (body.method === 'upi' ? second : cash))])
  await page.press('UPI')
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the payment' }))
  await page.user.fill(dialog.getByLabelText(/^Reference number/), '123456789012')
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await page.bar.findByText('Receipt 2026-27/000002')).toBeTruthy()
  expect(page.sent().at(-1)).toMatchObject({
    params: { id: 'payment-1' },
    body: { method: 'upi', amount: 1_000, reference: '123456789012' },
  })
  await page.press('Cash')
  expect(await page.bar.findByText('Receipt 2026-27/000003')).toBeTruthy()
  expect(page.sent().at(-1)).toMatchObject({ params: { id: 'payment-2' }, body: { method: 'cash', amount: 1_000 } })
})

test('tells managers who may not void, and offers them neither Undo nor another method', async () => {
  const page = await mark([], { managersVoid: false })
  expect(await page.bar.findByText(ruleErrors.managersVoid.message)).toBeTruthy()
  expect(page.bar.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(page.bar.queryByRole('button', { name: 'UPI' })).toBeNull()
  expect(page.bar.getByRole('button', { name: 'Print' })).toBeTruthy()
})
