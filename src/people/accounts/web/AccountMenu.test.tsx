import { waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accountSlots } from '#chat/encryption/web/accountSlots.ts'
import { pushApi, pushErrors } from '#people/push/push.contract.ts'
import { getSession } from '#web/api/session.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { accountErrors, accountsApi } from '../accounts.contract.ts'
import type { Session } from '../accounts.replies.contract.ts'
import { AccountMenu, accountDialogs } from './AccountMenu.tsx'

// Preloads the dialogs, as after opening one of them.
await Promise.all([...Object.values(accountDialogs), accountSlots.devices].map(({ load }) => load()))

const refusedPush = reply(pushApi.state, refuse(pushErrors.unavailable))

const user = { _id: 'one', name: 'Asha Devi', email: 'asha@example.org', role: 'student' } as const

const session = (_id: string, fields: Partial<Session> = {}): Session => ({
  _id,
  device: `Firefox ${_id}`,
  createdAt: '2026-11-20T05:30:00.000Z',
  lastUsedAt: '2026-11-21T05:30:00.000Z',
  isCurrent: false,
  ...fields,
})

const choose = async (entry: string, ...replies: FakeReply[]) => {
  const page = renderPage(<AccountMenu user={user} slots={accountSlots} />, { as: 'student', replies })
  await page.user.click(page.getByRole('button', { name: /^Account\s*Asha Devi/ }))
  await page.user.click(await page.findByRole('menuitem', { name: entry }))
  const dialog = within(await page.findByRole('dialog'))
  const changePassword = async () => {
    await page.user.fill(dialog.getByLabelText(/^Current password/), 'the old one')
    await page.user.fill(dialog.getByLabelText(/^New password/), 'the new one')
    await page.user.click(dialog.getByRole('button', { name: 'Change password' }))
  }
  return { ...page, dialog, changePassword }
}

test('changes the own password', async () => {
  const page = await choose('Change password', reply(accountsApi.changePassword, undefined))
  await page.changePassword()
  expect(await page.findByText('Password changed. You have been logged out everywhere else.')).toBeTruthy()
  expect(page.calls[0]?.received.body).toEqual({ current: 'the old one', next: 'the new one' })
  expect(page.queryByRole('dialog')).toBeNull()
})

test.each([
  ['manager', 1],
  ['student', 0],
  ['admin', 0],
] as const)('leads a %s to Accessibility if the sidebar does not', async (role, entries) => {
  const page = renderPage(<AccountMenu user={{ ...user, role }} slots={accountSlots} />, { as: role })
  await page.user.click(page.getByRole('button', { name: /^Account/ }))
  await page.findByRole('menuitem', { name: 'Logout' })
  const found = page.queryAllByRole('menuitem', { name: 'Accessibility' })
  expect(found).toHaveLength(entries)
  if (!found[0]) return
  await page.user.click(found[0])
  expect(page.address()).toBe('/accessibility')
})

test('reports a wrong current password, and ends nothing', async () => {
  const page = await choose('Change password', reply(accountsApi.changePassword, refuse(accountErrors.wrongCurrent)))
  await page.changePassword()
  expect((await page.dialog.findByRole('alert')).textContent).toBe('The current password is incorrect')
  expect(getSession()).not.toBeNull()
})

test('rejects a short new password before sending it', async () => {
  const page = await choose('Change password')
  await page.user.fill(page.dialog.getByLabelText(/^New password/), 'short')
  await page.user.click(page.dialog.getByRole('button', { name: 'Change password' }))
  expect(await page.dialog.findByText('Please use at least 8 characters')).toBeTruthy()
})

const sessions = (...items: Session[]) => reply(accountsApi.sessions, { items, nextCursor: null })

test('marks this device, which cannot be ended from the list', async () => {
  const page = await choose('Where you are signed in', sessions(session('here', { isCurrent: true })))
  const row = within(await page.dialog.findByRole('listitem'))
  expect(row.getByText('This device')).toBeTruthy()
  expect(row.queryByRole('button')).toBeNull()
  expect(page.dialog.getByText('You are not signed in anywhere else.')).toBeTruthy()
})

test('ends one other session', async () => {
  let isEnded = false
  const page = await choose(
    'Where you are signed in',
    reply(accountsApi.sessions, () => ({
      items: [session('here', { isCurrent: true }), ...(isEnded ? [] : [session('there')])],
      nextCursor: null,
    })),
    reply(accountsApi.endSession, ({ params }) => {
      isEnded = params.id === 'there'
      return undefined
    }),
  )
  await page.user.click(await page.dialog.findByRole('button', { name: 'Logout: Firefox there' }))
  await waitFor(() => expect(page.dialog.queryByText('Firefox there')).toBeNull())
  expect(isEnded).toBe(true)
})

test('ends all others at once', async () => {
  const page = await choose(
    'Where you are signed in',
    sessions(session('here', { isCurrent: true }), session('there')),
    reply(accountsApi.endOtherSessions, undefined),
  )
  await page.user.click(await page.dialog.findByRole('button', { name: 'Logout everywhere else' }))
  await waitFor(() => expect(page.calls.some(({ endpoint }) => endpoint === accountsApi.endOtherSessions)).toBe(true))
  expect(await page.findByText('You have been logged out everywhere else.')).toBeTruthy()
})

test('reports sessions that fail to load', async () => {
  const page = await choose('Where you are signed in', reply(accountsApi.sessions, refuse({ code: 'odd', status: 429, message: '' })))
  expect(await page.dialog.findByText('Failed to load your sessions')).toBeTruthy()
  expect(page.dialog.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('opens what to be notified about, for staff too', async () => {
  const { dialog } = await choose('Notifications', refusedPush)
  expect(await dialog.findByText(pushErrors.unavailable.message)).toBeTruthy()
})
