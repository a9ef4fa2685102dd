import { waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { withRavi } from '#chat/conversations/web/testing/samples.ts'
import type { DeviceState } from './encryption.ts'
import { HeaderLine } from './HeaderLine.tsx'
import { OwnDevices } from './OwnDevices.tsx'
import { fakeEncryption, fifteenDigits, open, ownDevice, rightCode } from './testing/fakeEncryption.ts'
import { expectAccessible, renderWith } from './testing/renderWith.tsx'

afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

const phone = ownDevice('phone', 'Chrome on Android')
const code = ownDevice('code', '', { kind: 'recovery' })
type Page = ReturnType<typeof renderWith>

const encrypting = async (fake: ReturnType<typeof fakeEncryption>, devices = [] as ReturnType<typeof ownDevice>[]) => {
  const page = renderWith(fake, <HeaderLine conversation={withRavi()} />, { devices })
  await page.user.click(page.getByRole('button', { name: 'Encrypt this chat' }))
  return page
}
const press = async (page: Page, name: string) => page.user.click(await page.findByRole('button', { name }))
const typeBack = async (page: Page) => {
  await press(page, 'Show the code')
  await press(page, 'I have written it down')
  await page.user.type(page.getByLabelText(/^Recovery code/), rightCode)
  await press(page, 'Finish')
}

test.each<[DeviceState, string]>([
  ['unset', 'Set up encryption'],
  ['outdated', 'Set up encryption again'],
])('before the first chat is encrypted (%s) encryption is set up with its code, and only then goes on', async (device, title) => {
  const fake = fakeEncryption(open, device)
  const page = await encrypting(fake)
  const dialog = within(await page.findByRole('dialog', { name: title }))
  expect(dialog.getByText('Is this your own device?')).toBeTruthy()
  expect(fake.encryption.setUp).not.toHaveBeenCalled()
  await expectAccessible()
  await press(page, 'Yes, only I use it')
  expect(fake.encryption.setUp).not.toHaveBeenCalled()
  await typeBack(page)
  expect(await page.findByRole('dialog', { name: 'Encrypt this chat?' })).toBeTruthy()
  expect(fake.save).toHaveBeenCalledOnce()
  expect(fake.encryption.enable).not.toHaveBeenCalled()
  await press(page, 'Encrypt')
  expect(await page.findByText('This chat is end-to-end encrypted now.')).toBeTruthy()
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
})

test('a device from before says that old messages stay readable', async () => {
  const page = await encrypting(fakeEncryption(open, 'outdated'))
  expect(await page.findByText('Encryption on this device must be set up again. Your old messages stay readable.')).toBeTruthy()
})

test('on a device that others use no key is made', async () => {
  const fake = fakeEncryption(open, 'unset')
  const page = await encrypting(fake)
  await press(page, 'No, others use it too')
  expect(await page.findByRole('dialog', { name: 'Set it up on your own phone first' })).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Enter recovery code' })).toBeNull()
  await expectAccessible()
  await press(page, 'Back')
  expect(await page.findByText('Is this your own device?')).toBeTruthy()
  expect(fake.encryption.setUp).not.toHaveBeenCalled()
})

test('on a device that others use the recovery code is entered where encryption is set up, and keeps nothing', async () => {
  const fake = fakeEncryption(open, 'outdated')
  const page = await encrypting(fake, [phone, code])
  await press(page, 'No, others use it too')
  await press(page, 'Enter recovery code')
  expect(await page.findByRole('radio', { name: 'A shared computer: keep nothing here', checked: true })).toBeTruthy()
  await page.user.type(page.getByLabelText(/^Recovery code/), rightCode)
  await press(page, 'Open my chats')
  expect(await page.findByRole('dialog', { name: 'Encrypt this chat?' })).toBeTruthy()
  expect(fake.encryption.useRecoveryCode).toHaveBeenCalledWith(rightCode, false)
})

test('the code cannot be put off, and closing asks nothing and leaves nothing behind', async () => {
  const fake = fakeEncryption(open, 'unset')
  const page = await encrypting(fake)
  await press(page, 'Yes, only I use it')
  await press(page, 'Show the code')
  expect(page.queryByRole('button', { name: 'Later' })).toBeNull()
  await press(page, 'Close')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.queryByRole('alertdialog')).toBeNull()
  expect(fake.save).not.toHaveBeenCalled()
  expect(fake.encryption.device.get()).toBe('unset')
  expect(Object.keys(localStorage).filter((key) => key.startsWith('encryption'))).toEqual([])
})

test('a browser that may delete the keys says so after set-up and in the list of devices', async () => {
  const fake = fakeEncryption(open, 'unset')
  fake.encryption.isPersistent.set(false)
  const text = 'This browser may delete your keys when it runs out of space. Keep your recovery code.'
  const page = await encrypting(fake)
  await press(page, 'Yes, only I use it')
  await typeBack(page)
  expect(within(await page.findByRole('dialog', { name: 'Encrypt this chat?' })).getByText(text)).toBeTruthy()
  await expectAccessible()
  page.unmount()
  const list = renderWith(fake, <OwnDevices onClose={vi.fn()} />, { devices: [phone, code] })
  expect(await list.findByText(text)).toBeTruthy()
})

