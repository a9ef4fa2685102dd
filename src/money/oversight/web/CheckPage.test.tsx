import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type CheckEntry, type CheckSummary, checkKinds, oversightApi } from '../oversight.contract.ts'
import { CheckPage } from './CheckPage.tsx'
import { ToCheckNotice } from './ToCheckNotice.tsx'

const none = checkKinds.map((kind) => ({ kind, count: 0, flagged: 0, amount: 0 }))
const figures: CheckSummary = {
  month: '2026-11',
  count: 3,
  kinds: none.map((one) => (one.kind === 'voids' ? { kind: 'voids', count: 3, flagged: 1, amount: 2500 } : one)),
  clerks: [{ _id: 'm', name: 'मोहन राव', count: 3, kinds: [{ kind: 'voids', count: 3, flagged: 1, amount: 2500 }] }],
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
  reason: 'Wrong amount',
  number: '2026-27/000004',
  receiptId: 'p1',
  day: '2026-11-20',
  printedAt: '2026-11-20T06:00:00.000Z',
  successor: { number: '2026-27/000005', amount: 600, difference: 400 },
  before: null,
  after: null,
  month: null,
}
const show = (replies: FakeReply[], at = '/fees/check') => renderPage(<CheckPage />, { as: 'superadmin', at, replies })
const listed = (items: CheckEntry[]) => reply(oversightApi.entries, { items, nextCursor: null, total: items.length })

test('a void after printing says what was entered instead, and how much less', async () => {
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

test('a month without anything says so', async () => {
  show([reply(oversightApi.summary, { month: '2026-10', count: 0, kinds: none, clerks: [] }), listed([])], '/fees/check?month=2026-10')
  expect(await screen.findByText('Nothing to check')).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'Figures by clerk' })).toBeNull()
})

test('figures that cannot be loaded can be asked for again', async () => {
  show([reply(oversightApi.summary, refuse(commonErrors.notAllowed))])
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('the dashboard says how much there is, and leads there', async () => {
  renderPage(<ToCheckNotice />, { as: 'superadmin', replies: [reply(oversightApi.summary, figures)] })
  expect(await screen.findByText(/3 things to check this month/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'To check' }).getAttribute('href')).toContain('/fees/check')
})
