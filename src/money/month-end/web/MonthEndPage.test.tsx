import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { boxReply, closing, closingsReply } from '#money/cashbox/web/testing/box.ts'
import { duesApi } from '#money/dues/dues.contract.ts'
import { type FakeReply, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { reportsApi } from '../reports.contract.ts'
import { MonthEndPage } from './MonthEndPage.tsx'

const none = { received: 0, refunded: 0, voided: 0, net: 0, methods: { cash: 0, upi: 0, bank: 0, other: 0 } }
const some = { received: 3000, refunded: 0, voided: 700, net: 2300, methods: { cash: 1800, upi: 500, bank: 0, other: 0 } }
const meera = { ...some, clerkId: 'm1', name: 'Meera' }

const months = reply(reportsApi.months, {
  items: [
    { year: 2026, month: 10, due: 3000, collected: 1800, outstanding: 1200 },
    { year: 2026, month: 11, due: 2000, collected: 0, outstanding: 2000 },
  ],
  total: { due: 5000, collected: 1800, outstanding: 3200 },
  deposits: { held: 500, outstanding: 250 },
})
const money = reply(reportsApi.money, {
  items: [
    { year: 2026, month: 10, collected: 0, otherIn: 0, paidOut: 0, left: 0, handedOver: 0 },
    { year: 2026, month: 11, collected: 2300, otherIn: 300, paidOut: 60, left: 2540, handedOver: 1500 },
  ],
})
const ageing = reply(duesApi.ageing, {
  groups: [
    { age: 'not-due', owed: 0, fees: 0, students: 0 },
    { age: 'over-90', owed: 1200, fees: 2, students: 1 },
  ],
  deleted: { owed: 300, students: 2 },
  owed: 1500,
})
const collections = reply(reportsApi.collections, {
  from: '2026-11-01',
  to: '2026-11-22',
  total: some,
  days: [{ ...some, day: '2026-11-21', clerks: [meera, { ...none, clerkId: 'r1', name: 'Ravi' }] }],
  clerks: [meera],
  voids: [
    {
      _id: 'p1',
      number: '2026-27/000007',
      kind: 'payment',
      studentName: 'आशा',
      amount: 700,
      method: 'upi',
      bookedOn: '2026-11-20',
      voidedOn: '2026-11-21',
      at: '2026-11-21T06:00:00.000Z',
      by: 'Ravi',
      reason: 'Wrong student',
    },
  ],
})
const show = (replies: FakeReply[] = [], at = '/fees/month-end') =>
  renderPage(<MonthEndPage />, {
    as: 'admin',
    at,
    replies: [months, money, ageing, collections, closingsReply(closing()), boxReply(), ...replies],
  })
const region = (name: string) => within(screen.getByRole('region', { name }))
test('the months are drawn, and the same figures stand in the table; deposits stand apart', async () => {
  show()
  await screen.findByRole('img', { name: /as bars/ })
  const section = region('Due and collected by month')
  expect(section.getByText('₹250 of deposits is still to be paid')).toBeTruthy()
  const text = section.getByRole('table').textContent ?? ''
  for (const figure of ['November 2026', '₹2,000', 'October 2026', '₹3,000', '₹1,800', '₹1,200']) expect(text).toContain(figure)
})

test('a hall that charged nothing yet is told so, without a table of zeros', async () => {
  const zero = { due: 0, collected: 0, outstanding: 0 }
  const items = [{ year: 2026, month: 11, ...zero }]
  show([reply(reportsApi.months, { items, total: zero, deposits: { held: 0, outstanding: 0 } })])
  await screen.findByText('No fees in these months')
  expect(screen.queryByRole('table', { name: 'Due and collected by month' })).toBeNull()
})

test('a count of an age leads to whoever it counts, and the sum is that of all', async () => {
  show()
  const link = await screen.findByRole('link', { name: 'Over 90 days: 1' })
  expect(link.getAttribute('href')).toBe('/fees/dues?age=over-90')
  expect(screen.getByRole('link', { name: 'Deleted students: 2' }).getAttribute('href')).toBe('/fees/dues?deleted=true')
  expect(region('Dues by age').getByText('₹1,500')).toBeTruthy()
})

test('collections are told by day and clerk, and voids with receipt, clerk and reason', async () => {
  const page = show([], '/fees/month-end?from=2026-11-01&to=nonsense')
  await screen.findByText('2026-27/000007')
  const section = region('Collected by day')
  expect([section.getByText('Wrong student'), section.getByText('Meera ₹2,300'), section.getByText('1 void')]).toBeTruthy()
  expect(page.calls.find(({ endpoint }) => endpoint === reportsApi.collections)?.received.query).toEqual({ from: '2026-11-01' })
})

test('where a day is asked for, what came in on it stands first', async () => {
  const page = show([], '/fees/month-end?show=days&from=2026-11-21&to=2026-11-21')
  await screen.findByRole('table', { name: 'Collected by day' })
  expect(screen.getAllByRole('heading', { level: 2 })[0]?.textContent).toBe('Collected by day')
  const asked = page.calls.find(({ endpoint }) => endpoint === reportsApi.collections)?.received.query
  expect(asked).toEqual({ from: '2026-11-21', to: '2026-11-21' })
})

test('a month says what was collected, paid out and is left; months without money are left out', async () => {
  show()
  const table = within(await screen.findByRole('table', { name: 'Collected, paid out and left' }))
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'MonthCollectedOther money inPaid outLeftHanded over',
    'November 2026Collected₹2,300Other money in₹300Paid out₹60Left₹2,540Handed over₹1,500',
  ])
})

test('the cash box and its closings are on the page, and it can be closed here', async () => {
  show()
  expect(await screen.findByRole('table', { name: 'Closings of the cash box' })).toBeTruthy()
  expect(region('Paid out and other money in').getByRole('button', { name: 'Paid out' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Close the day' })).toBeTruthy()
})
