import { waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CannotEncryptError } from '#chat/conversations/web/messageEncryption.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { encryptionApi } from '../encryption.contract.ts'
import type { OwnDevice } from '../encryption.shapes.contract.ts'
import { ChatBanner } from './ChatBanner.tsx'
import { SetUpFirstError } from './encryption.ts'
import { OwnDevices } from './OwnDevices.tsx'
import { at, deviceId, encrypted, fakeEncryption, laterAt, open, ownDevice, rightCode } from './testing/fakeEncryption.ts'
import { expectAccessible, renderWith } from './testing/renderWith.tsx'
import { usedHere } from './usedHere.ts'

afterEach(() => localStorage.clear())

const here = ownDevice('here', 'Chrome on Android', { createdAt: at })
const pc = ownDevice('pc', 'Firefox on Windows', { createdAt: laterAt, state: 'pending' })
const code = ownDevice('code', '', { kind: 'recovery' })
const none = { ...encrypted, canSend: false, cannotSend: 'noDevice' } as const

const banner = (fake: ReturnType<typeof fakeEncryption>, devices = [here, code], hasEncrypted = true) => {
  const left = [...devices]
  const become = (id: string, change: (device: OwnDevice) => OwnDevice[]) =>
    left.splice(0, left.length, ...left.flatMap((device) => (device._id === id ? change(device) : [device])))
  fake.encryption.removeDevice.mockImplementation(async (id) => void become(id, () => []))
  fake.encryption.shareWith.mockImplementation(async (id) => void become(id, (device) => [{ ...device, state: 'trusted' }]))
  const list = reply(encryptionApi.devices, () => ({ items: [...left], nextCursor: null }))
  return renderWith(fake, <ChatBanner hasEncrypted={hasEncrypted} />, { replies: [list] })
}

