import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getSession } from '#web/api/session.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { accountErrors, accountsApi } from '../accounts.contract.ts'
import { ResetPage } from './ResetPage.tsx'
import { SetupPage } from './SetupPage.tsx'
import { givenUser } from './testing/me.ts'

const key = 'k'.repeat(43)
const first = { ...givenUser('superadmin', 'one'), name: 'Sunil', email: 'sunil@example.org' }

const setUp = async (answer: Parameters<typeof reply<typeof accountsApi.setup>>[1]) => {
  const page = renderPage(<SetupPage />, { at: `/setup#key=${key}`, replies: [reply(accountsApi.setup, answer)] })
  await page.user.fill(page.getByLabelText(/^Hall name/), 'Saraswati Hall')
  await page.user.fill(page.getByLabelText(/^Your name/), 'Sunil')
  await page.user.fill(page.getByLabelText(/Email/), 'sunil@example.org')
  await page.user.fill(page.getByLabelText(/^Password/), 'long enough')
  await page.user.click(page.getByRole('button', { name: 'Create account' }))
  return page
}

test('creates the first superadmin with the key of the link, signed in, and continues with the set-up steps', async () => {
  const page = await setUp({ token: 'fresh', user: { ...first, timeZone: 'Asia/Kolkata' } })
  await waitFor(() => expect(page.address()).toBe('/setup/steps'))
  expect(page.calls[0]?.received.body).toEqual({
    key,
    systemName: 'Saraswati Hall',
    name: 'Sunil',
    email: 'sunil@example.org',
    password: 'long enough',
  })
  expect(getSession()?.token).toBe('fresh')
})

test('does not set up a library without a name', async () => {
  const page = renderPage(<SetupPage />, { at: `/setup#key=${key}` })
  await page.user.type(page.getByLabelText(/^Hall name/), '  ')
  await page.user.click(page.getByRole('button', { name: 'Create account' }))
  expect(page.getByText('System name cannot be empty')).toBeTruthy()
  expect(page.calls).toEqual([])
})

test('reports a used set-up link without a form', async () => {
  const page = await setUp(refuse(accountErrors.keyInvalid))
  expect(await page.findByRole('heading', { name: 'This link is no longer valid' })).toBeTruthy()
  expect(page.queryByRole('button')).toBeNull()
  expect(page.queryByRole('textbox')).toBeNull()
})

test('redirects to the sign-in if the library is set up', async () => {
  const page = await setUp(refuse(accountErrors.alreadySetUp))
  expect((await page.findByRole('link', { name: 'Go to sign in' })).getAttribute('href')).toBe('/login')
})

test('shows a password that the server rejects at its field', async () => {
  const page = await setUp(
    refuse({ code: 'users.password_common', status: 400, message: 'Too common' }, { fields: { password: 'This password is too common' } }),
  )
  expect(await page.findByText('This password is too common')).toBeTruthy()
  expect(page.getByLabelText(/^Password/).getAttribute('aria-invalid')).toBe('true')
})

test.each([
  ['/setup', SetupPage],
  ['/reset', ResetPage],
])('reports that the link of %s is incomplete without a key', (at, LinkPage) => {
  const page = renderPage(<LinkPage />, { at })
  expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeTruthy()
})

const reset = async (answer: Parameters<typeof reply<typeof accountsApi.resetPassword>>[1]) => {
  const page = renderPage(<ResetPage />, { at: `/reset#key=${key}`, replies: [reply(accountsApi.resetPassword, answer)] })
  await page.user.fill(page.getByLabelText(/New password/), 'long enough')
  await page.user.click(page.getByRole('button', { name: 'Save password' }))
  return page
}

test('sets a new password with the key of the link', async () => {
  const page = await reset(undefined)
  expect(await page.findByRole('heading', { name: 'Password changed' })).toBeTruthy()
  expect(page.calls[0]?.received.body).toEqual({ key, password: 'long enough' })
  expect(page.getByRole('link', { name: 'Go to sign in' })).toBeTruthy()
})

test('says whom to ask if a reset link was used', async () => {
  const page = await reset(refuse(accountErrors.keyInvalid))
  expect(await page.findByText(/Ask an administrator/)).toBeTruthy()
})
