import { waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { reply } from '#web/testing/fakeServer.ts'
import { encryptionApi } from '../encryption.contract.ts'
import { ChatBanner } from './ChatBanner.tsx'
import { OwnDevices } from './OwnDevices.tsx'
import { at, deviceId, encrypted, fakeEncryption, laterAt, open, ownDevice, rightCode } from './testing/fakeEncryption.ts'
import { expectAccessible, renderWith } from './testing/renderWith.tsx'
import { usedHere } from './usedHere.ts'

afterEach(() => localStorage.clear())

const here = ownDevice('here', 'Chrome on Android', { createdAt: at })
const pc = ownDevice('pc', 'Firefox on Windows', { createdAt: laterAt })
const code = ownDevice('code', '', { kind: 'recovery' })
const none = { ...encrypted, canSend: false, cannotSend: 'noDevice' } as const

const banner = (fake: ReturnType<typeof fakeEncryption>, devices = [here, code], hasEncrypted = true) => {
  const left = [...devices]
  const removal = reply(encryptionApi.removeDevice, ({ params }) => {
    left.splice(0, left.length, ...left.filter(({ _id }) => _id !== params.id))
    return undefined
  })
  const list = reply(encryptionApi.devices, () => ({ items: left, nextCursor: null }))
  return renderWith(fake, <ChatBanner hasEncrypted={hasEncrypted} />, { replies: [list, removal] })
}

test('a new browser of one’s own is added, and says how the past comes', async () => {
  const fake = fakeEncryption(none, 'none')
  const page = banner(fake, [pc, code])
  expect(page.getByRole('status').textContent).toContain('Encrypted chats can’t be read in this browser yet.')
  await expectAccessible()
  await page.user.click(page.getByRole('button', { name: 'This is my own browser' }))
  const dialog = within(await page.findByRole('dialog', { name: 'This browser can read encrypted chats now' }))
  expect(fake.encryption.useThisBrowser).toHaveBeenCalledOnce()
  expect(await dialog.findByText(/Open Chat there \(Firefox on Windows\)/)).toBeTruthy()
  expect((await dialog.findByText(/Code of this browser/)).parentElement?.textContent).toContain('12345 67890 12345')
  await expectAccessible()
  await page.user.click(dialog.getByRole('button', { name: 'Enter recovery code' }))
  expect(await page.findByRole('dialog', { name: 'Enter recovery code' })).toBeTruthy()
  expect(page.queryByRole('group', { name: 'What is this browser?' })).toBeNull()
})

test('a shared computer reads with the recovery code and keeps nothing', async () => {
  const fake = fakeEncryption(none, 'none')
  const page = banner(fake)
  await page.user.click(page.getByRole('button', { name: 'Enter recovery code' }))
  await page.user.type(await page.findByLabelText(/^Recovery code/), 'wrong')
  await page.user.click(page.getByRole('radio', { name: 'A shared computer: keep nothing here' }))
  await page.user.click(page.getByRole('button', { name: 'Open my chats' }))
  expect(await page.findByText(/^This is not your recovery code/)).toBeTruthy()
  await expectAccessible()
  await page.user.clear(page.getByLabelText(/^Recovery code/))
  await page.user.type(page.getByLabelText(/^Recovery code/), rightCode.toLowerCase())
  await page.user.click(page.getByRole('button', { name: 'Open my chats' }))
  expect(await page.findByText(/Nothing is kept in this browser/)).toBeTruthy()
  expect(fake.encryption.useRecoveryCode).toHaveBeenLastCalledWith(rightCode.toLowerCase(), false)
  expect(usedHere('student-1').isUsed).toBe(false)
})

test('Not now hides the question, and nobody without an encrypted chat is asked', async () => {
  const page = banner(fakeEncryption(none, 'none'))
  await page.user.click(page.getByRole('button', { name: 'Not now' }))
  expect(page.queryByRole('status')).toBeNull()
  page.unmount()
  expect(banner(fakeEncryption(open, 'none'), [pc], false).queryByRole('status')).toBeNull()
})

test('the other devices ask about a browser that was added, and share after the codes were compared', async () => {
  const fake = fakeEncryption(encrypted)
  const page = banner(fake, [here, pc, code])
  const alert = within(await page.findByRole('alert'))
  expect(alert.getByText('A new browser was added: Firefox on Windows. Is it you?')).toBeTruthy()
  expect(await alert.findByText('It shows 12345 67890 12345')).toBeTruthy()
  await page.user.click(alert.getByRole('button', { name: 'Yes, share my messages' }))
  expect(fake.encryption.shareWith).not.toHaveBeenCalled()
  const dialog = within(await page.findByRole('dialog', { name: 'Share your messages with Firefox on Windows?' }))
  await expectAccessible()
  await waitFor(() => expect(dialog.getByRole('button', { name: 'The codes are the same: share' })).toHaveProperty('disabled', false))
  await page.user.click(dialog.getByRole('button', { name: 'The codes are the same: share' }))
  expect(await page.findByText('Firefox on Windows can read your earlier messages now.')).toBeTruthy()
  expect(fake.encryption.shareWith.mock.calls[0]?.[0]).toBe(deviceId('pc'))
  await waitFor(() => expect(page.queryByRole('alert')).toBeNull())
})

test('sharing shows how far it is, and a failure can be tried again', async () => {
  const fake = fakeEncryption(encrypted)
  let fail = (_: Error) => {}
  fake.encryption.shareWith.mockImplementationOnce((_, onProgress) => {
    onProgress(3, 4)
    return new Promise<void>((_, reject) => {
      fail = reject
    })
  })
  const page = banner(fake, [here, pc, code])
  await page.user.click(await page.findByRole('button', { name: 'Yes, share my messages' }))
  const share = await page.findByRole('button', { name: 'The codes are the same: share' })
  await waitFor(() => expect(share).toHaveProperty('disabled', false))
  await page.user.click(share)
  expect((await page.findByRole('progressbar')).getAttribute('aria-valuetext')).toBe('75%, 3 of 4 chats')
  fail(new Error('away'))
  expect(await page.findByText(/Your messages could not be shared/)).toBeTruthy()
  await page.user.click(share)
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
})

test('a browser that is nobody’s own is removed after a question', async () => {
  const page = banner(fakeEncryption(encrypted), [here, pc, code])
  await page.user.click(await page.findByRole('button', { name: 'No, remove it' }))
  const question = within(await page.findByRole('alertdialog', { name: 'Remove Firefox on Windows?' }))
  await page.user.click(question.getByRole('button', { name: 'Remove' }))
  expect(await page.findByText('Device removed.')).toBeTruthy()
  await waitFor(() => expect(page.queryByText(/A new browser was added/)).toBeNull())
})

test('the devices are listed, this browser among them, with what can be done about each', async () => {
  const fake = fakeEncryption(encrypted)
  const page = renderWith(fake, <OwnDevices onClose={vi.fn()} />, { devices: [here, pc, code] })
  const rows = await page.findAllByRole('listitem')
  expect(rows).toHaveLength(2)
  expect(rows[0]?.textContent).toMatch(/Chrome on Android.*This browser/)
  expect(within(rows[0] as HTMLElement).queryByRole('button')).toBeNull()
  expect(rows[1]?.textContent).toMatch(/Firefox on Windows.*Added on.*Last seen on/)
  expect(page.getByText(/^You made a recovery code on/)).toBeTruthy()
  await expectAccessible()
  await page.user.click(page.getByRole('button', { name: 'Share earlier messages with this device: Firefox on Windows' }))
  await page.user.click(within(await page.findByRole('dialog', { name: /^Share your messages/ })).getByRole('button', { name: 'Close' }))
  await page.user.click(await page.findByRole('button', { name: 'Make a new recovery code' }))
  expect(await page.findByRole('dialog', { name: 'Recovery code' })).toBeTruthy()
})
