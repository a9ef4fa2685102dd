import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import type { User } from '#people/users/users.contract.ts'
import { getSession, signOut } from '#web/api/session.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { accountErrors, accountsApi } from '../accounts.contract.ts'
import { LoginPage } from './LoginPage.tsx'

const person = (role: User['role']): User => ({
  _id: 'one',
  name: 'Asha Devi',
  email: 'asha@example.org',
  role,
  terminationDate: null,
  dob: null,
  dateJoinedLibrary: null,
  slot: null,
  seatNumber: null,
  phone: null,
  monthlyFee: null,
  profilePictureUrl: null,
  createdAt: '2026-11-21T05:30:00.000Z',
})
const signedInAs = (role: User['role']) =>
  reply(accountsApi.login, { token: 'fresh', user: { ...person(role), timeZone: 'Pacific/Auckland' } })

const open = (...replies: FakeReply[]) => {
  const page = renderPage(<LoginPage />, { at: '/login', replies })
  const submit = () => page.user.click(page.getByRole('button', { name: 'Sign In' }))
  return {
    ...page,
    submit,
    fillIn: async () => {
      await page.user.type(page.getByLabelText(/Email/), 'asha@example.org')
      await page.user.type(page.getByLabelText(/^Password/), 'correct horse')
      await submit()
    },
  }
}

test('a manager lands on the users', async () => {
  const page = open(signedInAs('manager'))
  await page.fillIn()
  await waitFor(() => expect(page.address()).toBe('/users'))
  expect(getSession()).toMatchObject({ token: 'fresh', user: { name: 'Asha Devi', role: 'manager' } })
})

test.each(['student', 'admin', 'superadmin'] as const)('a %s lands on the dashboard', async (role) => {
  const page = open(signedInAs(role))
  await page.fillIn()
  await waitFor(() => expect(page.address()).toBe('/dashboard'))
})

test('what is sent is what was typed', async () => {
  const page = open(signedInAs('student'))
  await page.fillIn()
  await waitFor(() => expect(page.calls).toHaveLength(1))
  expect(page.calls[0]?.received.body).toEqual({ email: 'asha@example.org', password: 'correct horse' })
})

test('the button says that it is busy', async () => {
  const page = open(reply(accountsApi.login, () => new Promise(() => {})))
  await page.fillIn()
  expect(await page.findByRole('button', { name: /Signing in\.\.\./ })).toBeTruthy()
})

test('someone who is signed in already goes to the start page', async () => {
  const page = renderPage(<LoginPage />, { as: 'manager', at: '/login' })
  await waitFor(() => expect(page.address()).toBe('/users'))
})

test('a wrong password is said in red, and what was typed stays', async () => {
  const page = open(reply(accountsApi.login, refuse(accountErrors.wrongSignIn)))
  await page.fillIn()
  expect((await page.findByRole('alert')).textContent).toBe('Incorrect email or password')
  expect(page.queryByText('Account Expired')).toBeNull()
  expect(page.getByLabelText(/Email/)).toHaveProperty('value', 'asha@example.org')
  expect(page.address()).toBe('/login')
})

test('after a wrong password the next one is typed over it', async () => {
  const page = open(reply(accountsApi.login, refuse(accountErrors.wrongSignIn)))
  await page.fillIn()
  const field = page.getByLabelText(/^Password/)
  await waitFor(() => expect(document.activeElement).toBe(field))
  await page.user.keyboard('battery staple{Enter}')
  await waitFor(() => expect(page.calls).toHaveLength(2))
  expect(page.calls[1]?.received.body).toEqual({ email: 'asha@example.org', password: 'battery staple' })
})

test('an expired account is told so in the yellow box', async () => {
  const page = open(reply(accountsApi.login, refuse(commonErrors.expired, { expired: true })))
  await page.fillIn()
  const box = await page.findByRole('alert')
  expect(box.textContent).toContain('Account Expired')
  expect(box.textContent).toContain('Your account has expired')
})

test('a message that was kept when the session ended stands in the yellow box, once', async () => {
  signOut('Your month is over. Please come to the counter.')
  const page = open()
  expect((await page.findByRole('alert')).textContent).toContain('Account Expired')
  page.unmount()
  expect(open().queryByRole('alert')).toBeNull()
})

test('a failure without a sentence is "Login failed"', async () => {
  const page = open(reply(accountsApi.login, refuse({ code: 'odd', status: 500, message: '' })))
  await page.fillIn()
  expect((await page.findByRole('alert')).textContent).toBe('Login failed')
})

test('both fields are required, and the email must be one', async () => {
  const page = open()
  await page.submit()
  expect(await page.findByText('Email is required')).toBeTruthy()
  expect(page.getByText('Password is required')).toBeTruthy()
  await page.user.type(page.getByLabelText(/Email/), 'asha')
  await page.submit()
  expect(await page.findByText('Please enter a valid email address')).toBeTruthy()
  expect(page.calls).toHaveLength(0)
})

test('the password can be looked at', async () => {
  const page = open()
  const field = page.getByLabelText(/^Password/)
  expect(field).toHaveProperty('type', 'password')
  await page.user.click(page.getByRole('button', { name: 'Show password' }))
  expect(field).toHaveProperty('type', 'text')
  await page.user.click(page.getByRole('button', { name: 'Hide password' }))
  expect(field).toHaveProperty('type', 'password')
})

test('a link leads back home', () => {
  expect(open().getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/')
})
