import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type CheckEntry, type CheckKind, type CheckSummary, checkKinds, oversightApi } from '../oversight.contract.ts'
import { CheckPage } from './CheckPage.tsx'
import { ToCheckNotice } from './ToCheckNotice.tsx'

const none = checkKinds.map((kind) => ({ kind, count: 0, flagged: 0, amount: 0, unlisted: 0 }))
const figures: CheckSummary = {
  month: '2026-11',
  count: 3,
  kinds: none.map((one) => (one.kind === 'voids' ? { kind: 'voids', count: 3, flagged: 1, amount: 2500, unlisted: 0 } : one)),
  clerks: [{ _id: 'm', name: 'मोहन राव', count: 3, kinds: [{ kind: 'voids', count: 3, flagged: 1, amount: 2500, unlisted: 0 }] }],
}
const entry: CheckEntry = {
  _id: 'p1',
  subject: 'payment',
  flagged: true,
  studentId: 's1',
  studentName: 'आशा शर्मा',
  deleted: false,
  seatNumber: 7,
  at: '2026-11-21T06:00:00.000Z',
  by: 'मोहन राव',
  amount: 1000,
  times: 1,
  reason: 'Wrong amount',
  number: '2026-27/000004',
  receiptId: 'p1',
  day: '2026-11-20',
  printedAt: '2026-11-20T06:00:00.000Z',
  successor: { number: '2026-27/000005', amount: 600, difference: 400 },
  pass: null,
  before: null,
  after: null,
  month: null,
  lastDay: null,
  closed: null,
}
const show = (replies: FakeReply[], at = '/fees/check') => renderPage(<CheckPage />, { as: 'superadmin', at, replies })
const listed = (items: CheckEntry[]) => reply(oversightApi.entries, { items, nextCursor: null, total: items.length })

test('shows for a void after printing what replaced it, and how much less', async () => {
  const page = show([reply(oversightApi.summary, figures), listed([entry])])
  await page.user.click(await screen.findByRole('button', { name: /3\s*Voids\s*1 after printing/ }))
  const [, row] = within(await screen.findByRole('table', { name: 'Voids' })).getAllByRole('row')
  const cells = within(row as HTMLElement)
  expect(cells.getByRole('link', { name: 'Receipt 2026-27/000004' }).getAttribute('href')).toContain('/receipts/p1')
  expect(row?.textContent).toContain('Entered again as 2026-27/000005: ₹600 (₹400 less)')
  expect(cells.getByText('आशा शर्मा')).toBeTruthy()
  const clerks = within(screen.getByRole('table', { name: 'Figures by clerk' }))
  expect(clerks.getByText('मोहन राव')).toBeTruthy()
  const asked = page.calls.filter(({ endpoint }) => endpoint === oversightApi.entries).map(({ received }) => received.query.kind)
  expect(asked).toEqual(['concessions', 'voids'])
})

const asCash: CheckEntry = {
  ...entry,
  ...{ studentId: null, studentName: '', seatNumber: null, reason: '', number: null, receiptId: null, printedAt: null, successor: null },
}

test.each<[CheckKind, string, CheckEntry, string[]]>([
  [
    'unclosed',
    'Not closed in time',
    { ...asCash, subject: 'day', closed: { at: '2026-11-24T06:00:00.000Z', by: 'Ravi' } },
    ['20 Nov 2026', 'Closed by Ravi on 24 Nov 2026', '₹1,000', 'मोहन राव'],
  ],
  ['unclosed', 'Not closed in time', { ...asCash, subject: 'day' }, ['20 Nov 2026', 'Still not closed']],
  [
    'differences',
    'Cash differences',
    { ...asCash, subject: 'closing', amount: 300, before: 1000, after: 700, reason: 'Small change' },
    ['Closing of 20 Nov 2026', '₹1,000 expected, ₹700 counted', '₹300 missing', 'Small change'],
  ],
  ['differences', 'Cash differences', { ...asCash, subject: 'closing', amount: -20, before: 700, after: 720 }, ['₹20 too much']],
  [
    'dates',
    'Dated back',
    { ...asCash, subject: 'paid-out', reason: 'Water' },
    ['Paid out', 'Dated 20 Nov 2026', '₹1,000', 'Water', 'मोहन राव'],
  ],
  ['dates', 'Dated back', { ...asCash, subject: 'hand-over', reason: 'Sunil' }, ['Hand-over', 'Dated 20 Nov 2026', 'To Sunil']],
  [
    'concessions',
    'Concessions',
    { ...entry, subject: 'concession', number: null, receiptId: null, day: null, printedAt: null, successor: null, times: 4, amount: 1200 },
    ['Concession', '4 times ₹300', '₹1,200'],
  ],
  [
    'concessions',
    'Concessions',
    { ...asCash, subject: 'day-pass-price', day: null, before: 60, after: 20, times: 2, amount: 80 },
    ['Day pass at a price that was lowered and restored', '₹60 → ₹20', '2 times ₹40', '₹80', 'मोहन राव'],
  ],
  [
    'voids',
    'Voids',
    {
      ...entry,
      studentId: null,
      pass: { day: '2026-11-21', shift: 'Morning', soldBy: 'Sunil', soldAt: '2026-11-20T06:00:00.000Z', hadBegun: true },
    },
    ['Seat 7', 'Day pass for Morning on 21 Nov 2026', 'Sold by Sunil on 20 Nov 2026', 'Voided after the shift began', 'मोहन राव'],
  ],
  [
    'concessions',
    'Concessions',
    { ...entry, subject: 'gap', number: null, receiptId: null, day: '2026-07-20', printedAt: null, successor: null, times: 3, amount: 0 },
    ['Came back after a gap', 'Last day 20 Jul 2026, 3 months not charged'],
  ],
  ['concessions', 'Concessions', { ...entry, subject: 'waiver', reason: 'left:2026-11-20' }, ['Left on 20 Nov 2026']],
  [
    'outages',
    'Seats out of order',
    {
      ...{ ...asCash, subject: 'outage', seatNumber: 7, lastDay: '2026-11-22', reason: 'Chair is broken', amount: 0 },
      closed: { at: '2026-11-21T06:00:00.000Z', by: 'Ravi' },
    },
    ['Seat 7', '20 Nov 2026 to 22 Nov 2026', 'Working again: Ravi, 21 Nov 2026', 'Chair is broken', 'मोहन राव'],
  ],
  ['outages', 'Seats out of order', { ...asCash, subject: 'outage', seatNumber: 7, seatLabel: 'B24' }, ['Seat B24', 'From 20 Nov 2026']],
  [
    'owing',
    'Seated and owing',
    { ...entry, subject: 'dues', number: null, receiptId: null, printedAt: null, successor: null, at: null, by: '' },
    ['Unpaid fees', 'Due since 20 Nov 2026', 'आशा शर्मा', '₹1,000'],
  ],
])('shows the owner for %s, %s, what they need to know', async (kind, name, shown, texts) => {
  show([reply(oversightApi.summary, figures), listed([shown])], `/fees/check?kind=${kind}`)
  const [, row] = within(await screen.findByRole('table', { name })).getAllByRole('row')
  for (const text of texts) expect(row?.textContent?.replaceAll('\u00a0', ' ')).toContain(text)
})

