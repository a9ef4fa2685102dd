import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { seatsOnUsers } from '#people/seats/seats.pages.tsx'
import { usersApi } from '#people/users/users.contract.ts'
import { people, person } from '#people/users/web/testing/usersPage.tsx'
import { UsersPage } from '#people/users/web/UsersPage.tsx'
import { eagerScreen } from '#web/shell/screen.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { feesApi } from '../fees.contract.ts'
import { DuesNotice } from './DuesNotice.tsx'
import { account } from './testing/feesPage.tsx'

const open = (dues: FakeReply, at = '/users') =>
  renderPage(<UsersPage slots={{ ...seatsOnUsers, dues: eagerScreen(DuesNotice) }} />, {
    as: 'superadmin',
    at,
    replies: [people(person()), reply(usersApi.profile, person()), dues],
  })

const askToDelete = async (dues: FakeReply) => {
  const page = open(dues)
  await page.user.click(await screen.findByRole('button', { name: 'Delete Asha Devi' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete user' }))
  // The dialog is not unmounted with the page of its test.
  return { question, cancel: () => page.user.click(question.getByRole('button', { name: 'Cancel' })) }
}

test('shows the dues before a student is deleted', async () => {
  const { question, cancel } = await askToDelete(reply(feesApi.account, account({ owed: 2_000, owedSince: '2026-10-05' })))
  const dues = await question.findByText('Asha Devi owes ₹2,000.')
  const sentence = question.getByText(/Are you sure you want to delete/)
  expect(dues.compareDocumentPosition(sentence)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await cancel()
})

test.each([
  ['owes nothing', reply(feesApi.account, account())],
  ['has an account that cannot be loaded', reply(feesApi.account, refuse(commonErrors.notAllowed))],
])('asks the usual question before deleting a student who %s', async (_, dues) => {
  const { question, cancel } = await askToDelete(dues)
  expect(question.getByText(/Are you sure you want to delete/)).toBeTruthy()
  expect(question.queryByText(/owes/)).toBeNull()
  await cancel()
})
