import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { commonErrors, type ExpiredParams } from '#contract/errors.ts'
import type { User } from '#people/users/users.contract.ts'
import { getSession, signOut } from '#web/api/session.ts'
import { setBranding } from '#web/shell/Branding.tsx'
import { eagerScreen } from '#web/shell/screen.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { accountErrors, accountsApi } from '../accounts.contract.ts'
import { LoginPage } from './LoginPage.tsx'
import { roleButtons } from './roleButtons.ts'
import type { SignInSlots } from './signInSlots.ts'
import { givenUser } from './testing/me.ts'

const person = (role: User['role']): User => givenUser(role, 'one')
const signedInAs = (role: User['role']) =>
  reply(accountsApi.login, { token: 'fresh', user: { ...person(role), timeZone: 'Pacific/Auckland' } })

/** What other features show here. */
const slots: SignInSlots = {
  beside: eagerScreen(() => <p>A picture of the hall</p>),
  payment: eagerScreen(({ student, amount }) => <p>{`Pay ${amount} for ${student.name}, seat ${student.seatNumber}`}</p>),
}
const noBranding = { systemName: '', logoUrl: null, logoSize: 40, publicUrl: null }

const open = (...replies: FakeReply[]) => {
  const page = renderPage(<LoginPage slots={slots} />, { at: '/login', replies })
  const submit = () => page.user.click(page.getByRole('button', { name: 'Sign In' }))
  return {
    ...page,
    submit,
    fillIn: async () => {
      await page.user.fill(page.getByLabelText(/Email/), 'asha@example.org')
      await page.user.fill(page.getByLabelText(/^Password/), 'correct horse')
      await submit()
    },
  }
}

test('takes a manager to the users', async () => {
  const page = open(signedInAs('manager'))
  await page.fillIn()
  await waitFor(() => expect(page.address()).toBe('/users'))
  expect(getSession()).toMatchObject({ token: 'fresh', user: { name: 'Asha Devi', role: 'manager' } })
})

test.each(['student', 'admin', 'superadmin'] as const)('takes a %s to the dashboard', async (role) => {
  const page = open(signedInAs(role))
  await page.fillIn()
  await waitFor(() => expect(page.address()).toBe('/dashboard'))
})

test('sends exactly what was typed', async () => {
  const page = open(signedInAs('student'))
  await page.fillIn()
  await waitFor(() => expect(page.calls).toHaveLength(1))
  expect(page.calls[0]?.received.body).toEqual({ email: 'asha@example.org', password: 'correct horse' })
})

test('sends a mobile number as typed, and the browser accepts it in the email field', async () => {
  const page = open(reply(accountsApi.login, { token: 'fresh', user: { ...person('student'), email: null, timeZone: 'Asia/Kolkata' } }))
  const field = page.getByLabelText('Email or mobile number') as HTMLInputElement
  expect([field.type, field.autocomplete, field.inputMode, field.getAttribute('autocapitalize')]).toEqual([
    'text',
    'username',
    'email',
    'none',
  ])
  await page.user.fill(field, '+91 98206-28374')
  await page.user.fill(page.getByLabelText(/^Password/), 'correct horse')
  await page.submit()
  await waitFor(() => expect(page.address()).toBe('/dashboard'))
  expect(page.calls[0]?.received.body).toEqual({ email: '+91 98206-28374', password: 'correct horse' })
  expect(getSession()?.user.email).toBeNull()
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ name: 'Asha Devi', email: null })
})

test.each([
  ['98206 283', 'Please enter a mobile number of ten digits'],
  ['asha', 'Please enter a valid email address'],
  [' ', 'Email is required'],
])('rejects %j as a name to sign in with', async (typed, message) => {
  const page = open()
  await page.user.type(page.getByLabelText(/Email/), typed)
  await page.user.fill(page.getByLabelText(/^Password/), 'correct horse')
  await page.submit()
  expect(await page.findByText(message)).toBeTruthy()
  expect(page.calls).toEqual([])
})

