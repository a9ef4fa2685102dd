import { within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Conversation, Message } from '../../conversations.shapes.contract.ts'
import type { Log, Row } from '../client/chatClient.ts'
import type { CannotEncrypt } from '../messageEncryption.ts'
import { CannotEncryptError } from '../messageEncryption.ts'
import { fakeClient, rowsOf } from '../testing/fakeClient.ts'
import { openChat } from '../testing/openChat.tsx'
import { asha, encrypted, lastOf, message, now, withRavi } from '../testing/samples.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})

const encryptedChat = (more: Partial<Conversation> = {}) => withRavi({ isEncrypted: true, lastSeq: 9, ...more })

const openWith = (
  rows: readonly Row[],
  { conversation = encryptedChat(), ...log }: { conversation?: Conversation } & Partial<Log> = {},
) => {
  const chat = fakeClient([conversation], { c1: { rows, ...log } })
  return { ...chat, page: openChat(chat, { at: '/chat?c=c1' }) }
}

const secret = (seq: number, more: Partial<Message> = {}): Message => message(seq, { ...encrypted, ...more })
const closed = (seq: number, more: Partial<Message> = {}): Message => secret(seq, { content: null, unreadable: 'noKey', ...more })

test.each([
  ['noKey', 'Sent before this browser could read it. Confirm this browser on one of your other devices, or enter your recovery code.'],
  [
    'startedOver',
    'Sent before you started over, so this browser has no key for it. If you still use a browser that could read it, add that browser to your devices and share its messages.',
  ],
  ['notMember', 'Sent while you were not a member of this chat, so you cannot read it. Ask a member what it said.'],
  ['noDevice', 'This browser cannot read encrypted messages yet. Follow the notice above, or enter your recovery code.'],
  ['unavailable', 'Encrypted messages can be read only at a secure (https) address, and not in every private window.'],
  ['forged', 'This message could not be verified, so it is not shown.'],
  ['unsupported', 'This message needs a newer version of Chat. Reload the page to read it.'],
  ['repeated', 'This repeats an earlier message, so it is not shown again.'],
  ['rolledBack', 'This is an earlier version of a message that was edited, so it is not shown.'],
  ['changed', 'The server has two different texts for this message, so it is not shown. Ask the sender in person.'],
  ['notEncrypted', 'This message came without encryption, so it is not shown.'],
] as const)('a message that is not shown says why (%s)', async (unreadable, sentence) => {
  const { page } = openWith(rowsOf(closed(1, { unreadable })))
  expect(await page.findByText(sentence)).toBeTruthy()
  expect(page.getByRole('article', { name: 'Message of Ravi Kumar: Encrypted message' })).toBeTruthy()
})

test('an unreadable message can be replied to, but neither edited nor copied', async () => {
  const { page } = openWith(rowsOf(closed(1, { sender: asha })))
  await page.user.hover(await page.findByRole('article'))
  const labels = within(page.getByRole('toolbar'))
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))
  // The last one is for logs without room for the others.
  expect(labels).toEqual(['React', 'Reply', 'Delete', 'More actions'])
})

test('a quote of an unreadable message says so, in the log and the composer', async () => {
  const quoted = closed(1)
  const { page } = openWith(rowsOf(quoted, secret(2, { replyTo: quoted })))
  expect(await page.findByText('Replying to Ravi Kumar: A message that this browser cannot read yet')).toBeTruthy()
  await page.user.hover(page.getByRole('article', { name: /Encrypted message/ }))
  await page.user.click(page.getByRole('button', { name: 'Reply' }))
  expect(await page.findByText('A message that this browser cannot read yet')).toBeTruthy()
})

test('a quote of a long message describes it as long', async () => {
  const quoted = message(1, { content: null, unreadable: 'tooLong' })
  const { page } = openWith(rowsOf(secret(2, { replyTo: quoted })))
  expect(await page.findByText('Replying to Ravi Kumar: A long message')).toBeTruthy()
})

