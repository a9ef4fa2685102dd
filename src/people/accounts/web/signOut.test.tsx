import { waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { encryptionApi } from '#chat/encryption/encryption.contract.ts'
import { dialogs } from '#chat/encryption/web/OpenedDialog.tsx'
import { encrypted, fakeEncryption } from '#chat/encryption/web/testing/fakeEncryption.ts'
import { noteUsedHere, usedHere } from '#chat/encryption/web/usedHere.ts'
import { EncryptionProvider } from '#chat/encryption/web/useEncryption.ts'
import { getSession } from '#web/api/session.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { accountsApi } from '../accounts.contract.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { loadQuestion } from './logout.ts'

const user = { _id: 'student-1', name: 'Asha Devi', email: 'asha@example.org', role: 'student' } as const

afterEach(() => localStorage.clear())
await Promise.all([loadQuestion(), dialogs.recovery.load()])

const logOut = async (fake = fakeEncryption(encrypted)) => {
  const menu = (
    <EncryptionProvider value={fake.encryption}>
      <AccountMenu user={user} place="sidebar" />
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

test('signing out is one press where there is no encrypted chat', async () => {
  await logOut()
  expect(getSession()).toBeNull()
})

test('this browser stays able to read, or is wiped first', async () => {
  noteUsedHere(user._id, { isUsed: true, hasCode: true })
  const fake = fakeEncryption(encrypted)
  const page = await logOut(fake)
  const dialog = within(await page.findByRole('dialog', { name: 'Keep this browser able to read encrypted chats?' }))
  expect(getSession()).not.toBeNull()
  await page.user.click(dialog.getByRole('button', { name: 'Sign out' }))
  expect(getSession()).toBeNull()
  expect(fake.encryption.wipe).not.toHaveBeenCalled()
  expect(usedHere(user._id).isUsed).toBe(true)
})

test('wiping comes before the end of the session, and a failure leaves everything as it is', async () => {
  noteUsedHere(user._id, { isUsed: true, hasCode: true })
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

test('the last device without a recovery code warns, and leads to one', async () => {
  noteUsedHere(user._id, { isUsed: true })
  const fake = fakeEncryption(encrypted)
  fake.encryption.isLast.mockResolvedValue(true)
  const page = await logOut(fake)
  expect((await page.findByRole('alert')).textContent).toContain('This is your last device')
  await page.user.click(page.getByRole('button', { name: 'Get a recovery code first' }))
  expect(await page.findByRole('dialog', { name: 'Recovery code' })).toBeTruthy()
  expect(getSession()).not.toBeNull()
})

test('the account menu reminds of a recovery code that is missing', async () => {
  noteUsedHere(user._id, { isUsed: true, hasCode: false })
  const page = renderPage(<AccountMenu user={user} place="sidebar" />, { as: 'student' })
  await page.user.click(page.getByRole('button', { name: /^Account/ }))
  expect((await page.findByRole('menuitem', { name: /Encryption and devices/ })).textContent).toContain('No recovery code yet')
})
