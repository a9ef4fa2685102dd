import { waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { group, meena, ravi, withRavi } from '#chat/conversations/web/testing/samples.ts'
import { encryptionErrors } from '../encryption.shapes.contract.ts'
import { ChatNotice } from './ChatNotice.tsx'
import type { ConversationEncryption } from './encryption.ts'
import { HeaderLine } from './HeaderLine.tsx'
import { deviceId, encrypted, fakeEncryption, open, ownDevice, publicDevice } from './testing/fakeEncryption.ts'
import { expectAccessible, renderWith } from './testing/renderWith.tsx'
import { noteAnswered } from './usedHere.ts'

afterEach(() => localStorage.clear())

const here = ownDevice('here', 'Chrome on Android')
const code = ownDevice('code', '', { kind: 'recovery' })
const sentence = <p>Open: administrators can review this chat</p>
const header = (fake: ReturnType<typeof fakeEncryption>, chat = withRavi(), devices = [here, code]) =>
  renderWith(fake, <HeaderLine conversation={chat}>{sentence}</HeaderLine>, { devices })
const notice = (fake: ReturnType<typeof fakeEncryption>, chat = withRavi({ isEncrypted: true }), devices = [here, code]) =>
  renderWith(fake, <ChatNotice conversation={chat} />, { devices })

test('an open chat says who can review it, and is encrypted after it was said what that means', async () => {
  const fake = fakeEncryption()
  const page = header(fake)
  expect(page.getByText('Open: administrators can review this chat')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Encrypt this chat' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Encrypt this chat?' }))
  expect(dialog.getAllByRole('listitem')).toHaveLength(4)
  await expectAccessible()
  await page.user.click(dialog.getByRole('button', { name: 'Encrypt' }))
  expect(await page.findByText('This chat is end-to-end encrypted now.')).toBeTruthy()
  expect(fake.encryption.enable).toHaveBeenCalledWith('c1')
  expect(page.queryByText('Open: administrators can review this chat')).toBeNull()
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
})

test('whoever has no recovery code is offered one as soon as a chat is encrypted', async () => {
  const page = header(fakeEncryption(), withRavi(), [here])
  await page.user.click(page.getByRole('button', { name: 'Encrypt this chat' }))
  await page.user.click(await page.findByRole('button', { name: 'Encrypt' }))
  expect(await page.findByRole('dialog', { name: 'Recovery code' })).toBeTruthy()
})

test('own devices are announced too, unless the person has said here that they are theirs', () => {
  const mine = { userId: 'student-1', devices: [publicDevice('mine', 'student-1')] }
  const first = notice(fakeEncryption({ ...encrypted, newDevices: [mine] }))
  expect(first.getByText('You now also use a new browser.')).toBeTruthy()
  first.unmount()
  noteAnswered('student-1', deviceId('mine'))
  expect(notice(fakeEncryption({ ...encrypted, newDevices: [mine] })).queryByText('You now also use a new browser.')).toBeNull()
})

test('a chat that cannot be encrypted says why', async () => {
  const { code: why, message } = encryptionErrors.adminsOnly
  const page = header(fakeEncryption({ ...open, whyNotEnable: { code: why, message } }), group())
  await page.user.click(page.getByRole('button', { name: 'Why not encrypted?' }))
  expect(await page.findByText('Only admins can switch on encryption in a group.')).toBeTruthy()
})

test('why a chat cannot be encrypted is looked at again when somebody asks', async () => {
  const { code: why, message } = encryptionErrors.memberWithoutDevice
  const fake = fakeEncryption({ ...open, whyNotEnable: { code: why, message } })
  fake.encryption.changed.mockImplementation(() => void fake.state.set(open))
  const page = header(fake)
  await page.user.click(page.getByRole('button', { name: 'Why not encrypted?' }))
  expect(await page.findByRole('dialog', { name: 'Encrypt this chat?' })).toBeTruthy()
})