test('a new own browser offers to be added, and explains how', async () => {
  const fake = fakeEncryption(none, 'none')
  const page = banner(fake, [{ ...pc, state: 'trusted' }, code])
  expect(page.getByRole('status').textContent).toContain('Encrypted chats can’t be read in this browser yet.')
  await expectAccessible()
  await page.user.click(page.getByRole('button', { name: 'This is my own browser' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Add this browser' }))
  expect(fake.encryption.requestAccess).toHaveBeenCalledOnce()
  expect(await dialog.findByText(/Open Chat there \(Firefox on Windows\)/)).toBeTruthy()
  await page.user.click(dialog.getByRole('button', { name: 'The other device shows the same code' }))
  expect(await page.findByText('This browser can read your encrypted chats now.')).toBeTruthy()
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.queryByText(/Encrypted chats can’t be read/)).toBeNull()
})

test('tells a person who must set up encryption again where to do that, in a new browser', async () => {
  const fake = fakeEncryption(none, 'none')
  fake.encryption.requestAccess.mockRejectedValueOnce(new SetUpFirstError())
  const page = banner(fake, [{ ...pc, state: 'registered' }])
  await page.user.click(page.getByRole('button', { name: 'This is my own browser' }))
  const text =
    'Encryption must be set up again first. Open Chat in the browser that reads your encrypted chats, or enter your recovery code here.'
  expect(await page.findByText(text)).toBeTruthy()
  expect(page.queryByText('Failed to add this browser')).toBeNull()
  expect(page.getByRole('button', { name: 'Enter recovery code' })).toBeTruthy()
})

test('a person without other devices can add a browser only with the recovery code', async () => {
  const page = banner(fakeEncryption(none, 'pending'), [code])
  await page.user.click(page.getByRole('button', { name: 'Show the code to compare' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Add this browser' }))
  expect(await dialog.findByRole('button', { name: 'Enter recovery code' })).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'The other device shows the same code' })).toBeNull()
})

test('a shared computer decrypts with the recovery code and stores nothing', async () => {
  const fake = fakeEncryption(none, 'none')
  const page = banner(fake)
  await page.user.click(page.getByRole('button', { name: 'Enter recovery code' }))
  await page.user.fill(await page.findByLabelText(/^Recovery code/), 'wrong')
  await page.user.click(page.getByRole('radio', { name: 'A shared computer: keep nothing here' }))
  await page.user.click(page.getByRole('button', { name: 'Open my chats' }))
  expect(await page.findByText(/^This is not your recovery code/)).toBeTruthy()
  await expectAccessible()
  await page.user.clear(page.getByLabelText(/^Recovery code/))
  await page.user.type(page.getByLabelText(/^Recovery code/), rightCode.toLowerCase())
  await page.user.click(page.getByRole('button', { name: 'Open my chats' }))
  expect(await page.findByText(/Nothing is kept in this browser.*messages that are not sent yet are lost/)).toBeTruthy()
  expect(fake.encryption.recoverWithCode).toHaveBeenLastCalledWith(rightCode.toLowerCase(), false)
})

test('Not now hides the question, which is only asked with an encrypted chat', async () => {
  const page = banner(fakeEncryption(none, 'none'))
  await page.user.click(page.getByRole('button', { name: 'Not now' }))
  expect(page.queryByRole('status')).toBeNull()
  page.unmount()
  expect(banner(fakeEncryption(open, 'none'), [pc], false).queryByRole('status')).toBeNull()
})

test('other devices ask about a waiting browser, and add it after the codes were compared', async () => {
  const fake = fakeEncryption(encrypted)
  const page = banner(fake, [here, pc, code])
  const alert = within(await page.findByRole('alert'))
  expect(alert.getByText('Add this browser? Firefox on Windows wants to read your encrypted chats.')).toBeTruthy()
  expect(await alert.findByText('It must show 12345 67890 12345')).toBeTruthy()
  await page.user.click(alert.getByRole('button', { name: 'Yes, compare the code' }))
  expect(fake.encryption.shareWith).not.toHaveBeenCalled()
  const dialog = within(await page.findByRole('dialog', { name: 'Add this browser?' }))
  expect((await dialog.findByText(/Code of the other browser/)).parentElement?.textContent).toContain('12345 67890 12345')
  await expectAccessible()
  await page.user.click(dialog.getByRole('button', { name: 'The codes are the same: add' }))
  expect(await page.findByText('Firefox on Windows can read your encrypted chats now.')).toBeTruthy()
  expect(fake.encryption.shareWith.mock.calls[0]?.[0]).toBe(deviceId('pc'))
  expect(usedHere('student-1').answered).toEqual([deviceId('pc')])
  await waitFor(() => expect(page.queryByRole('alert')).toBeNull())
})

test.each(['trusted', 'registered'] as const)('nothing is asked about a device that is %s', async (state) => {
  const waiting = ownDevice('waiting', 'Safari on iPad', { state: 'pending' })
  const page = banner(fakeEncryption(encrypted), [here, { ...pc, state }, waiting, code])
  expect((await page.findByRole('alert')).textContent).toMatch(/^Add this browser\? Safari on iPad/)
})

test('a browser no longer listed by the server checks the signed lists, and explains what to do if it was removed', async () => {
  const fake = fakeEncryption(encrypted)
  fake.encryption.checkOwnLists.mockImplementation(async () => {
    fake.encryption.device.set('none')
    return undefined
  })
  const page = banner(fake, [{ ...pc, state: 'trusted' }, code])
  expect(await page.findByText('Encrypted chats can’t be read in this browser yet.')).toBeTruthy()
  expect(page.getByRole('button', { name: 'This is my own browser' })).toBeTruthy()
})

test('a browser listed as pending checks the signed lists, and asks whether its person started over', async () => {
  const fake = fakeEncryption(encrypted)
  fake.encryption.checkOwnLists.mockImplementation(async () => {
    fake.encryption.device.set('startedOver')
    return undefined
  })
  const page = banner(fake, [{ ...here, state: 'pending' }, { ...pc, state: 'trusted' }, code])
  const alert = await page.findByRole('alert')
  expect(alert.textContent).toContain(
    'Encryption was started over for your account in another browser. Was this you? If not, change your password at once and tell the person who runs this system. Your old messages stay readable here.',
  )
  await expectAccessible()
  await page.user.click(within(alert).getByRole('button', { name: 'It was me: add this browser' }))
  expect(await page.findByRole('dialog', { name: 'Add this browser' })).toBeTruthy()
  expect(fake.encryption.requestAccess).toHaveBeenCalledOnce()
})

test('can start over in a browser if another person started over elsewhere', async () => {
  const page = renderWith(fakeEncryption(none, 'startedOver'), <OwnDevices onClose={vi.fn()} />, { devices: [here, code] })
  expect(await page.findByText(/Was this you\?/)).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Start over' }))
  expect(await page.findByRole('alertdialog', { name: 'Start over?' })).toBeTruthy()
})

test('a browser listed by the server does not check the signed lists', async () => {
  const fake = fakeEncryption(encrypted)
  await banner(fake, [here, pc, code]).findByRole('alert')
  expect(fake.encryption.checkOwnLists).not.toHaveBeenCalled()
})

test('sharing shows its progress, and can be retried after a failure', async () => {
  const fake = fakeEncryption(encrypted)
  let fail = (_: Error) => {}
  fake.encryption.shareWith.mockImplementationOnce((_, onProgress) => {
    onProgress(3, 4)
    return new Promise<void>((_, reject) => {
      fail = reject
    })
  })
  const page = banner(fake, [here, pc, code])
  await page.user.click(await page.findByRole('button', { name: 'Yes, compare the code' }))
  const share = await page.findByRole('button', { name: 'The codes are the same: add' })
  await waitFor(() => expect(share).toHaveProperty('disabled', false))
  await page.user.click(share)
  expect((await page.findByRole('progressbar')).getAttribute('aria-valuetext')).toBe('75%, 3 of 4 chats')
  fail(new Error('away'))
  expect(await page.findByText(/Some messages could not be shared/)).toBeTruthy()
  await page.user.click(share)
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
})

test('asks before removing an unknown browser', async () => {
  const fake = fakeEncryption(encrypted)
  const page = banner(fake, [here, pc, code])
  await page.user.click(await page.findByRole('button', { name: 'No, remove it' }))
  const question = within(await page.findByRole('alertdialog', { name: 'Remove Firefox on Windows?' }))
  await page.user.click(question.getByRole('button', { name: 'Remove' }))
  expect(await page.findByText('Device removed.')).toBeTruthy()
  expect(fake.encryption.removeDevice).toHaveBeenCalledWith(deviceId('pc'))
  await waitFor(() => expect(page.queryByText(/^Add this browser/)).toBeNull())
})

test('lists the devices, including this browser, with the actions for each', async () => {
  const fake = fakeEncryption(encrypted)
  const waiting = ownDevice('waiting', 'Safari on iPad', { state: 'pending' })
  const page = renderWith(fake, <OwnDevices onClose={vi.fn()} />, { devices: [here, { ...pc, state: 'trusted' }, waiting, code] })
  const rows = await page.findAllByRole('listitem')
  expect(rows).toHaveLength(3)
  expect(rows[0]?.textContent).toMatch(/Chrome on Android.*This browser/)
  expect(within(rows[0] as HTMLElement).queryByRole('button')).toBeNull()
  expect(rows[1]?.textContent).toMatch(/Firefox on Windows.*Added on.*Last seen on/)
  expect(rows[2]?.textContent).toMatch(/Safari on iPad.*Not added yet.*Asked to be added on/)
  expect(page.getByText(/^You made a recovery code on/)).toBeTruthy()
  await expectAccessible()
  await page.user.click(page.getByRole('button', { name: 'Share earlier messages with this device: Firefox on Windows' }))
  await page.user.click(within(await page.findByRole('dialog', { name: /^Share your messages/ })).getByRole('button', { name: 'Close' }))
  await page.user.click(await page.findByRole('button', { name: 'Make a new recovery code' }))
  expect(await page.findByRole('dialog', { name: 'Recovery code' })).toBeTruthy()
})

test('adds a waiting browser from the list of devices too', async () => {
  const fake = fakeEncryption(encrypted)
  const page = renderWith(fake, <OwnDevices onClose={vi.fn()} />, { devices: [here, pc, code] })
  await page.user.click(await page.findByRole('button', { name: 'Compare the code and add it: Firefox on Windows' }))
  expect(await page.findByRole('dialog', { name: 'Add this browser?' })).toBeTruthy()
})

test('explains what a code from an earlier version requires first', async () => {
  const fake = fakeEncryption(none, 'none')
  fake.encryption.recoverWithCode.mockRejectedValueOnce(new CannotEncryptError('noDevice'))
  const page = banner(fake)
  await page.user.click(page.getByRole('button', { name: 'Enter recovery code' }))
  await page.user.type(await page.findByLabelText(/^Recovery code/), rightCode)
  await page.user.click(page.getByRole('button', { name: 'Open my chats' }))
  expect((await page.findByRole('alert')).textContent).toMatch(/^This code is from an earlier version/)
})
