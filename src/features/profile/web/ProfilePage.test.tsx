import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { type User, usersApi } from '#features/users/users.contract.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { ProfilePage } from './ProfilePage.tsx'

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

const show = (answer: Parameters<typeof reply<typeof usersApi.profile>>[1]) =>
  renderPage(<ProfilePage />, { as: 'student', at: '/profile', replies: [reply(usersApi.profile, answer)] })

test('a student reads what is on record about them, and who changes it', async () => {
  const { calls } = show(asha)
  const card = within(await screen.findByRole('region', { name: 'Personal Information' }))
  expect(await card.findByText('Asha Devi')).toBeTruthy()
  const pairs = card.getAllByRole('term').map((term) => [term.textContent, term.parentElement?.querySelector('dd')?.textContent])
  expect(pairs).toEqual([
    ['Email', 'asha@example.org'],
    ['Phone', '+91 98765 43210'],
    ['Seat number', '7'],
    ['Slot', 'Full day'],
    ['Date of birth', '29 Feb 2004'],
    ['Joining date', '31 Jan 2026'],
  ])
  expect(card.getByText('Expires 31 Dec 2099')).toBeTruthy()
  expect(card.getByText('AD')).toBeTruthy()
  expect(card.getByText(/joining date is set by an administrator.*contact an administrator/)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(calls.map(({ received }) => received.params.id)).toEqual(['student-1'])
})

test('what is not on record is said to be not set', async () => {
  show({ ...asha, phone: null, dob: null, slot: null, seatNumber: null, dateJoinedLibrary: null, terminationDate: null })
  expect(await screen.findAllByText('Not set')).toHaveLength(5)
  expect(screen.queryByText(/Expire/)).toBeNull()
})

test('a profile that cannot be loaded offers to try again', async () => {
  show(refuse(commonErrors.tooMany))
  expect(await screen.findByText(commonErrors.tooMany.message)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('where the server gives no sentence the page says what failed', async () => {
  show(refuse(commonErrors.tooMany, { message: '' }))
  expect(await screen.findByText('Failed to load profile data')).toBeTruthy()
})
