import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { feesApi } from '#money/fees/fees.contract.ts'
import { twelveMonths } from '#money/fees/web/testing/months.ts'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { replied } from '#web/testing/replied.ts'
import { pasteDate } from '#web/testing/typeDate.ts'
import { type DuesSlip, type Receipt, receiptsApi, type Statement } from '../receipts.contract.ts'
import { DuesSlipPage, DuesSlipsPage } from './DuesSlipsPage.tsx'
import { PayMyFees } from './PayMyFees.tsx'
import { ReceiptPage, VoucherPage } from './ReceiptPage.tsx'
import { ReceiptsPage } from './ReceiptsPage.tsx'
import { StatementPage } from './StatementPage.tsx'
import { account, asha, payment, receipt } from './testing/papers.ts'
import { UpiPayment } from './upi.ts'

const logoUrl = `/api/customization/logo/${'a'.repeat(64)}`
const hall = {
  ...untouched,
  systemName: 'Shanti Study Hall',
  showLogo: true,
  logoUrl,
  landing: { ...untouched.landing, address: '12, Gandhi Marg', phone: '0141 234567' },
  hall: { ...untouched.hall, upiId: 'hall@okbank' },
}

type Replies = Parameters<typeof renderPage>[1] & object

const open = (
  at: string,
  replies: NonNullable<Replies['replies']>,
  { customization = hall, as = 'manager' }: { customization?: typeof hall; as?: 'manager' | 'student' } = {},
) =>
  renderPage(
    <Routes>
      <Route path="/receipts/:id" element={<ReceiptPage />} />
      <Route path="/vouchers/:id" element={<VoucherPage />} />
      <Route path="/statements/:id" element={<StatementPage />} />
      <Route path="/dues-slips" element={<DuesSlipsPage />} />
      <Route path="/dues-slips/:id" element={<DuesSlipPage />} />
      <Route path="/fees/receipts" element={<ReceiptsPage />} />
    </Routes>,
    { as, at, replies: [reply(customizationApi.get, customization), ...replies] },
  )

const paper = () => screen.findByRole('article')

test('shows everything on a receipt', async () => {
  open('/receipts/payment-1', [reply(receiptsApi.receipt, receipt)])
  const text = (await paper()).textContent ?? ''
  expect(await screen.findByText('Shanti Study Hall')).toBeTruthy()
  for (const part of [
    '12, Gandhi Marg',
    'Phone 0141 234567',
    'Receipt number2026-27/000001',
    'Received fromAsha Devi',
    'Monthly fee, November 2026₹1,000',
    'Paid in advance₹200.50',
    'Total₹1,200.50',
    'Rupees one thousand two hundred and fifty paise only',
    'UPI referenceUTR 42',
    'Valid until14 Dec 2026',
    'Balance: ₹1,600 is owed.',
    'Received byMohan Rao',
  ])
    expect(text.length > 0 && (await paper()).textContent).toContain(part)
  expect((await paper()).querySelector('img')?.getAttribute('src')).toBe(logoUrl)
  expect((await paper()).querySelector('[data-mark]')).toBeNull()
})

test('shows since when and why a receipt is void', async () => {
  const voided = { at: '2026-11-22T05:30:00.000Z', by: 'Meera', reason: 'Wrong student' }
  open('/receipts/payment-1', [reply(receiptsApi.receipt, { ...receipt, voided })])
  // Text this faint would fail the contrast check; text drawn in CSS is exempt.
  expect((await paper()).querySelector('[data-mark="VOID"]')?.textContent).toBe('')
  expect(screen.getByText(/Voided on 22 Nov 2026.* by Meera. Reason: Wrong student./)).toBeTruthy()
})

test('shows on a voucher what was refunded and why', async () => {
  const voucher: Receipt = { ...receipt, kind: 'voucher', number: 'R/2026-27/000001', reason: 'Left early', lines: [], credit: 1_200.5 }
  open('/vouchers/refund-1', [reply(receiptsApi.voucher, voucher)])
  expect((await paper()).textContent).toContain('From advance balance₹1,200.50')
  expect((await paper()).textContent).toContain('ReasonLeft early')
})

test.each(['left:2026-11-20', 'Left on 20 Nov 2026'])(
  'says on the voucher of a student who left that they left: stored as %s',
  async (reason) => {
    open('/vouchers/refund-1', [reply(receiptsApi.voucher, { ...receipt, kind: 'voucher', number: 'R/2026-27/000001', reason, lines: [] })])
    expect((await paper()).textContent).toContain('ReasonLeft on 20 Nov 2026')
  },
)

test('prints the page on Print, and offers sharing only if the browser supports it', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const { user } = open('/receipts/payment-1', [reply(receiptsApi.receipt, receipt)])
  await user.click(await screen.findByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: 'Download PDF' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
})

