import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import { cashboxApi } from '#money/cashbox/cashbox.contract.ts'
import { boxReply, entry } from '#money/cashbox/web/testing/box.ts'
import { duesApi } from '#money/dues/dues.contract.ts'
import { type FakeReply, reply } from '#web/testing/fakeServer.ts'
import { pasteDate } from '#web/testing/typeDate.ts'
import { reportsApi } from '../month-end.contract.ts'
import { collected, showMonthEnd } from './testing/monthEnd.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 9) })
})
afterEach(() => {
  vi.useRealTimers()
})

const show = (replies: FakeReply[] = [], at?: string) => showMonthEnd({ replies, ...(at !== undefined && { at }) })
const reportsMoney = (items: Reply<typeof reportsApi.money>['items']) => reply(reportsApi.money, { items })
const sections = [
  'Due and collected by month',
  'Collected, paid out and left',
  'Dues by age',
  'Collected by day',
  'Paid out and other money in',
  'Closings of the cash box',
]
const region = (name: string) => within(screen.getByRole('region', { name }))

test('draws the months with the same figures as the table, and deposits apart', async () => {
  show()
  await screen.findByRole('img', { name: /as bars/ })
  const section = region('Due and collected by month')
  expect(section.getByText('₹250 of deposits is still to be paid')).toBeTruthy()
  const text = section.getByRole('table').textContent ?? ''
  for (const figure of ['November 2026', '₹2,000', 'October 2026', '₹3,000', '₹1,800', '₹1,200']) expect(text).toContain(figure)
})

test('ignores days and months in the address that no calendar has', async () => {
  const page = show([], '/fees/reports?from=2026-02-31&to=2026-13-01&months-from=2026-13&months-to=0026-01')
  await screen.findByRole('img', { name: /as bars/ })
  const asked = page.calls.filter(({ endpoint }) =>
    [reportsApi.collections, reportsApi.months, reportsApi.money].some((one) => one === endpoint),
  )
  expect(asked.length).toBeGreaterThanOrEqual(3)
  expect(asked.map(({ received }) => received.query)).toEqual(asked.map(() => ({})))
})

test('compares the collections with the same days of the month before, with the figures as text', async () => {
  show()
  const compared = within(await screen.findByRole('region', { name: 'Collected, against the month before' }))
  expect(compared.getByText('₹700 less')).toBeTruthy()
  const days = compared.getAllByRole('term').map((term) => [term.textContent, term.parentElement?.lastElementChild?.textContent])
  expect(days).toEqual([
    ['1–22 Nov', '₹2,300'],
    ['1–22 Oct', '₹3,000'],
  ])
})

test('compares nothing with days on which nothing was collected', async () => {
  show([reply(reportsApi.collections, { ...collected, before: { from: '2026-10-01', to: '2026-10-22', net: 0 } })])
  await screen.findByRole('table', { name: 'Collected by day' })
  expect(screen.queryByRole('region', { name: 'Collected, against the month before' })).toBeNull()
})

test('says how a month that is over differs from the one before it', async () => {
  const month = (month: number, collected: number) => ({
    year: 2025,
    month,
    collected,
    otherIn: 0,
    paidOut: 0,
    left: collected,
    handedOver: 0,
  })
  show([reportsMoney([month(7, 3000), month(8, 2300), month(9, 2300)])])
  const table = within(await screen.findByRole('table', { name: 'Collected, paid out and left' }))
  const changes = table
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[2]?.textContent)
  expect(changes).toEqual([
    expect.stringContaining('No change'),
    expect.stringContaining('₹700 less'),
    expect.stringContaining('Nothing to compare with'),
  ])
})

test('shows a hint instead of zeros in a hall that has charged nothing yet', async () => {
  const zero = { due: 0, collected: 0, outstanding: 0 }
  const items = [{ year: 2026, month: 11, ...zero }]
  show([reply(reportsApi.months, { items, total: zero, asOf: null, deposits: { held: 0, outstanding: 0 } })])
  await screen.findByText('No fees in these months')
  expect(screen.queryByRole('table', { name: 'Due and collected by month' })).toBeNull()
})

