import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import type { SeatHolder } from '#people/seats/seats.contract.ts'
import { seatsOnUsers } from '#people/seats/seats.pages.tsx'
import { usersApi } from '#people/users/users.contract.ts'
import { PersonPanel } from '#people/users/web/panel/PersonPanel.tsx'
import { noFirstView, person, seats } from '#people/users/web/testing/usersPage.tsx'
import { UsersPage } from '#people/users/web/UsersPage.tsx'
import { visitsApi } from '#people/visits/visits.contract.ts'
import { today } from '#web/api/timeZone.ts'
import { eagerScreen } from '#web/shell/screen.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { feesApi } from '../../fees.contract.ts'
import type { Fee, Payment } from '../../fees.shapes.contract.ts'
import { account } from '../testing/feesPage.tsx'
import { PanelBalance } from './PanelBalance.tsx'

const year = Number(today().slice(0, 4))

const fee = (_id: string, month: number, more: Partial<Fee> = {}): Fee => ({
  _id,
  student: null,
  kind: 'monthly',
  month,
  year,
  amount: 900,
  paidAmount: 0,
  paid: false,
  paidDate: null,
  dueOn: '2026-10-05',
  notes: '',
  ...more,
})

const payment = (_id: string, more: Partial<Payment> = {}): Payment => ({
  _id,
  studentId: 'one',
  isVisitor: false,
  studentName: 'Asha Devi',
  receiptNumber: `2026-27/${_id}`,
  amount: 900,
  credit: 0,
  method: 'cash',
  reference: '',
  receivedOn: '2026-09-05',
  enteredAt: '2026-09-05T05:30:00.000Z',
  enteredBy: 'Mohan Rao',
  voided: null,
  lines: [],
  ...more,
})

const show = (reply: FakeReply) => renderPage(<PanelBalance user={person()} />, { as: 'manager', replies: [reply] })
const months = async () =>
  within(await screen.findByRole('list', { name: 'Unpaid fees' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('shows what a student owes by month, minus paid parts', async () => {
  const open = [fee('a', 10, { paidAmount: 500 }), fee('b', 11)]
  show(reply(feesApi.account, account({ owed: 1_300, owedSince: '2026-10-05', open })))
  expect(await screen.findByText('Owes ₹1,300')).toBeTruthy()
  expect(await months()).toEqual(['Oct ₹400', 'Nov ₹900'])
})

test('shows the year of months in other years, names other fees, and summarizes long lists', async () => {
  const open = [
    fee('old', 12, { year: year - 1 }),
    fee('locker', 1, { kind: 'locker', amount: 200 }),
    ...[2, 3, 4, 5, 6, 7].map((month) => fee(`m${month}`, month)),
  ]
  show(reply(feesApi.account, account({ owed: 6_500, owedSince: '2025-12-05', open })))
  expect((await months()).slice(0, 2)).toEqual([`Dec ${year - 1} ₹900`, 'Locker Jan ₹200'])
  expect((await months()).slice(5)).toEqual(['May ₹900', '2 more fees'])
})

test('shows credit if there is some, and that nothing is unpaid otherwise', async () => {
  const page = show(reply(feesApi.account, account({ credit: 500 })))
  expect(await screen.findByText('₹500 paid in advance')).toBeTruthy()
  expect(screen.queryByText('No unpaid fees')).toBeNull()
  page.unmount()
})

test('opens the last valid receipt', async () => {
  const voided = { at: '2026-09-06T05:30:00.000Z', by: 'Mohan Rao', reason: 'Wrong student' }
  show(reply(feesApi.account, account({ payments: [payment('000009', { voided }), payment('000008', { amount: 1_800 })] })))
  const link = await screen.findByRole('link', { name: '2026-27/000008' })
  expect(link.getAttribute('href')).toBe('/receipts/000008')
  expect(screen.getByText('₹1,800 on 5 Sep 2026')).toBeTruthy()
  expect(screen.getByText('No unpaid fees')).toBeTruthy()
})

test('reports a balance that fails to load, and retries it', async () => {
  let calls = 0
  const page = show(
    reply(feesApi.account, () => {
      calls += 1
      return calls === 1 ? refuse(commonErrors.notAllowed) : account({ owed: 800, owedSince: '2026-10-05', open: [fee('a', 10)] })
    }),
  )
  await page.user.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Owes ₹800')).toBeTruthy()
})

test('shows the dues of a student after a press on the seat', async () => {
  const half: SeatHolder = {
    userId: 'one',
    name: 'Asha Devi',
    slot: 'morning',
    terminationDate: null,
    isExpired: false,
    owed: 0,
    phone: null,
  }
  const slots = { ...seatsOnUsers, balance: eagerScreen(PanelBalance) }
  const users = (
    <>
      <UsersPage slots={slots} />
      <PersonPanel slots={slots} />
    </>
  )
  const page = renderPage(users, {
    as: 'manager',
    at: '/users?view=seats',
    replies: [
      noFirstView,
      seats({ seatNumber: 1, morning: half, afternoon: null }),
      reply(visitsApi.inside, { items: [], nextCursor: null, total: 0 }),
      reply(usersApi.profile, person({ seatNumber: 1, slot: 'morning' })),
      reply(feesApi.account, account({ owed: 800, owedSince: '2026-10-05' })),
    ],
  })
  await page.user.click(await screen.findByRole('button', { name: /^Seat 1, morning:/ }))
  expect(await screen.findByText('Owes ₹800')).toBeTruthy()
})
