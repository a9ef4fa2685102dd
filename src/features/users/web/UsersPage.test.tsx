import { waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { type FakeReply, type Received, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type User, userErrors, usersApi } from '../users.contract.ts'
import { UsersPage } from './UsersPage.tsx'

const person = (fields: Partial<User> = {}): User => ({
  _id: 'one',
  name: 'Asha Devi',
  email: 'asha@example.org',
  role: 'student',
  terminationDate: null,
  dob: null,
  dateJoinedLibrary: null,
  slot: null,
  seatNumber: null,
  phone: null,
  profilePictureUrl: null,
  createdAt: '2026-11-21T05:30:00.000Z',
  ...fields,
})
const people = (...items: User[]) => reply(usersApi.list, { items, nextCursor: null })

const open = (as: Role, replies: FakeReply[], at = '/users') => renderPage(<UsersPage />, { as, at, replies })

const openForm = async (as: Role, ...replies: FakeReply[]) => {
  const page = open(as, [people(), ...replies])
  await page.findByText('No users yet')
  await page.user.click(page.getAllByRole('button', { name: 'Add User' })[0] as HTMLElement)
  const form = within(await page.findByRole('dialog', { name: 'Add User' }))
  const type = (label: RegExp, text: string) => page.user.type(form.getByLabelText(label), text)
  return {
    ...page,
    form,
    type,
    fillIn: async () => {
      await type(/^Name/, 'Asha Devi')
      await type(/^Email/, 'asha@example.org')
      await type(/^Password/, 'long enough')
    },
    submit: () => page.user.click(form.getByRole('button', { name: 'Create user' })),
    sent: (): Received['body'] | undefined => page.calls.find(({ endpoint }) => endpoint.method === 'POST')?.received.body,
  }
}

afterEach(() => {
  vi.useRealTimers()
})

test('each person has name, role, email and date', async () => {
  const page = open('manager', [people(person(), person({ _id: 'two', name: '', email: 'ravi@example.org', role: 'admin' }))])
  const [, asha, ravi] = await page.findAllByRole('row')
  expect(within(asha as HTMLElement).getByText('Asha Devi')).toBeTruthy()
  expect(within(asha as HTMLElement).getByText('Student')).toBeTruthy()
  expect(within(asha as HTMLElement).getByText('asha@example.org')).toBeTruthy()
  expect(asha?.textContent).toMatch(/21 Nov 2026/)
  expect(within(ravi as HTMLElement).getByText('ravi@example.org')).toBeTruthy()
})

test('an account works until the end of its last day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 23, 59) })
  const page = open('manager', [
    people(person({ _id: 'one', terminationDate: '2026-11-20' }), person({ _id: 'two', terminationDate: '2026-11-21' })),
  ])
  expect(await page.findByText('Expired 20 Nov 2026')).toBeTruthy()
  expect(page.getByText('Expires 21 Nov 2026')).toBeTruthy()
})

test('nobody is there yet', async () => {
  const page = open('admin', [people()])
  expect(await page.findByText('No users yet')).toBeTruthy()
})