test('shows the busy state on the button', async () => {
  const page = open(reply(accountsApi.login, () => new Promise(() => {})))
  await page.fillIn()
  expect(await page.findByRole('button', { name: /Signing in\.\.\./ })).toBeTruthy()
})

test('redirects a signed-in person to the start page', async () => {
  const page = renderPage(<LoginPage slots={slots} />, { as: 'manager', at: '/login' })
  await waitFor(() => expect(page.address()).toBe('/users'))
})

test('shows a wrong password in red, and keeps the input', async () => {
  const page = open(reply(accountsApi.login, refuse(accountErrors.wrongSignIn)))
  await page.fillIn()
  expect((await page.findByRole('alert')).textContent).toBe('Incorrect email or password')
  expect(page.queryByText('Account Expired')).toBeNull()
  expect(page.getByLabelText(/Email/)).toHaveProperty('value', 'asha@example.org')
  expect(page.address()).toBe('/login')
})

test('selects a wrong password, so that typing replaces it', async () => {
  const page = open(reply(accountsApi.login, refuse(accountErrors.wrongSignIn)))
  await page.fillIn()
  const field = page.getByLabelText(/^Password/)
  await waitFor(() => expect(document.activeElement).toBe(field))
  await page.user.keyboard('battery staple{Enter}')
  await waitFor(() => expect(page.calls).toHaveLength(2))
  expect(page.calls[1]?.received.body).toEqual({ email: 'asha@example.org', password: 'battery staple' })
})

test('shows an expired account in the yellow box', async () => {
  const page = open(reply(accountsApi.login, refuse(commonErrors.expired, { expired: true })))
  await page.fillIn()
  const box = await page.findByRole('alert')
  expect(box.textContent).toContain('Account Expired')
  expect(box.textContent).toContain('Your account has expired')
})

