import { act, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { group, ravi, withRavi } from '#chat/conversations/web/testing/samples.ts'
import { encryptionErrors } from '../encryption.shapes.contract.ts'
import { ChatNotice } from './ChatNotice.tsx'
import { HeaderLine } from './HeaderLine.tsx'
import { encrypted, fakeEncryption, newDevice, open, ownDevice } from './testing/fakeEncryption.ts'
import { expectAccessible, renderWith } from './testing/renderWith.tsx'

afterEach(() => localStorage.clear())

const here = ownDevice('here', 'Chrome on Android')
const code = ownDevice('code', '', { kind: 'recovery' })
const sentence = <p>Open: administrators can review this chat</p>
const header = (fake: ReturnType<typeof fakeEncryption>, chat = withRavi(), devices = [here, code]) =>
  renderWith(fake, <HeaderLine conversation={chat}>{sentence}</HeaderLine>, { devices })
const notice = (fake: ReturnType<typeof fakeEncryption>, chat = withRavi({ isEncrypted: true }), devices = [here, code]) =>
  renderWith(fake, <ChatNotice conversation={chat} />, { devices })

test('an unencrypted chat says who can review it, and is encrypted after an explanation', async () => {
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

test('shows why a chat cannot be encrypted', async () => {
  const { code: why, message } = encryptionErrors.adminsOnly
  const page = header(fakeEncryption({ ...open, whyNotEnable: { code: why, message } }), group())
  await page.user.click(page.getByRole('button', { name: 'Why not encrypted?' }))
  expect(await page.findByText('Only admins can switch on encryption in a group.')).toBeTruthy()
})

test('refetches the reason why a chat cannot be encrypted on request', async () => {
  const { code: why, message } = encryptionErrors.memberWithoutDevice
  const fake = fakeEncryption({ ...open, whyNotEnable: { code: why, message } })
  fake.encryption.invalidateKeys.mockImplementation(() => void fake.state.set(open))
  const page = header(fake)
  await page.user.click(page.getByRole('button', { name: 'Why not encrypted?' }))
  expect(await page.findByRole('dialog', { name: 'Encrypt this chat?' })).toBeTruthy()
})

test('allows setting up encryption while waiting for others to do so', async () => {
  const { code: why, message } = encryptionErrors.memberWithoutDevice
  const page = header(fakeEncryption({ ...open, whyNotEnable: { code: why, message } }, 'unset'))
  await page.user.click(page.getByRole('button', { name: 'Why not encrypted?' }))
  expect(await page.findByText(/^Not everyone in this chat has set up encryption yet/)).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Set up encryption' }))
  expect(await page.findByText('Is this your own device?')).toBeTruthy()
})

test('setting up continues when another person can no longer encrypt', async () => {
  const { code: why, message } = encryptionErrors.memberWithoutDevice
  const fake = fakeEncryption(open, 'unset')
  const page = header(fake)
  await page.user.click(page.getByRole('button', { name: 'Encrypt this chat' }))
  await page.user.click(await page.findByRole('button', { name: 'Yes, only I use it' }))
  act(() => fake.state.set({ ...open, whyNotEnable: { code: why, message } }))
  expect(page.getByRole('button', { name: 'Show the code' })).toBeTruthy()
})

test('an encrypted chat has a lock that shows who can read it, how certain that is, and what only the server claims', async () => {
  const page = header(fakeEncryption({ ...encrypted, news: [newDevice(ravi._id, 'r')] }), withRavi({ isEncrypted: true }))
  await page.user.click(page.getByRole('button', { name: 'End-to-end encrypted: who can read this chat' }))
  const dialog = within(await page.findByRole('dialog', { name: 'End-to-end encrypted' }))
  expect(dialog.getByText('Not verified')).toBeTruthy()
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'You',
    'Ravi Kumar',
    expect.stringMatching(/^Ravi Kumar uses a new device/),
    'The names of people',
    'Who is a member of a group',
    'The time of each message',
    'Reactions, and who has read a message',
    'Whether a message is missing',
  ])
  await expectAccessible()
  await page.user.click(dialog.getByRole('button', { name: 'Compare safety number' }))
  expect(await page.findByRole('dialog', { name: 'Safety number with Ravi Kumar' })).toBeTruthy()
})

test('shows the earlier name of a verified person who was renamed', async () => {
  const page = header(fakeEncryption({ ...encrypted, isVerified: true, verifiedName: 'Ravi K' }), withRavi({ isEncrypted: true }))
  await page.user.click(page.getByRole('button', { name: /^End-to-end encrypted, verified/ }))
  const dialog = within(await page.findByRole('dialog', { name: 'End-to-end encrypted' }))
  expect(dialog.getByText('Verified')).toBeTruthy()
  expect(dialog.getByText('Ravi Kumar (was Ravi K)')).toBeTruthy()
  expect(dialog.getByText(/When you verified this person, the name was Ravi K\./)).toBeTruthy()
})

test('shows no earlier name of a verified person who was not renamed', async () => {
  const page = header(fakeEncryption({ ...encrypted, isVerified: true, verifiedName: 'Ravi Kumar' }), withRavi({ isEncrypted: true }))
  await page.user.click(page.getByRole('button', { name: /^End-to-end encrypted/ }))
  const dialog = within(await page.findByRole('dialog', { name: 'End-to-end encrypted' }))
  expect(dialog.getByText('Verified')).toBeTruthy()
  expect(dialog.getByText('Ravi Kumar')).toBeTruthy()
  expect(page.queryByText(/the name was|\(was/)).toBeNull()
})

test('a chat seen as encrypted stays encrypted, regardless of the server', () => {
  const page = header(fakeEncryption(encrypted), withRavi({ isEncrypted: false }))
  expect(page.queryByText('Open: administrators can review this chat')).toBeNull()
  expect(page.getByRole('button', { name: /End-to-end encrypted/ })).toBeTruthy()
})

test('warns about an insecure connection in an encrypted chat, but not in an unencrypted one', () => {
  const text = 'Encrypted chats need a secure connection (https). Ask the person who runs this system.'
  const fake = fakeEncryption({ ...encrypted, canSend: false, cannotSend: 'unavailable' }, 'unavailable')
  const page = notice(fake)
  expect(page.getByRole('alert').textContent).toBe(text)
  page.unmount()
  expect(notice(fakeEncryption(open, 'unavailable'), withRavi()).queryByText(text)).toBeNull()
})

test.each([
  ['unset', 'Set up encryption to read and write in this chat.', ['Set up encryption']],
  ['outdated', 'Encryption on this device must be set up again. Your old messages stay readable.', ['Set up again']],
  ['none', 'This browser cannot read this chat yet.', ['This is my own browser', 'Enter recovery code']],
  ['pending', 'This browser is waiting for you to confirm it on your other device.', ['Show the code to compare', 'Enter recovery code']],
] as const)('an encrypted chat says what a browser needs that is %s', async (device, text, buttons) => {
  const page = notice(fakeEncryption({ ...encrypted, canSend: false, cannotSend: 'noDevice' }, device))
  expect(page.getByText(text)).toBeTruthy()
  expect(page.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([...buttons])
  await expectAccessible()
})

test('names a member who has not set up encryption', () => {
  const state = { ...encrypted, canSend: false, cannotSend: 'notSetUp' } as const
  const page = notice(fakeEncryption(state))
  expect(page.getByText('Ravi Kumar has not set up encryption yet, so nothing can be sent here.')).toBeTruthy()
  page.unmount()
  const ofGroup = notice(fakeEncryption(state), group({ isEncrypted: true }))
  expect(ofGroup.getByText('A member has not set up encryption yet, so nothing can be sent here.')).toBeTruthy()
})

test('an encrypted chat does not allow postponing the recovery code', async () => {
  const fake = fakeEncryption(encrypted)
  const page = notice(fake, undefined, [here])
  expect(page.queryByRole('status')).toBeNull()
  act(() => fake.state.set({ ...encrypted, canSend: false, cannotSend: 'notSetUp' }))
  expect(await page.findByText(/^Ravi Kumar has not set up encryption yet/)).toBeTruthy()
  expect(page.queryByRole('button')).toBeNull()
  expect(page.calls).toEqual([])
})
