import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { duesApi } from '#features/dues/dues.contract.ts'
import { today } from '#web/api/timeZone.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type CashOfDay, type Closing, reportErrors, reportsApi } from '../reports.contract.ts'
import { CloseDayScreen, MonthEndPage } from './MonthEndPage.tsx'

beforeAll(() => CloseDayScreen.load())

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
const closing: Closing = {
  _id: 'c1',
  day: '2026-11-20',
  nth: 2,
  openingFloat: 500,
  cashIn: 1000,
  cashRefunds: 0,
  cashVoids: 0,
  expected: 1500,
  counted: 1480,
  difference: -20,
  handedTo: 'Sunil',
  notes: 'A torn note',
  closedBy: 'Meera',
  closedAt: '2026-11-20T16:00:00.000Z',
  later: 200,
}
const closings = (...items: Closing[]) => reply(reportsApi.closings, { items, nextCursor: null })
const cash: CashOfDay = { day: today(), openingFloat: 500, cashIn: 2000, cashRefunds: 100, cashVoids: 0, closings: 0 }

const show = (replies: FakeReply[] = [], at = '/fees/month-end') =>
  renderPage(<MonthEndPage />, { as: 'admin', at, replies: [months, ageing, collections, closings(closing), ...replies] })
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

test('a past closing shows its difference and what was booked after it', async () => {
  show()
  const section = within(await screen.findByRole('table', { name: 'Day closings' }))
  expect([
    section.getByText('-₹20'),
    section.getByText('Closing 2'),
    section.getByText('₹200 cash booked later'),
    section.getByText('Sunil'),
  ]).toBeTruthy()
})

const openForm = async (...replies: FakeReply[]) => {
  const page = show([reply(reportsApi.cashOfDay, cash), ...replies])
  await page.user.click(await screen.findByRole('button', { name: 'Close the day' }))
  await screen.findByRole('textbox', { name: /^Cash counted/ })
  const dialog = within(screen.getByRole('dialog', { name: 'Close the day' }))
  const sent = () => page.calls.filter(({ endpoint }) => endpoint === reportsApi.closeDay).map(({ received }) => received.body)
  return { page, dialog, sent, submit: () => page.user.click(dialog.getByRole('button', { name: 'Close the day' })) }
}

test('the day is closed with what was expected on the screen, counted by notes; a difference stops nothing', async () => {
  const { page, dialog, sent, submit } = await openForm(reply(reportsApi.closeDay, closing))
  expect(dialog.getByText('₹2,400')).toBeTruthy()
  await page.user.click(dialog.getByRole('switch', { name: 'Count notes and coins' }))
  await page.user.type(dialog.getByRole('textbox', { name: '₹500 ×' }), '4')
  await page.user.type(dialog.getByRole('textbox', { name: '₹100 ×' }), '3')
  expect((dialog.getByRole('textbox', { name: /^Cash counted/ }) as HTMLInputElement).value).toBe('2300')
  expect(dialog.getByRole('status').textContent).toContain('₹100')
  await page.user.type(dialog.getByRole('textbox', { name: 'Handed over to' }), 'सुनील')
  await submit()
  await waitFor(() => expect(sent()).toEqual([{ day: today(), openingFloat: 500, expected: 2400, counted: 2300, handedTo: 'सुनील' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('where money was entered meanwhile, the new figure is told and the form stays', async () => {
  const message = 'Money was entered meanwhile: ₹3,400 is expected now.'
  const { page, dialog, submit } = await openForm(reply(reportsApi.closeDay, refuse(reportErrors.changed, { message })))
  await page.user.type(dialog.getByRole('textbox', { name: /^Cash counted/ }), '2,400')
  expect(dialog.getByText('No difference')).toBeTruthy()
  await submit()
  expect(await dialog.findByText(message)).toBeTruthy()
})

test('nothing is sent where nothing was counted', async () => {
  const { dialog, sent, submit } = await openForm()
  await submit()
  expect(await dialog.findByText('Please enter an amount such as 1000 or 999.50')).toBeTruthy()
  expect(sent()).toEqual([])
})