const statement: Statement = {
  student: { _id: asha._id, name: asha.name, seatNumber: 4, slot: 'morning' },
  from: '2026-04-01',
  to: '2026-11-22',
  asOf: null,
  months: twelveMonths,
  opening: 200,
  entries: [
    {
      day: '2026-11-15',
      kind: 'charge',
      fee: { kind: 'monthly', month: 11, year: 2026 },
      number: '',
      receiptId: null,
      amount: 1_000,
      balance: 1_200,
    },
    {
      day: '2026-11-20',
      kind: 'payment',
      fee: null,
      number: payment.receiptNumber,
      receiptId: payment._id,
      amount: -1_500,
      balance: -300,
    },
  ],
  charged: 1_000,
  paid: 1_500,
  closing: -300,
}

test('links a statement to its receipts, and requests the chosen period', async () => {
  const { calls, user } = open('/statements/student-1', [reply(receiptsApi.statement, statement)])
  const link = await screen.findByRole('link', { name: 'Payment, receipt 2026-27/000001' })
  expect(link.getAttribute('href')).toBe('/receipts/payment-1')
  expect(screen.getByText('₹300 is paid in advance.')).toBeTruthy()
  await pasteDate(user, screen, 'From', '2026-10-01')
  await expect.poll(() => calls.at(-1)?.received.query).toEqual({ from: '2026-10-01' })
})

test('requests a statement as of an earlier day, says so on the paper, and returns to the current one', async () => {
  const pdf = reply(receiptsApi.statementPdf, new Blob(['%PDF']))
  const answer = reply(receiptsApi.statement, ({ query }) => ({ ...statement, asOf: query.asOf ?? null }))
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { calls, user, address } = open('/statements/student-1', [answer, pdf])
  const line = 'As of 30 Sep 2026. Entries made later are not counted.'
  expect((await paper()).textContent).not.toContain('Entries made later')
  await user.click(screen.getByRole('button', { name: 'As of an earlier day' }))
  await pasteDate(user, screen, 'As of', '2026-09-30')
  expect(await within(await paper()).findByText(line)).toBeTruthy()
  expect(address()).toBe('/statements/student-1?as-of=2026-09-30')
  await user.click(screen.getByRole('button', { name: 'Download PDF' }))
  await expect
    .poll(() => calls.find(({ endpoint }) => endpoint === receiptsApi.statementPdf)?.received.query)
    .toEqual({ asOf: '2026-09-30' })
  await expect.poll(() => saved.mock.calls).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Show current figures' }))
  await expect.poll(() => within(screen.getByRole('article')).queryByText(line)).toBeNull()
  expect(screen.queryByRole('group', { name: 'As of' })).toBeNull()
})

test.each(['2099-01-01', 'nonsense', '2026-13-45'])(
  'shows current figures for a URL whose day is invalid or not in the past: %s',
  async (day) => {
    const { calls } = open(`/statements/student-1?as-of=${day}`, [reply(receiptsApi.statement, statement)])
    await paper()
    expect(calls.at(-1)?.received.query).toEqual({})
  },
)

const slip: DuesSlip = {
  student: { _id: asha._id, name: asha.name, seatNumber: 4, slot: 'morning' },
  owed: 6_000,
  owedSince: '2026-06-15',
  months: twelveMonths,
  open: [6, 7, 8, 9, 10, 11].map((month) => ({ kind: 'monthly', month, year: 2026, amount: 1_000 })),
}

test('shows on dues slips what is owed, since when, and how to pay', async () => {
  open('/dues-slips', [reply(receiptsApi.duesSlips, { items: [slip], nextCursor: null, total: 1 })])
  const one = within(await screen.findByRole('region', { name: 'Asha Devi' }))
  expect(one.getByText('Since 15 Jun 2026')).toBeTruthy()
  expect(one.getByText('and 3 more')).toBeTruthy()
  expect(await one.findByRole('img', { name: 'QR code to pay ₹6,000 to hall@okbank' })).toBeTruthy()
})

test('tells staff where the UPI id is set if there is none, and prints slips without a code', async () => {
  const customization = { ...hall, hall: untouched.hall }
  open('/dues-slips/student-1', [reply(feesApi.account, account)], { customization })
  expect(await screen.findByText('Set the UPI id in Customization → Hall')).toBeTruthy()
  expect(await screen.findByText('Since 15 Oct 2026')).toBeTruthy()
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
})

