import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { usersApi } from '#people/users/users.contract.ts'
import { people, person } from '#people/users/web/testing/usersPage.tsx'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { type FakeReply, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { IdCardsPage } from './IdCardsPage.tsx'

const hall = { ...untouched, systemName: 'Shanti Study Hall', landing: { ...untouched.landing, address: '12, Gandhi Marg\nJaipur' } }

const open = (students: FakeReply, at = '/users/id-cards') =>
  renderPage(<IdCardsPage />, { as: 'manager', at, replies: [students, reply(customizationApi.get, hall)] })

const named = (n: number) => person({ _id: `student-${n}`, name: `Student ${n}` })
const eleven = Array.from({ length: 11 }, (_, at) => named(at + 1))

/** The names on each page of the paper. */
const pages = () =>
  [...document.querySelectorAll('.id-sheet')].map((page) =>
    [...page.querySelectorAll('.id-card-name')].map(({ textContent }) => textContent),
  )

test('shows on each card the hall, the name, the seat and the last day', async () => {
  open(people(person({ seatNumber: 12, slot: 'morning', terminationDate: '2026-12-22' }), person({ _id: 'two', name: 'Ravi' })))
  const [first, second] = within(await screen.findByRole('list', { name: 'Cards' })).getAllByRole('listitem')
  for (const text of ['Shanti Study Hall', 'Asha Devi', 'Seat 12 · Morning', 'Valid until 22 Dec 2026', '12, Gandhi Marg'])
    expect(first?.textContent).toContain(text)
  expect(second?.textContent).not.toContain('Valid until')
})

test('prints ten cards on a page, without those that are not chosen', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const { user } = open(people(...eleven))
  await user.click(await screen.findByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  expect(pages().map(({ length }) => length)).toEqual([10, 1])
  await user.click(screen.getByRole('checkbox', { name: 'Print the card of Student 3' }))
  expect(screen.getByText('10 of 11 cards chosen')).toBeTruthy()
  expect(pages()).toEqual([eleven.map(({ name }) => name).filter((name) => name !== 'Student 3')])
  await user.click(screen.getByRole('button', { name: 'Choose none' }))
  expect(pages()).toEqual([])
  expect(screen.getByRole('button', { name: 'Print' }).hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Choose all' }))
  expect(pages().flat()).toHaveLength(11)
})

test('is for the students that the filters of the list show', async () => {
  const page = open(people(named(1)), '/users/id-cards?q=asha&status=active&role=manager')
  await screen.findByRole('list', { name: 'Cards' })
  expect(page.calls.find(({ endpoint }) => endpoint.path === usersApi.list.path)?.received.query).toEqual({
    limit: '1000',
    search: 'asha',
    role: 'student',
    status: 'active',
  })
})

test('says that nobody was found', async () => {
  open(people())
  expect(await screen.findByText('No students found')).toBeTruthy()
})
