import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { type Half, usersApi } from '#features/users/users.contract.ts'
import { people, person, seats } from '#features/users/web/testing/usersPage.tsx'
import { UsersPage } from '#features/users/web/UsersPage.tsx'
import { eagerScreen } from '#web/shell/screen.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { feesApi } from '../fees.contract.ts'
import { DuesNotice } from './DuesNotice.tsx'
import { account } from './testing/feesPage.tsx'

const open = (dues: FakeReply, at = '/users') =>
  renderPage(<UsersPage slots={{ dues: eagerScreen(DuesNotice) }} />, {
    as: 'superadmin',
    at,
    replies: [people(person()), reply(usersApi.profile, person()), dues],
  })

const askToDelete = async (dues: FakeReply) => {
  const page = open(dues)
  await page.user.click(await screen.findByRole('button', { name: 'Delete Asha Devi' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete user' }))
  // A question outlives the page of its test.
  return { question, cancel: () => page.user.click(question.getByRole('button', { name: 'Cancel' })) }
}

test('deleting a student who owes money says first how much', async () => {
  const { question, cancel } = await askToDelete(reply(feesApi.account, account({ owed: 2_000, owedSince: '2026-10-05' })))
  const dues = await question.findByText('Asha Devi owes ₹2,000.')
  const sentence = question.getByText(/Are you sure you want to delete/)
  expect(dues.compareDocumentPosition(sentence)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await cancel()
})

test.each([
  ['owes nothing', reply(feesApi.account, account())],
  ['has an account that cannot be loaded', reply(feesApi.account, refuse(commonErrors.notAllowed))],
])('a student who %s is deleted with the usual question', async (_, dues) => {
  const { question, cancel } = await askToDelete(dues)
  expect(question.getByText(/Are you sure you want to delete/)).toBeTruthy()
  expect(question.queryByText(/owes/)).toBeNull()
  await cancel()
})

test('whoever presses a seat reads what its student owes', async () => {
  const half: Half = { userId: 'one', name: 'Asha Devi', slot: 'morning', terminationDate: null }
  const page = renderPage(<UsersPage slots={{ dues: eagerScreen(DuesNotice) }} />, {
    as: 'manager',
    at: '/users?view=seats',
    replies: [
      seats({ seatNumber: 1, morning: half, afternoon: null }),
      reply(usersApi.profile, person({ seatNumber: 1, slot: 'morning' })),
      reply(feesApi.account, account({ owed: 800, owedSince: '2026-10-05' })),
    ],
  })
  await page.user.click(await screen.findByRole('button', { name: /^Seat 1, morning:/ }))
  expect(await screen.findByText('Asha Devi owes ₹800.')).toBeTruthy()
})
