import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { feesApi } from '#money/fees/fees.contract.ts'
import { account, fee, paidFee, payment } from '#money/fees/web/testing/feesPage.tsx'
import { lockersApi } from '#money/lockers/lockers.contract.ts'
import { pushApi } from '#people/push/push.contract.ts'
import { pushCard } from '#people/push/web/pushScreens.ts'
import { type User, usersApi } from '#people/users/users.contract.ts'
import { refresh } from '#web/api/queryClient.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { ProfilePage } from './ProfilePage.tsx'

beforeAll(() => pushCard.load())

const asha: User = {
  _id: 'student-1',
  name: 'Asha Devi',
  email: 'asha@example.org',
  role: 'student',
  terminationDate: '2099-12-31',
  dob: '2004-02-29',
  dateJoinedLibrary: '2026-01-31',
  slot: 'full-day',
  seatNumber: 7,
  phone: '+91 98765 43210',
  monthlyFee: null,
  profilePictureUrl: null,
  createdAt: '2026-01-31T05:30:00.000Z',
}

const noFees = [
  reply(feesApi.account, account()),
  reply(feesApi.ofStudent, { items: [], nextCursor: null }),
  reply(lockersApi.ofStudent, { locker: null, free: 0 }),
  reply(pushApi.state, {
    availability: 'no-address',
    publicKey: 'key',
    endpoint: null,
    preferences: { messages: true, notices: true, dues: true, receipts: true, accountEnds: true, showsText: true, quiet: null },
  }),
]

const show = (answer: Parameters<typeof reply<typeof usersApi.profile>>[1], ...replies: FakeReply[]) =>
  renderPage(<ProfilePage />, { as: 'student', at: '/profile', replies: [reply(usersApi.profile, answer), ...noFees, ...replies] })