const divider = 'Messages from here on are end-to-end encrypted'
/** Returns the texts of the log in order, including the divider. */
const order = (page: ReturnType<typeof openChat>): string[] =>
  (page.getByRole('log').textContent ?? '').match(new RegExp(`${divider}|Message \\d`, 'g')) ?? []

test.each<[string, readonly Message[], Partial<Log>, string[]]>([
  [
    'stands at the first encrypted message',
    [message(1), message(2), secret(3), secret(4)],
    {},
    ['Message 1', 'Message 2', divider, 'Message 3', 'Message 4'],
  ],
  ['stands at the top where nothing came before', [secret(1), secret(2)], {}, [divider, 'Message 1', 'Message 2']],
  ['is not there while older messages are not loaded', [secret(5)], { hasOlder: true }, ['Message 5']],
  [
    'is not led astray by an old message that was edited since',
    [message(1, encrypted), message(2), secret(3)],
    {},
    ['Message 1', 'Message 2', divider, 'Message 3'],
  ],
  [
    'is not led astray by a blank reply',
    [message(1), secret(2), message(3, { content: null, replyTo: message(1) }), secret(4)],
    {},
    ['Message 1', divider, 'Message 2', 'Message 1', 'Message 4'],
  ],
  ['is not there before anything was sent encrypted', [message(1)], {}, ['Message 1']],
])('the line where encryption begins %s', async (_, messages, log, expected) => {
  const { page } = openWith(rowsOf(...messages), log)
  await page.findAllByRole('article')
  expect(order(page)).toEqual(expected)
})

const waiting = (cannotEncrypt: CannotEncrypt): Row => ({
  key: 'p1',
  pending: {
    ...{ clientId: 'p1', conversation: 'c1', content: 'On its way', replyTo: null, mentions: [], file: null },
    ...{ createdAt: now.toISOString(), state: 'waiting', progress: null, cannotEncrypt },
  },
})

test.each([
  ['unavailable', 'Not sent yet: encrypted messages can be sent only at a secure (https) address, and not in every private window.'],
  ['noDevice', 'Not sent yet: set up encryption above, or enter your recovery code.'],
  ['notSetUp', 'Not sent yet: a member of this chat has not set up encryption.'],
  ['noKey', 'Not sent yet: a device in this chat could not be verified, so nothing can be encrypted for it.'],
  ['devicesChanged', 'Not sent yet: something about a member has changed. Please look at the notice above first.'],
] as const)('a message that cannot be encrypted says why under its text (%s), and can be discarded', async (reason, sentence) => {
  const { page, client } = openWith([waiting(reason)])
  expect(await page.findByText('On its way')).toBeTruthy()
  expect(page.getByText(sentence)).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Discard' }))
  expect(client.discard).toHaveBeenCalledWith('p1')
})

test('an edit that cannot be encrypted shows why and stays in the composer', async () => {
  const { page, client } = openWith(rowsOf(secret(1, { sender: asha })))
  client.edit.mockRejectedValue(new CannotEncryptError('devicesChanged'))
  await page.user.hover(await page.findByRole('article'))
  await page.user.click(page.getByRole('button', { name: 'Edit' }))
  const field = page.getByRole('textbox', { name: 'Message to Ravi Kumar' }) as HTMLTextAreaElement
  await page.user.type(field, ' again{Enter}')
  expect(await page.findByText(/something about a member has changed/)).toBeTruthy()
  expect(field.value).toBe('Message 1 again')
})

test.each([
  ['its text', { content: 'The hall is open' }, 'The hall is open'],
  ['that it is encrypted, where it cannot be read', { content: null, unreadable: 'noKey' as const }, 'Encrypted message'],
  ['that it is encrypted, where it is not opened yet', { content: null, ...encrypted }, 'Encrypted message'],
  ['that it is long', { content: null, unreadable: 'tooLong' as const }, 'A long message'],
])('the list shows of an encrypted message %s', async (_, more, text) => {
  const page = openChat(fakeClient([encryptedChat({ lastMessage: { ...lastOf(message(1)), ...more } })]))
  expect((await page.findByRole('button', { name: /^Ravi Kumar/ })).textContent).toContain(text)
})