test('a failed load says so and can be tried again', async () => {
  let calls = 0
  const page = open('admin', [
    reply(usersApi.list, () => {
      calls += 1
      return calls === 1 ? refuse({ code: 'odd', status: 429, message: '' }) : { items: [person()], nextCursor: null }
    }),
  ])
  expect(await page.findByText('Failed to load users')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Retry' }))
  expect(await page.findByText('Asha Devi')).toBeTruthy()
})

test('search and role stand in the address and are asked of the server', async () => {
  const page = open('admin', [people(person())])
  await page.user.type(await page.findByRole('searchbox', { name: 'Search users' }), 'asha')
  await waitFor(() => expect(page.address()).toBe('/users?q=asha'))
  await page.user.selectOptions(page.getByLabelText('Role'), 'Student')
  await waitFor(() => expect(page.calls.at(-1)?.received.query).toEqual({ limit: '100', search: 'asha', role: 'student' }))
  expect(page.address()).toBe('/users?q=asha&role=student')
})

test('a filter that nobody fits can be taken away', async () => {
  const page = open(
    'admin',
    [reply(usersApi.list, ({ query }) => ({ items: query.search ? [] : [person()], nextCursor: null }))],
    '/users?q=zz',
  )
  await page.findByText('No users found')
  await page.user.click(page.getByRole('button', { name: 'Show all users' }))
  expect(await page.findByText('Asha Devi')).toBeTruthy()
  expect(page.getByRole('searchbox')).toHaveProperty('value', '')
})

test('more is loaded on demand', async () => {
  const page = open('admin', [
    reply(usersApi.list, ({ query }) =>
      query.cursor === 'next'
        ? { items: [person({ _id: 'two', name: 'Ravi' })], nextCursor: null }
        : { items: [person()], nextCursor: 'next' },
    ),
  ])
  await page.user.click(await page.findByRole('button', { name: 'Load more' }))
  expect(await page.findByText('Ravi')).toBeTruthy()
  expect(page.getByText('Asha Devi')).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test.each<[Role, string[]]>([
  ['manager', ['Student']],
  ['admin', ['Student']],
  ['superadmin', ['Student', 'Manager', 'Admin', 'Superadmin']],
])('a %s chooses among %j', async (role, names) => {
  const { form } = await openForm(role)
  const choices = within(form.getByLabelText(/^Role/)).getAllByRole('option')
  expect(choices.map((choice) => choice.textContent)).toEqual(names)
})

test('what is missing is said at its field, and nothing is sent', async () => {
  const { form, submit, sent } = await openForm('admin')
  await submit()
  expect(await form.findByText('Name is required')).toBeTruthy()
  expect(form.getByText('Email is required')).toBeTruthy()
  expect(form.getByText('Password is required')).toBeTruthy()
  expect(form.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true')
  expect(sent()).toBeUndefined()
})

test.each(['0', '39', 'x'])('%s is no seat', async (seat) => {
  const { form, fillIn, submit, sent, type, user } = await openForm('admin')
  await fillIn()
  await type(/^Seat number/, seat)
  await user.selectOptions(form.getByLabelText('Slot'), 'Morning')
  await submit()
  expect(await form.findByText('Seat number must be from 1 to 38')).toBeTruthy()
  expect(sent()).toBeUndefined()
})

test('a seat needs a slot', async () => {
  const { form, fillIn, submit, sent, type } = await openForm('admin')
  await fillIn()
  await type(/^Seat number/, '12')
  await submit()
  expect(await form.findByText('Please choose a slot for the seat')).toBeTruthy()
  expect(sent()).toBeUndefined()
})

test('a student is created with the details', async () => {
  const { form, fillIn, submit, sent, type, user, ...page } = await openForm('admin', reply(usersApi.create, person()))
  await fillIn()
  await type(/^Phone/, '+91 98765 43210')
  await type(/^Date of birth/, '2004-02-29')
  await type(/^Termination date/, '2027-03-31')
  await type(/^Seat number/, '38')
  await user.selectOptions(form.getByLabelText('Slot'), 'Full day')
  await submit()
  expect(await page.findByText('User created successfully!')).toBeTruthy()
  expect(page.queryByRole('dialog')).toBeNull()
  expect(sent()).toEqual({
    name: 'Asha Devi',
    email: 'asha@example.org',
    password: 'long enough',
    role: 'student',
    phone: '+91 98765 43210',
    dob: '2004-02-29',
    terminationDate: '2027-03-31',
    seatNumber: '38',
    slot: 'full-day',
  })
})

test('the list is loaded again after somebody was created', async () => {
  const { fillIn, submit, calls } = await openForm('admin', reply(usersApi.create, person()))
  await fillIn()
  await submit()
  await waitFor(() => expect(calls.filter(({ endpoint }) => endpoint === usersApi.list)).toHaveLength(2))
})

test('only students have student details; what was typed there is not sent for others', async () => {
  const { form, fillIn, submit, sent, type, user } = await openForm('superadmin', reply(usersApi.create, person({ role: 'manager' })))
  await fillIn()
  await type(/^Seat number/, '99')
  await user.selectOptions(form.getByLabelText(/^Role/), 'Manager')
  expect(form.queryByLabelText(/^Seat number/)).toBeNull()
  await submit()
  await waitFor(() => expect(sent()).toEqual({ name: 'Asha Devi', email: 'asha@example.org', password: 'long enough', role: 'manager' }))
})

test('what the server finds wrong is said at its field', async () => {
  const taken = refuse(userErrors.emailTaken, { fields: { email: userErrors.emailTaken.message } })
  const { form, fillIn, submit } = await openForm('admin', reply(usersApi.create, taken))
  await fillIn()
  await submit()
  expect(await form.findByText('Somebody already has this email address')).toBeTruthy()
  expect(form.getByLabelText(/^Email/).getAttribute('aria-invalid')).toBe('true')
})

test('the server\'s sentence is shown, and "Operation failed" where it has none', async () => {
  let calls = 0
  const failing = reply(usersApi.create, () => {
    calls += 1
    return refuse(calls === 1 ? userErrors.managerCreatesStudents : { code: 'odd', status: 500, message: '' })
  })
  const { form, fillIn, submit } = await openForm('manager', failing)
  await fillIn()
  await submit()
  expect((await form.findByRole('alert')).textContent).toBe('Managers can only create student accounts')
  await submit()
  await waitFor(() => expect(form.getByRole('alert').textContent).toBe('Operation failed'))
})