test('a student sees their own record, and who can change it', async () => {
  const { calls } = show(asha)
  const card = within(await screen.findByRole('region', { name: 'Personal Information' }))
  expect(await card.findByText('Asha Devi')).toBeTruthy()
  const pairs = card.getAllByRole('term').map((term) => [term.textContent, term.parentElement?.querySelector('dd')?.textContent])
  expect(pairs).toEqual([
    ['Email', 'asha@example.org'],
    ['Phone', '98765 43210'],
    ['Seat number', '7'],
    ['Shift', 'Full-day'],
    ['Date of birth', '29 Feb 2004'],
    ['Joining date', '31 Jan 2026'],
  ])
  expect(card.getByText('Expires 31 Dec 2099')).toBeTruthy()
  expect(card.getByText('AD')).toBeTruthy()
  expect(card.getByText(/joining date is set by an administrator.*contact an administrator/)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(new Set(calls.flatMap(({ received }) => received.params.id ?? []))).toEqual(new Set(['student-1']))
})

test('shows missing values as not set', async () => {
  show({ ...asha, phone: null, dob: null, slot: null, seatNumber: null, dateJoinedLibrary: null, terminationDate: null })
  expect(await screen.findAllByText('Not set')).toHaveLength(5)
  expect(screen.queryByText(/Expire/)).toBeNull()
})

test('a profile that fails to load can be retried', async () => {
  show(refuse(commonErrors.tooMany))
  expect(await screen.findByText(commonErrors.tooMany.message)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('shows its own error text if the server sends none', async () => {
  show(refuse(commonErrors.tooMany, { message: '' }))
  expect(await screen.findByText('Failed to load profile data')).toBeTruthy()
})

const fees = () => screen.findByRole('region', { name: 'Fee Information' })

test('shows first the dues and their date, then credit, and every fee with its receipt', async () => {
  show(
    asha,
    reply(feesApi.account, account({ owed: 1_500, owedSince: '2026-10-05', credit: 200, payments: [payment()] })),
    reply(feesApi.ofStudent, { items: [fee({ _id: 'december', month: 12, paidAmount: 500 }), paidFee()], nextCursor: null }),
  )
  const card = within(await fees())
  expect(await card.findByText('You owe ₹1,500, due since 5 Oct 2026.')).toBeTruthy()
  expect(card.getByText('You have paid ₹200 in advance. It goes toward your next fees.')).toBeTruthy()
  const history = within(await card.findByRole('table', { name: 'Fee History' }))
  const november = within(history.getByRole('row', { name: /November 2026/ }))
  for (const text of ['₹1,000', 'Paid', '6 Nov 2026']) expect(november.getByText(text)).toBeTruthy()
  expect(november.getByRole('link', { name: '2026-27/000001' }).getAttribute('href')).toBe('/receipts/payment-1')
  const december = within(history.getByRole('row', { name: /December 2026/ }))
  expect(december.getByText('₹500 of ₹1,000')).toBeTruthy()
  expect(december.queryByRole('link')).toBeNull()
})

test('a voided receipt stays visible, and a student without dues is told so', async () => {
  const voided = { at: '2026-11-08T05:30:00.000Z', by: 'Anita Singh', reason: 'Entered twice' }
  show(
    asha,
    reply(feesApi.account, account({ payments: [payment({ voided })] })),
    reply(feesApi.ofStudent, { items: [paidFee()], nextCursor: null }),
  )
  const card = within(await fees())
  expect(await card.findByText('You owe nothing.')).toBeTruthy()
  await card.findByRole('table', { name: 'Fee History' })
  expect(card.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Statement of Account', '2026-27/000001'])
  expect(card.getByText('VOID')).toBeTruthy()
})

test('says that months are not charged instead of that nothing is owed', async () => {
  show(asha, reply(feesApi.account, account({ isComplete: false })), reply(feesApi.ofStudent, { items: [paidFee()], nextCursor: null }))
  const card = within(await fees())
  expect(await card.findByText('Some of your months are not charged yet. Please ask the office.')).toBeTruthy()
  expect(card.queryByText('You owe nothing.')).toBeNull()
})

test('the history is empty before the first fee', async () => {
  show(asha)
  expect(await within(await fees()).findByText('No fee records found')).toBeTruthy()
})

test('fees that fail to load do not affect the rest of the profile', async () => {
  show(asha, reply(feesApi.account, refuse(commonErrors.tooMany, { message: '' })))
  expect(await screen.findByText('Failed to load fee data')).toBeTruthy()
  expect(await screen.findByText('asha@example.org')).toBeTruthy()
})

test('shows a payment recorded by the office without a reload', async () => {
  let isPaid = false
  show(
    asha,
    reply(feesApi.account, () => account(isPaid ? {} : { owed: 1_000, owedSince: '2026-11-05' })),
    reply(feesApi.ofStudent, () => ({ items: [isPaid ? paidFee() : fee()], nextCursor: null })),
  )
  expect(await screen.findByText('You owe ₹1,000, due since 5 Nov 2026.')).toBeTruthy()
  isPaid = true
  await refresh(['fees'])
  expect(await screen.findByText('You owe nothing.')).toBeTruthy()
  expect(await screen.findByText('6 Nov 2026')).toBeTruthy()
})

test('a student chooses what to be notified about', async () => {
  show(asha)
  const card = within(await screen.findByRole('region', { name: 'Notifications on your devices' }))
  expect(await card.findByRole('switch', { name: 'Payments and receipts' })).toBeTruthy()
})

test('draws no card before those above it have their height, so that nothing moves on a slow line', async () => {
  const details = Promise.withResolvers<void>()
  const history = Promise.withResolvers<void>()
  show(
    asha,
    reply(usersApi.profile, () => details.promise.then(() => asha)),
    reply(feesApi.ofStudent, () => history.promise.then(() => ({ items: [paidFee()], nextCursor: null }))),
  )
  const cards = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  await screen.findByRole('region', { name: 'Personal Information' })
  expect(cards()).toEqual(['Personal Information'])
  details.resolve()
  await fees()
  expect(await screen.findByText('You owe nothing.')).toBeTruthy()
  expect(cards()).toEqual(['Personal Information', 'Fee Information'])
  history.resolve()
  await screen.findByRole('region', { name: 'Notifications on your devices' })
})
