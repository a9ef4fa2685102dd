import { waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { withRavi } from '#chat/conversations/web/testing/samples.ts'
import { getSession } from '#web/api/session.ts'
import { isOwnDevice } from '#web/offline/ownDevice.ts'
import { type DeviceState, SetUpElsewhereError } from './encryption.ts'
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
  expect(isOwnDevice(getSession()?.user._id ?? 'nobody')).toBe(false)
  await press(page, 'Yes, only I use it')
  expect(isOwnDevice(getSession()?.user._id ?? 'nobody')).toBe(true)
  expect(fake.encryption.setUp).not.toHaveBeenCalled()
  await typeBack(page)
  expect(await page.findByRole('dialog', { name: 'Encrypt this chat?' })).toBeTruthy()
  expect(fake.save).toHaveBeenCalledOnce()
  expect(fake.encryption.enable).not.toHaveBeenCalled()
  await press(page, 'Encrypt')
  expect(await page.findByText('This chat is end-to-end encrypted now.')).toBeTruthy()
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
})

test('a device from an earlier version says that old messages stay readable', async () => {
  const page = await encrypting(fakeEncryption(open, 'outdated'))
  expect(await page.findByText('Encryption on this device must be set up again. Your old messages stay readable.')).toBeTruthy()
})

test('creates no key on a shared device', async () => {
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

test('accepts the recovery code on a shared device, and stores nothing', async () => {
  const fake = fakeEncryption(open, 'outdated')
  const page = await encrypting(fake, [phone, code])
  await press(page, 'No, others use it too')
  await press(page, 'Enter recovery code')
  expect(await page.findByRole('radio', { name: 'A shared computer: keep nothing here', checked: true })).toBeTruthy()
  await page.user.type(page.getByLabelText(/^Recovery code/), rightCode)
  await press(page, 'Open my chats')
  expect(await page.findByRole('dialog', { name: 'Encrypt this chat?' })).toBeTruthy()
  expect(fake.encryption.recoverWithCode).toHaveBeenCalledWith(rightCode, false)
})

test('the code cannot be postponed, and closing the dialog asks and stores nothing', async () => {
  const fake = fakeEncryption(open, 'unset')
  const page = await encrypting(fake)
  await press(page, 'Yes, only I use it')
  await press(page, 'Show the code')
  expect(await page.findByRole('button', { name: 'I have written it down' })).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Later' })).toBeNull()
  await press(page, 'Close')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.queryByRole('alertdialog')).toBeNull()
  expect(fake.save).not.toHaveBeenCalled()
  expect(fake.encryption.device.get()).toBe('unset')
  expect(Object.keys(localStorage).filter((key) => key.startsWith('encryption'))).toEqual([])
})

test('warns after setup and in the list of devices if the browser may delete the keys', async () => {
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

test('warns in a separate dialog if the browser may delete the keys and no chat is to be encrypted', async () => {
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

test('shows no warning if the browser keeps the keys', async () => {
  const fake = fakeEncryption(open)
  fake.encryption.isPersistent.set(true)
  const page = renderWith(fake, <OwnDevices onClose={vi.fn()} />, { devices: [phone, code] })
  await page.findByText('Chrome on Android')
  expect(page.queryByText(/may delete your keys/)).toBeNull()
})

test('sets up encryption from the list of devices too', async () => {
  const fake = fakeEncryption(open, 'unset')
  const page = renderWith(fake, <OwnDevices onClose={vi.fn()} />)
  await press(page, 'Set up encryption')
  await press(page, 'Yes, only I use it')
  await typeBack(page)
  expect(await page.findByRole('dialog', { name: 'Encryption and devices' })).toBeTruthy()
  expect(fake.encryption.device.get()).toBe('ready')
})

test('a second browser shows its code, waits for the other device, and continues with the chat', async () => {
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

test('refetches the code of a waiting browser, says when it changes, and confirms the one on screen', async () => {
  const other = '543210987654321'
  const fake = fakeEncryption(open, 'pending')
  const page = await encrypting(fake, [phone, code])
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await press(page, 'Show the code to compare')
  expect((await page.findByText(/Code of this browser/)).parentElement?.textContent).toContain('12345 67890 12345')
  const changed = 'The code has changed because your list of devices changed. Compare the new code on both devices.'
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
  expect(fake.encryption.setUp).toHaveBeenCalledWith({ startsOver: true })
})

const elsewhere =
  'You have just set up encryption in another browser. Add this browser there. If a recovery code was shown here, it doesn’t work.'

test('a browser set up after another one never starts over, says so, and offers to be added', async () => {
  const fake = fakeEncryption(open, 'unset')
  fake.encryption.setUp.mockImplementationOnce(async () => {
    fake.encryption.device.set('none')
    throw new SetUpElsewhereError()
  })
  const page = await encrypting(fake, [phone, code])
  await press(page, 'Yes, only I use it')
  await press(page, 'Show the code')
  expect(await page.findByText(elsewhere)).toBeTruthy()
  expect(fake.encryption.setUp).toHaveBeenCalledWith({ startsOver: false })
  expect(await page.findByRole('button', { name: 'This is my own browser' })).toBeTruthy()
})

test('says that the code of a second browser does not work', async () => {
  const fake = fakeEncryption(open, 'unset')
  fake.save.mockRejectedValueOnce(new SetUpElsewhereError())
  const page = await encrypting(fake)
  await press(page, 'Yes, only I use it')
  await typeBack(page)
  expect(await page.findByText(elsewhere)).toBeTruthy()
})

test('starting over can be cancelled at its warning', async () => {
  const fake = fakeEncryption(open, 'none')
  const page = await encrypting(fake, [phone, code])
  await press(page, 'Start over')
  await page.findByRole('alertdialog')
  await press(page, 'Cancel')
  await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull())
  expect(fake.encryption.setUp).not.toHaveBeenCalled()
})