test('disables UPI in a public demo, and slips say so instead of showing a code', async () => {
  const customization = { ...hall, demo: 'public' as const }
  open('/dues-slips/student-1', [reply(feesApi.account, account)], { customization })
  expect(await screen.findByText('Paying by UPI is off in this demo.')).toBeTruthy()
  expect(await screen.findByText('Since 15 Oct 2026')).toBeTruthy()
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
})

test('says so if nobody owes anything', async () => {
  open('/dues-slips', [reply(receiptsApi.duesSlips, { items: [], nextCursor: null, total: 0 })])
  expect(await screen.findByText('Nobody owes anything')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
})

const { _id, number, studentId, isVisitor, studentName, amount, method, reference, day, enteredAt } = receipt
const found = { _id, number, studentId, isVisitor, studentName, amount, method, reference, day, enteredAt, isVoid: true }

test('searches receipts, and marks a void one', async () => {
  const { user, calls } = open('/fees/receipts', [reply(receiptsApi.list, { items: [found], nextCursor: null })])
  expect((await screen.findByRole('link', { name: number })).getAttribute('href')).toBe('/receipts/payment-1')
  expect(screen.getByText('Void')).toBeTruthy()
  await user.fill(screen.getByRole('searchbox'), 'UTR')
  await expect.poll(() => calls.at(-1)?.received.query).toMatchObject({ search: 'UTR' })
})

/** Loads the customization first, as every page does. */
const Known = () => {
  useCustomization()
  return <PayMyFees studentId={asha._id} />
}

test.each([
  ['hall@okbank', account.owed, true],
  ['', account.owed, false],
  ['hall@okbank', 0, false],
])('with the UPI id %j, shows a student who owes %d how to pay: %s', async (upiId, owed, isShown) => {
  await UpiPayment.load()
  renderPage(<Known />, {
    as: 'student',
    replies: [reply(feesApi.account, { ...account, owed }), reply(customizationApi.get, { ...hall, hall: { ...hall.hall, upiId } })],
  })
  expect((await screen.findByRole('link', { name: 'Statement of Account' })).getAttribute('href')).toBe(`/statements/${asha._id}`)
  await replied()
  expect(screen.queryByRole('heading', { name: 'Pay by UPI' }) !== null).toBe(isShown)
  await expect.poll(() => screen.queryByRole('img', { name: /^QR code to pay ₹1,500/ }) !== null).toBe(isShown)
  const pay = screen.queryByRole('link', { name: 'Pay with a UPI app' })
  expect(pay?.getAttribute('href')?.startsWith('upi://pay?pa=hall@okbank&') ?? false).toBe(isShown)
})

test('lists the receipts of one student by id, with a way back to all', async () => {
  const { calls } = open('/fees/receipts?student=asha', [reply(receiptsApi.list, { items: [found], nextCursor: null })])
  expect(await screen.findByText(`Receipts of ${found.studentName}`)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Show all receipts' }).getAttribute('href')).toBe('/fees/receipts')
  expect(calls.find(({ endpoint }) => endpoint === receiptsApi.list)?.received.query).toMatchObject({ student: 'asha' })
})

test('sends the receipt on WhatsApp to a number that can be called, and offers it to staff alone', async () => {
  const { unmount } = open('/receipts/payment-1', [reply(receiptsApi.receipt, receipt)])
  const link = await screen.findByRole('link', { name: 'Send on WhatsApp' })
  await expect
    .poll(() => decodeURIComponent(link.getAttribute('href') ?? ''))
    .toBe('https://wa.me/919820628374?text=Dear Asha Devi, we received ₹1,200.50. Receipt 2026-27/000001. Thank you. Shanti Study Hall')
  unmount()
  open('/receipts/payment-1', [reply(receiptsApi.receipt, receipt)], { as: 'student' })
  await paper()
  expect(screen.queryByRole('link', { name: 'Send on WhatsApp' })).toBeNull()
})

test('prints on a roll of 80 mm, on a page as long as the receipt', async () => {
  const { user } = open('/receipts/payment-1', [reply(receiptsApi.receipt, receipt)])
  const insertRule = vi.spyOn(CSSStyleSheet.prototype, 'insertRule').mockReturnValue(0)
  let isThermal = false
  vi.spyOn(window, 'print').mockImplementation(() => {
    isThermal = document.documentElement.hasAttribute('data-thermal')
    window.dispatchEvent(new Event('afterprint'))
  })
  const button = await screen.findByRole('button', { name: 'Print on 80 mm' })
  vi.spyOn(await paper(), 'getBoundingClientRect').mockReturnValue({ height: 960 } as DOMRect)
  await user.click(button)
  expect(isThermal).toBe(true)
  expect(insertRule).toHaveBeenCalledWith('@page thermal-paper { size: 80mm 262mm; margin: 4mm; }')
  expect(document.documentElement.hasAttribute('data-thermal')).toBe(false)
})