describe('an account that has ended', () => {
  const ended = { userId: 'one', name: 'Asha Devi', seatNumber: 12, endedOn: '2026-11-20' }
  const refused = (params: ExpiredParams) => reply(accountsApi.login, refuse(commonErrors.expired, { expired: true, params }))
  beforeEach(() => setBranding({ ...noBranding, phone: '98200 12345' }))
  afterEach(() => setBranding(noBranding))

  test('shows its person since when, what they owe, and how to pay and reach the hall', async () => {
    const page = open(refused({ ...ended, owed: 1_500 }))
    await page.fillIn()
    expect((await page.findByRole('alert')).textContent).toContain('Your account has expired. Please contact the administrator.')
    expect(await page.findByText('Your account ended on 20 Nov 2026.')).toBeTruthy()
    expect(page.getByText('You owe ₹1,500.')).toBeTruthy()
    expect(page.getByText('Pay 1500 for Asha Devi, seat 12')).toBeTruthy()
    expect(document.activeElement).toBe(page.getByRole('region', { name: 'Your account' }))
    expect(page.getByRole('link', { name: 'Call 98200 12345' }).getAttribute('href')).toBe('tel:9820012345')
    expect(page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toBe('https://wa.me/919820012345')
  })

  test('leads back to an empty form', async () => {
    const page = open(refused({ ...ended, owed: 0 }))
    await page.fillIn()
    expect(await page.findByText('You owe nothing.')).toBeTruthy()
    expect(page.queryByText(/^Pay /)).toBeNull()
    await page.user.click(page.getByRole('button', { name: 'Back to sign-in' }))
    expect(page.getByLabelText(/^Password/)).toHaveProperty('value', '')
    expect(page.queryByRole('alert')).toBeNull()
    expect(page.queryByText(/20 Nov/)).toBeNull()
  })

  test('shows no sum where the server names none', async () => {
    const page = open(refused(ended))
    await page.fillIn()
    expect(await page.findByText('Your account ended on 20 Nov 2026.')).toBeTruthy()
    expect(page.queryByText(/You owe/)).toBeNull()
  })
})

test('shows the message of an ended session in the yellow box, once', async () => {
  signOut('Your month is over. Please come to the counter.')
  const page = open()
  expect((await page.findByRole('alert')).textContent).toContain('Account Expired')
  page.unmount()
  expect(open().queryByRole('alert')).toBeNull()
})

test('shows "Login failed" for a failure without a message', async () => {
  const page = open(reply(accountsApi.login, refuse({ code: 'odd', status: 500, message: '' })))
  await page.fillIn()
  expect((await page.findByRole('alert')).textContent).toBe('Login failed')
})

test('requires both fields, and an email in the right form', async () => {
  const page = open()
  await page.submit()
  expect(await page.findByText('Email is required')).toBeTruthy()
  expect(page.getByText('Password is required')).toBeTruthy()
  await page.user.fill(page.getByLabelText(/Email/), 'asha')
  await page.submit()
  expect(await page.findByText('Please enter a valid email address')).toBeTruthy()
  expect(page.calls).toHaveLength(0)
})

test('reveals the password on request', async () => {
  const page = open()
  const field = page.getByLabelText(/^Password/)
  expect(field).toHaveProperty('type', 'password')
  await page.user.click(page.getByRole('button', { name: 'Show password' }))
  expect(field).toHaveProperty('type', 'text')
  await page.user.click(page.getByRole('button', { name: 'Hide password' }))
  expect(field).toHaveProperty('type', 'password')
})

test('has links that call the hall and write to it, if it has a number', () => {
  expect(open().queryByRole('link', { name: /Call|WhatsApp/ })).toBeNull()
  act(() => setBranding({ ...noBranding, phone: '98200 12345' }))
  expect(screen.getByRole('link', { name: 'Call 98200 12345' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'WhatsApp' })).toBeTruthy()
  act(() => setBranding(noBranding))
})

test('has a picture of the hall beside the form in a wide window only', () => {
  vi.stubGlobal('innerWidth', 1_366)
  const wide = open()
  expect(wide.getByText('A picture of the hall')).toBeTruthy()
  wide.unmount()
  vi.stubGlobal('innerWidth', 768)
  expect(open().queryByText('A picture of the hall')).toBeNull()
})

test('links back home', () => {
  expect(open().getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/')
})

describe('in a demo', () => {
  const branding = { systemName: 'Hall', logoUrl: null, logoSize: 40, publicUrl: null }
  // A component that suspends during its first render in a test would never resume, so its code is loaded first.
  beforeAll(() => roleButtons.load())
  afterEach(() => setBranding(noBranding))

  test('shows a button for each role that signs in with one press', async () => {
    setBranding({ ...branding, demo: 'local' })
    const page = open(reply(accountsApi.demoSignIn, { token: 'fresh', user: { ...person('manager'), timeZone: 'Asia/Kolkata' } }))
    const names = ['Student', 'Manager', 'Admin', 'Superadmin'].map((role) =>
      page.getByRole('button', { name: `Open the demo as ${role}` }),
    )
    expect(names).toHaveLength(4)
    await page.user.click(page.getByRole('button', { name: 'Open the demo as Manager' }))
    await waitFor(() => expect(page.address()).toBe('/users'))
    expect(page.calls.map(({ received }) => received.body)).toEqual([{ role: 'manager' }])
  })

  test('says in a public demo that everything is made up and reset', () => {
    setBranding({ ...branding, demo: 'public' })
    expect(open().getByText(/reset every night/)).toBeTruthy()
  })

  test('reports a press that fails, and allows another try', async () => {
    setBranding({ ...branding, demo: 'local' })
    const page = open(reply(accountsApi.demoSignIn, refuse(commonErrors.notFound, { message: '' })))
    await page.user.click(page.getByRole('button', { name: 'Open the demo as Student' }))
    expect(await page.findByText('Failed to sign in')).toBeTruthy()
    expect((page.getByRole('button', { name: 'Open the demo as Student' }) as HTMLButtonElement).disabled).toBe(false)
  })

  test('shows no role buttons outside of a demo', () => {
    setBranding(branding)
    const page = open()
    expect(page.queryByRole('button', { name: /^Open the demo as/ })).toBeNull()
    act(() => setBranding({ ...branding, demo: 'local' }))
    expect(page.getAllByRole('button', { name: /^Open the demo as/ })).toHaveLength(4)
  })
})