test('shows how many entries are not listed, in total and for each clerk', async () => {
  const dates = { kind: 'dates', count: 1, flagged: 1, amount: 100, unlisted: 12 } as const
  const summary = { ...figures, kinds: [dates], clerks: [{ _id: 'm', name: 'Mohan', count: 1, kinds: [dates] }] }
  show([reply(oversightApi.summary, summary), listed([entry])], '/fees/check?kind=dates')
  expect(await screen.findByText('12 other entries are dated back by 7 days or less, and are not listed.')).toBeTruthy()
  const clerks = within(screen.getByRole('table', { name: 'Figures by clerk' }))
  expect(clerks.getByText('12 others')).toBeTruthy()
  // Kinds without entries have no column.
  expect(clerks.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Clerk', 'Dated back', 'All'])
})

const asked = (page: ReturnType<typeof show>, wanted: unknown) =>
  page.calls.filter(({ endpoint }) => endpoint === wanted).map(({ received }) => received.query)

test('shows the kind and month in the URL, and updates it with the selection', async () => {
  const page = show([reply(oversightApi.summary, figures), listed([entry])], '/fees/check?month=2026-10&kind=refunds')
  const voids = await screen.findByRole('button', { name: /3\s*Voids/ })
  expect(asked(page, oversightApi.summary)).toEqual([{ month: '2026-10' }])
  expect(asked(page, oversightApi.entries)).toEqual([{ kind: 'refunds', limit: '50', month: '2026-10' }])
  await page.user.click(voids)
  await waitFor(() => expect(page.address()).toBe('/fees/check?kind=voids&month=2026-10'))
  fireEvent.change(screen.getByLabelText('Month'), { target: { value: '2026-09' } })
  await waitFor(() => expect(page.address()).toBe('/fees/check?kind=voids&month=2026-09'))
  await waitFor(() => expect(asked(page, oversightApi.entries).at(-1)).toEqual({ kind: 'voids', limit: '50', month: '2026-09' }))
})

test('shows the first kind of this month for a URL with an invalid kind or month', async () => {
  const page = show([reply(oversightApi.summary, figures), listed([entry])], '/fees/check?month=2026-13&kind=everything')
  await screen.findByRole('table', { name: 'Figures by clerk' })
  expect(asked(page, oversightApi.summary)).toEqual([{}])
  expect(asked(page, oversightApi.entries)).toEqual([{ kind: 'concessions', limit: '50' }])
})

test('says so if a month has no entries', async () => {
  show([reply(oversightApi.summary, { month: '2026-10', count: 0, kinds: none, clerks: [] }), listed([])], '/fees/check?month=2026-10')
  expect(await screen.findByText('Nothing to check')).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'Figures by clerk' })).toBeNull()
})

test('offers a retry for figures that fail to load', async () => {
  show([reply(oversightApi.summary, refuse(commonErrors.notAllowed))])
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('shows the number of entries on the dashboard, with a link', () => {
  renderPage(<ToCheckNotice count={3} />, { as: 'superadmin' })
  expect(screen.getByText(/3 things to check this month/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'To check' }).getAttribute('href')).toContain('/fees/check')
})

test.each([
  [3400, '₹3,400 missing'],
  [-3400, '₹3,400 too much'],
])('says for each clerk whether cash is missing or surplus: %i', async (amount, text) => {
  const differences = { kind: 'differences', count: 1, flagged: 1, amount, unlisted: 0 } as const
  const summary = { ...figures, kinds: [differences], clerks: [{ _id: 'm', name: 'Mohan', count: 1, kinds: [differences] }] }
  show([reply(oversightApi.summary, summary), listed([])])
  const clerks = within(await screen.findByRole('table', { name: 'Figures by clerk' }))
  expect(clerks.getByText(text)).toBeTruthy()
})