test('shows the page as of an earlier day, and each section says what it omits', async () => {
  const asked: (string | undefined)[] = []
  const zero = { due: 0, collected: 0, outstanding: 0 }
  const item = { year: 2026, month: 9, due: 900, collected: 200, outstanding: 700 }
  const page = show([
    reply(reportsApi.months, ({ query }) => {
      asked.push(query.asOf)
      return { items: [item], total: zero, asOf: query.asOf ?? null, deposits: { held: 0, outstanding: 0 } }
    }),
  ])
  await page.user.click(await screen.findByRole('button', { name: 'As of an earlier day' }))
  await pasteDate(page.user, screen, 'As of', '2026-09-30')
  const line = 'As of 30 Sep 2026. Entries made later are not counted.'
  await waitFor(() => expect(screen.getAllByText(line)).toHaveLength(6))
  for (const name of sections) expect(region(name).getByText(line)).toBeTruthy()
  expect([asked, page.address()]).toEqual([[undefined, '2026-09-30'], '/fees/month-end?as-of=2026-09-30'])
  const figures = [reportsApi.money, reportsApi.collections, duesApi.ageing, cashboxApi.box, cashboxApi.closings]
  for (const endpoint of figures) {
    const days = page.calls.filter((call) => call.endpoint === endpoint).map(({ received }) => (received.query as { asOf?: string }).asOf)
    expect([endpoint.path, days]).toEqual([endpoint.path, [undefined, '2026-09-30']])
  }
  await page.user.click(screen.getByRole('button', { name: 'Show current figures' }))
  await waitFor(() => expect(screen.queryByText(/^As of 30 Sep/)).toBeNull())
})

test('offers no entry, closing, void or lock as of an earlier day', async () => {
  const buttons = ['Paid out', 'Other money in', 'Close the day', 'Void Water, ₹60']
  const page = show([boxReply(entry())], '/fees/month-end?as-of=2026-09-30')
  await screen.findByText('Water')
  for (const name of buttons) expect(screen.queryByRole('button', { name })).toBeNull()
  expect([screen.queryByRole('link', { name: 'Over 90 days: 1' }), screen.queryByRole('region', { name: 'Locked months' })]).toEqual([
    null,
    null,
  ])
  await page.user.click(screen.getByRole('button', { name: 'Show current figures' }))
  await screen.findByRole('button', { name: 'Void Water, ₹60' })
  for (const name of buttons) expect(screen.getAllByRole('button', { name }).length).toBeGreaterThan(0)
})

test('links the count of an age to its students, and totals all of them', async () => {
  show()
  const link = await screen.findByRole('link', { name: 'Over 90 days: 1' })
  expect(link.getAttribute('href')).toBe('/fees/dues?age=over-90')
  expect(screen.getByRole('link', { name: 'Deleted students: 2' }).getAttribute('href')).toBe('/fees/dues?deleted=true')
  expect(region('Dues by age').getByText('₹1,500')).toBeTruthy()
})

test('shows collections by day and clerk, and voids with receipt, clerk and reason', async () => {
  const page = show([], '/fees/month-end?from=2026-11-01&to=nonsense')
  await screen.findByText('2026-27/000007')
  const section = region('Collected by day')
  expect([section.getByText('Wrong student'), section.getByText('Meera ₹2,300'), section.getByText('1 void')]).toBeTruthy()
  expect(page.calls.find(({ endpoint }) => endpoint === reportsApi.collections)?.received.query).toEqual({ from: '2026-11-01' })
})

test('shows the collections first, of the requested day', async () => {
  const page = show([], '/fees/month-end?from=2026-11-21&to=2026-11-21')
  await screen.findByRole('table', { name: 'Collected by day' })
  expect(screen.getAllByRole('heading', { level: 2 })[0]?.textContent).toBe('Collected by day')
  const asked = page.calls.find(({ endpoint }) => endpoint === reportsApi.collections)?.received.query
  expect(asked).toEqual({ from: '2026-11-21', to: '2026-11-21' })
})

test('shows what a month collected, paid out and left, without months that had no money', async () => {
  show()
  const table = within(await screen.findByRole('table', { name: 'Collected, paid out and left' }))
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'MonthCollectedAgainst the month beforeOther money inPaid outLeftHanded over',
    'November 2026Collected₹2,300Against the month before—Nothing to compare withOther money in₹300Paid out₹60Left₹2,540Handed over₹1,500',
  ])
})

test('includes the cash box with its closings, and can close it', async () => {
  show()
  expect(await screen.findByRole('table', { name: 'Closings of the cash box' })).toBeTruthy()
  expect(region('Paid out and other money in').getByRole('button', { name: 'Paid out' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Close the day' })).toBeTruthy()
})