test('a browser that may delete the keys says so in a dialog of its own where no chat is to be encrypted', async () => {
  const fake = fakeEncryption(open, 'unset')
  fake.encryption.isPersistent.set(false)
  const page = renderWith(fake, <OwnDevices onClose={vi.fn()} />)
  await press(page, 'Set up encryption')
  await press(page, 'Yes, only I use it')
  await typeBack(page)
  const done = within(await page.findByRole('dialog', { name: 'Encryption is set up on this device.' }))
  expect(done.getByText(/^This browser may delete your keys/)).toBeTruthy()
  await expectAccessible()
  await press(page, 'Continue')
  expect(await page.findByRole('dialog', { name: 'Encryption and devices' })).toBeTruthy()
})

test('a browser that keeps the keys says nothing about it', async () => {
  const fake = fakeEncryption(open)
  fake.encryption.isPersistent.set(true)
  const page = renderWith(fake, <OwnDevices onClose={vi.fn()} />, { devices: [phone, code] })
  await page.findByText('Chrome on Android')
  expect(page.queryByText(/may delete your keys/)).toBeNull()
})

test('encryption is set up from the list of devices too', async () => {
  const fake = fakeEncryption(open, 'unset')
  const page = renderWith(fake, <OwnDevices onClose={vi.fn()} />)
  await press(page, 'Set up encryption')
  await press(page, 'Yes, only I use it')
  await typeBack(page)
  expect(await page.findByRole('dialog', { name: 'Encryption and devices' })).toBeTruthy()
  expect(fake.encryption.device.get()).toBe('ready')
})

test('a second browser shows its code, waits for the other device, and goes on with the chat', async () => {
  const fake = fakeEncryption(open, 'none')
  fake.encryption.confirmPending.mockResolvedValueOnce(false)
  const page = await encrypting(fake, [phone, code])
  await press(page, 'This is my own browser')
  const dialog = within(await page.findByRole('dialog', { name: 'Add this browser' }))
  expect(await dialog.findByText(/Open Chat there \(Chrome on Android\)/)).toBeTruthy()
  expect((await dialog.findByText(/Code of this browser/)).parentElement?.textContent).toContain('12345 67890 12345')
  expect(dialog.getByRole('button', { name: 'Enter recovery code' })).toBeTruthy()
  await expectAccessible()
  await press(page, 'The other device shows the same code')
  expect(await dialog.findByText('Not added yet. Confirm it on the other device first.')).toBeTruthy()
  expect(fake.encryption.device.get()).toBe('pending')
  await press(page, 'The other device shows the same code')
  expect(await page.findByRole('dialog', { name: 'Encrypt this chat?' })).toBeTruthy()
  expect(fake.encryption.confirmPending).toHaveBeenCalledTimes(2)
  expect(fake.encryption.confirmPending).toHaveBeenLastCalledWith(fifteenDigits)
})

test('the code of a browser that waits is fetched again while it is shown, says when it changes, and the one on the screen is confirmed', async () => {
  const other = '543210987654321'
  const fake = fakeEncryption(open, 'pending')
  const page = await encrypting(fake, [phone, code])
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await press(page, 'Show the code to compare')
  expect((await page.findByText(/Code of this browser/)).parentElement?.textContent).toContain('12345 67890 12345')
  const changed = 'The code has changed, because your list of devices has. Compare the new code on both devices.'
  const fetched = fake.encryption.pendingCode.mock.calls.length
  await vi.advanceTimersByTimeAsync(5_000)
  expect(fake.encryption.pendingCode.mock.calls.length).toBeGreaterThan(fetched)
  expect(page.queryByText(changed)).toBeNull()
  fake.encryption.pendingCode.mockResolvedValue(other)
  await vi.advanceTimersByTimeAsync(5_000)
  await waitFor(() => expect(page.getByText(/Code of this browser/).parentElement?.textContent).toContain('54321 09876 54321'))
  expect(page.getByText(changed).closest('[role=status]')).toBeTruthy()
  vi.useRealTimers()
  await press(page, 'The other device shows the same code')
  expect(fake.encryption.confirmPending).toHaveBeenCalledWith(other)
})

test.each<DeviceState>(['none', 'pending'])('a person who has lost everything starts over after a warning (%s)', async (device) => {
  const fake = fakeEncryption(open, device)
  const page = await encrypting(fake, [phone, code])
  await press(page, 'Start over')
  const warning = within(await page.findByRole('alertdialog', { name: 'Start over?' }))
  expect(warning.getByText('You can never read your earlier encrypted messages again.')).toBeTruthy()
  await expectAccessible()
  await page.user.click(warning.getByRole('button', { name: 'Start over' }))
  expect(fake.encryption.setUp).not.toHaveBeenCalled()
  await press(page, 'Yes, only I use it')
  await typeBack(page)
  expect(await page.findByRole('dialog', { name: 'Encrypt this chat?' })).toBeTruthy()
  expect(fake.save).toHaveBeenCalledOnce()
})

test('starting over can be left at its warning', async () => {
  const fake = fakeEncryption(open, 'none')
  const page = await encrypting(fake, [phone, code])
  await press(page, 'Start over')
  await page.findByRole('alertdialog')
  await press(page, 'Cancel')
  await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull())
  expect(fake.encryption.setUp).not.toHaveBeenCalled()
})
