import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { seatsOnUsers } from '#people/seats/seats.pages.tsx'
import { usersApi } from '#people/users/users.contract.ts'
import { people, person } from '#people/users/web/testing/usersPage.tsx'
import { UsersPage } from '#people/users/web/UsersPage.tsx'
import { refresh } from '#web/api/queryClient.ts'
import { eagerScreen } from '#web/shell/screen.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { feesApi } from '../fees.contract.ts'
import { DuesNotice } from './DuesNotice.tsx'
import { OwesBadge } from './OwesBadge.tsx'
import { account, asha, students } from './testing/feesPage.tsx'

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

const openList = (dues: FakeReply) =>
  renderPage(<UsersPage slots={{ owes: eagerScreen(OwesBadge) }} />, {
    as: 'manager',
    at: '/users',
    replies: [
      people(person(), person({ _id: 'two', name: 'Ravi Rao' }), person({ _id: 'boss', name: 'Mohan Rao', role: 'manager' })),
      dues,
    ],
  })

test('shows dues in the list of users with one call for all rows', async () => {
  const page = openList(students({ student: { ...asha, _id: 'one' }, owed: 2_000 }, { student: { ...asha, _id: 'two' } }))
  const row = within(await screen.findByRole('row', { name: /Asha Devi/ }))
  expect(await row.findByText('Owes ₹2,000')).toBeTruthy()
  expect(screen.getAllByText(/^Owes/)).toHaveLength(1)
  expect(page.calls.filter(({ endpoint }) => endpoint === feesApi.accounts)).toHaveLength(1)
})

test('shows no dues in a hall with more students than one call returns', async () => {
  const half = { items: [{ student: { ...asha, _id: 'one' }, dateJoinedLibrary: null, monthlyFee: 1_000, owed: 2_000, credit: 0 }] }
  const page = openList(reply(feesApi.accounts, { ...half, nextCursor: 'more', total: 9_000 }))
  expect(await screen.findByText('Asha Devi')).toBeTruthy()
  await expect.poll(() => page.calls.some(({ endpoint }) => endpoint === feesApi.accounts)).toBe(true)
  // A refetch resolves once the first response is rendered.
  await act(() => refresh(['fees']))
  expect(screen.queryByText(/^Owes/)).toBeNull()
})