test('an encrypted chat has a lock, which tells who can read it and how sure that is', async () => {
  const added = { userId: ravi._id, devices: [publicDevice('new', ravi._id)] }
  const page = header(fakeEncryption({ ...encrypted, newDevices: [added] }), withRavi({ isEncrypted: true }))
  await page.user.click(page.getByRole('button', { name: 'End-to-end encrypted: who can read this chat' }))
  const dialog = within(await page.findByRole('dialog', { name: 'End-to-end encrypted' }))
  expect(dialog.getByText('Not verified')).toBeTruthy()
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'You',
    'Ravi Kumar',
    expect.stringMatching(/^Ravi Kumar: a browser added on/),
  ])
  await expectAccessible()
  await page.user.click(dialog.getByRole('button', { name: 'Compare safety number' }))
  expect(await page.findByRole('dialog', { name: 'Safety number with Ravi Kumar' })).toBeTruthy()
})

test('what was seen encrypted stays so, whatever the server says', () => {
  const page = header(fakeEncryption(encrypted), withRavi({ isEncrypted: false }))
  expect(page.queryByText('Open: administrators can review this chat')).toBeNull()
  expect(page.getByRole('button', { name: /End-to-end encrypted/ })).toBeTruthy()
})

const newDevices: ConversationEncryption['newDevices'] = [
  { userId: ravi._id, devices: [publicDevice('r', ravi._id)] },
  { userId: meena._id, devices: [publicDevice('m', meena._id, 'recovery')] },
]

test('changed devices are told by name until somebody has seen it', async () => {
  const fake = fakeEncryption({ ...encrypted, newDevices })
  const page = notice(fake, group({ isEncrypted: true }))
  expect(page.getByText('Ravi Kumar now also uses a new browser.')).toBeTruthy()
  expect(page.getByText('मीना शर्मा has made a new recovery code.')).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Compare safety number' })).toBeNull()
  await expectAccessible()
  await page.user.click(page.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(page.queryByRole('status')).toBeNull())
  expect(fake.encryption.acceptDevices).toHaveBeenCalledWith('c2')
})

test('in a chat that was verified sending waits for an answer', async () => {
  const waiting = {
    ...encrypted,
    newDevices: newDevices.slice(0, 1),
    wasVerified: true,
    canSend: false,
    cannotSend: 'devicesChanged',
  } as const
  const fake = fakeEncryption(waiting)
  const page = notice(fake)
  expect(page.getByRole('alert').textContent).toContain('Ravi Kumar’s devices have changed since you verified them.')
  await page.user.click(page.getByRole('button', { name: 'Compare' }))
  await page.user.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Close' }))
  expect(fake.encryption.acceptDevices).not.toHaveBeenCalled()
  await page.user.click(page.getByRole('button', { name: 'Send anyway' }))
  expect(fake.encryption.acceptDevices).toHaveBeenCalledWith('c1')
})

test('a browser without a secure connection says so in an encrypted chat, and nothing in an open one', () => {
  const text = 'Encrypted chats need a secure connection (https). Ask whoever runs this system.'
  const fake = fakeEncryption({ ...encrypted, canSend: false, cannotSend: 'unavailable' }, 'unavailable')
  const page = notice(fake)
  expect(page.getByRole('alert').textContent).toBe(text)
  page.unmount()
  expect(notice(fakeEncryption(open, 'unavailable'), withRavi()).queryByText(text)).toBeNull()
})

test('a recovery code is offered in the first encrypted chat until it is put off', async () => {
  const page = notice(fakeEncryption(encrypted), undefined, [here])
  expect(await page.findByRole('button', { name: 'Get a recovery code' })).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Later' }))
  expect(page.queryByRole('button', { name: 'Get a recovery code' })).toBeNull()
  page.unmount()
  const again = notice(fakeEncryption(encrypted), undefined, [here])
  expect(again.queryByRole('status')).toBeNull()
  expect(again.calls).toEqual([])
})
