import { waitFor, within } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { encryptionApi } from '#chat/encryption/encryption.contract.ts'
import { accountSlots } from '#chat/encryption/web/accountSlots.ts'
import type { DeviceState } from '#chat/encryption/web/encryption.ts'
import { dialogs } from '#chat/encryption/web/OpenedDialog.tsx'
import { encrypted, fakeEncryption } from '#chat/encryption/web/testing/fakeEncryption.ts'
import { noteKeys, noteUsedHere, usedHere } from '#chat/encryption/web/usedHere.ts'
import { EncryptionProvider } from '#chat/encryption/web/useEncryption.ts'
import { getSession } from '#web/api/session.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { accountsApi } from '../accounts.contract.ts'
import { AccountMenu } from './AccountMenu.tsx'

const user = { _id: 'student-1', name: 'Asha Devi', email: 'asha@example.org', role: 'student' } as const

afterEach(() => localStorage.clear())
await Promise.all([accountSlots.loadSignOutDialog(), dialogs.recovery.load(), dialogs.setUp.load()])

const logOut = async (fake = fakeEncryption(encrypted)) => {
  const menu = (
    <EncryptionProvider value={fake.encryption}>
      <AccountMenu user={user} slots={accountSlots} />
    </EncryptionProvider>
  )
  const page = renderPage(menu, {
    as: 'student',
    replies: [reply(accountsApi.logout, undefined), reply(encryptionApi.devices, { items: [], nextCursor: null })],
  })
  await page.user.click(page.getByRole('button', { name: /^Account/ }))
  await page.user.click(await page.findByRole('menuitem', { name: 'Logout' }))
  return page
}

test('signs out with one press without encrypted chats', async () => {
  await logOut()
  expect(getSession()).toBeNull()
})

test('keeps nothing of encrypted chats in a browser without keys', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  await new Promise((resolve) => {
    indexedDB.open(`encryption-${user._id}`).onsuccess = ({ target }) => resolve((target as IDBOpenDBRequest).result.close())
  })
  await logOut(fakeEncryption(encrypted, 'none'))
  await waitFor(async () => expect(await indexedDB.databases()).toEqual([]))
})

test('keeps this browser able to read, or wipes it first', async () => {
  noteUsedHere(user._id, { isUsed: true })
  const fake = fakeEncryption(encrypted)
  const page = await logOut(fake)
  const dialog = within(await page.findByRole('dialog', { name: 'Keep this browser able to read encrypted chats?' }))
  expect(getSession()).not.toBeNull()
  await page.user.click(dialog.getByRole('button', { name: 'Sign out' }))
  expect(getSession()).toBeNull()
  expect(fake.encryption.wipe).not.toHaveBeenCalled()
  expect(usedHere(user._id).isUsed).toBe(true)
})

test('wipes before ending the session, and changes nothing if that fails', async () => {
  noteUsedHere(user._id, { isUsed: true })
  const fake = fakeEncryption(encrypted)
  fake.encryption.wipe.mockRejectedValueOnce(new Error('away'))
  const page = await logOut(fake)
  await page.user.click(await page.findByRole('button', { name: 'Sign out and wipe this browser' }))
  expect(await page.findByText('This browser could not be wiped, so you are still signed in.')).toBeTruthy()
  expect(getSession()).not.toBeNull()
  await page.user.click(page.getByRole('button', { name: 'Sign out and wipe this browser' }))
  await waitFor(() => expect(getSession()).toBeNull())
  expect(usedHere(user._id).isUsed).toBe(false)
})

test('warns on the last device without a recovery code, and links to one', async () => {
  noteUsedHere(user._id, { isUsed: true })
  const fake = fakeEncryption(encrypted)
  fake.encryption.isLast.mockResolvedValue(true)
  const page = await logOut(fake)
  expect((await page.findByRole('alert')).textContent).toContain('This is your last device')
  await page.user.click(page.getByRole('button', { name: 'Get a recovery code first' }))
  expect(await page.findByRole('dialog', { name: 'Recovery code' })).toBeTruthy()
  expect(getSession()).not.toBeNull()
})

test('links a device from before to setting up encryption again', async () => {
  const fake = fakeEncryption(encrypted, 'outdated')
  noteKeys(user._id, fake.encryption.device)
  fake.encryption.isLast.mockResolvedValue(true)
  const page = await logOut(fake)
  await page.user.click(await page.findByRole('button', { name: 'Get a recovery code first' }))
  expect(await page.findByRole('dialog', { name: 'Set up encryption again' })).toBeTruthy()
})

test.each<DeviceState>(['ready', 'outdated', 'pending', 'startedOver'])('asks about a browser that holds keys (%s)', async (state) => {
  const fake = fakeEncryption(encrypted, 'unknown')
  noteKeys(user._id, fake.encryption.device)
  fake.encryption.device.set(state)
  const page = await logOut(fake)
  expect(await page.findByRole('button', { name: 'Sign out and wipe this browser' })).toBeTruthy()
  expect(getSession()).not.toBeNull()
})

test.each<DeviceState>(['unset', 'none', 'recovery', 'unavailable'])(
  'a browser that holds no keys is not asked about (%s)',
  async (state) => {
    const fake = fakeEncryption(encrypted, state)
    noteKeys(user._id, fake.encryption.device)
    await logOut(fake)
    expect(getSession()).toBeNull()
  },
)

test('reminds in the account menu of encryption that must be set up again, until it is', async () => {
  const { device } = fakeEncryption(encrypted, 'outdated').encryption
  noteKeys(user._id, device)
  const page = renderPage(<AccountMenu user={user} slots={accountSlots} />, { as: 'student' })
  await page.user.click(page.getByRole('button', { name: /^Account/ }))
  expect((await page.findByRole('menuitem', { name: /Encryption and devices/ })).textContent).toContain('Must be set up again')
  device.set('ready')
  await waitFor(() => expect(page.queryByText('Must be set up again')).toBeNull())
})
