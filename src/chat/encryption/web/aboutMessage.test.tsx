import { within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Mark } from '#chat/conversations/conversations.encryption.contract.ts'
import type { Conversation, Message } from '#chat/conversations/conversations.shapes.contract.ts'
import { fakeClient, rowsOf } from '#chat/conversations/web/testing/fakeClient.ts'
import { openChat } from '#chat/conversations/web/testing/openChat.tsx'
import { asha, encrypted, group, message, now, ravi, withRavi } from '#chat/conversations/web/testing/samples.ts'
import { eagerScreen } from '#web/shell/screen.ts'
import { AboutMessage } from './AboutMessage.tsx'
import { expectAccessible } from './testing/renderWith.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})

const secret = (more: Partial<Message> = {}): Message => message(1, { ...encrypted, createdAt: '2026-11-23T04:45:00.000Z', ...more })

const openWith = (one: Message, conversation: Conversation = withRavi({ isEncrypted: true, lastSeq: 9 })) =>
  openChat(fakeClient([conversation], { [conversation._id]: { rows: rowsOf({ ...one, conversation: conversation._id }) } }), {
    at: `/chat?c=${conversation._id}`,
    slots: { aboutMessage: eagerScreen(AboutMessage) },
  })

const about = async (one: Message, conversation?: Conversation) => {
  const page = openWith(one, conversation)
  await page.user.hover(await page.findByRole('article'))
  await page.user.click(page.getByRole('button', { name: 'More actions' }))
  await page.user.click(await page.findByRole('button', { name: 'About this message' }))
  return within(await page.findByRole('dialog', { name: 'About this message' }))
}
/** Returns the lines under a heading of the dialog. */
const under = (dialog: Awaited<ReturnType<typeof about>>, heading: string): (string | null)[] =>
  [...(dialog.getByRole('heading', { name: heading }).parentElement?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)

test('shows the author, the time on the sender’s clock, and what only the server claims', async () => {
  const reactions = [{ emoji: '👍', user: { _id: asha._id, name: asha.name } }]
  const dialog = await about(secret({ claimedAt: Date.parse('2026-11-23T04:44:00.000Z'), reactions }))
  expect(under(dialog, 'Proven by encryption')).toEqual(['Written by Ravi Kumar. One of this person’s devices signed it.'])
  expect(under(dialog, 'The sender’s clock')).toEqual([
    'The sender’s device says: written 23 Nov 2026, 10:14 am. The clock of a device can be wrong.',
  ])
  expect(under(dialog, 'The server’s word')).toEqual([
    'The server says: received 23 Nov 2026, 10:15 am.',
    'The server says: this person’s name is Ravi Kumar.',
    'The server says: reactions from Asha Devi.',
    'Encryption cannot prove these.',
  ])
  expect(dialog.queryByRole('heading', { name: 'What to know' })).toBeNull()
  await expectAccessible()
})

test('read marks of an own message are listed as claims of the server', async () => {
  const conversation = group({ isEncrypted: true, lastSeq: 9, participants: [asha, ravi].map((user) => ({ user, readSeq: 5 })) })
  const dialog = await about(secret({ sender: asha, encryption: { ...encrypted.encryption, writtenBy: asha._id } }), conversation)
  expect(under(dialog, 'Proven by encryption')).toEqual(['Written by you. One of your devices signed it.'])
  expect(under(dialog, 'The server’s word')).toContain('The server says: read by 1 person.')
})

test('shows a message edited by another person as written by that person', async () => {
  const editor = { _id: 'meena', name: 'Meena' }
  const encryption = { ...encrypted.encryption, revision: 2, writtenBy: 'meena' }
  const dialog = await about(secret({ isEdited: true, editedAt: '2026-11-23T05:00:00.000Z', editedBy: editor, encryption }))
  expect(under(dialog, 'Proven by encryption')).toEqual(['Edited by Meena. The text you see is from this person, whose device signed it.'])
  expect(under(dialog, 'The server’s word')).toContain('The server says: edited 23 Nov 2026, 10:30 am.')
})

test.each<[string, Partial<Message>]>([
  ['from before its sender started over', { marks: ['unproven'] }],
  ['without encryption', { encryption: undefined as never, marks: ['notEncrypted'] }],
  ['that cannot be read', { content: null, unreadable: 'noKey' }],
])('the author of a message %s is the server’s word', async (_, more) => {
  const dialog = await about(secret(more))
  expect(under(dialog, 'Not proven')[0]).toBe('The server says: written by Ravi Kumar.')
  expect(dialog.queryByRole('heading', { name: 'Proven by encryption' })).toBeNull()
})

test.each<[Mark, string, RegExp]>([
  ['receivedLate', 'Received late', /^Received late: it arrived out of order/],
  ['removedDevice', 'From a removed device', /^From a removed device: it arrived after/],
  ['unproven', 'Not proven', /^Not proven: it is from before the sender started over/],
  ['oldProtocol', 'From before signed device lists', /^From before signed device lists: it was encrypted by an earlier version/],
  ['notEncrypted', 'Not encrypted', /^Not encrypted: it was sent before this chat was encrypted/],
])('a mark (%s) is a label on the message, which leads to its sentence', async (mark, label, sentence) => {
  const page = openWith(secret({ marks: [mark] }))
  const article = within(await page.findByRole('article'))
  expect(article.getByText(label)).toBeTruthy()
  await expectAccessible()
  await page.user.click(article.getByRole('button', { name: `${label}: about this message` }))
  const dialog = within(await page.findByRole('dialog', { name: 'About this message' }))
  expect(under(dialog, 'What to know')).toEqual([expect.stringMatching(sentence)])
})

test('shows no label on a message without marks', async () => {
  const page = openWith(secret())
  await page.findByRole('article')
  expect(page.queryByRole('button', { name: /about this message/ })).toBeNull()
})

test('marks a quote that was edited since, in the log and the dialog', async () => {
  const quoted = { ...message(3), ...encrypted, marks: ['editedSince' as const] }
  const page = openWith(secret({ replyTo: quoted }))
  const quote = await page.findByRole('button', { name: /^Replying to Ravi Kumar: Message 3\s*Edited since/ })
  expect(quote.getAttribute('title')).toBe('Go to the message')
  await expectAccessible()
  page.unmount()
  const dialog = await about(secret({ replyTo: quoted }))
  expect(under(dialog, 'The message it replies to')).toEqual(['Edited since: the message it replies to was edited after this reply.'])
})

test('messages of an unencrypted conversation have no such entry', async () => {
  const page = openWith(message(1), withRavi({ lastSeq: 9 }))
  await page.user.hover(await page.findByRole('article'))
  await page.user.click(page.getByRole('button', { name: 'More actions' }))
  expect(await page.findByRole('dialog', { name: 'Message actions' })).toBeTruthy()
  expect(page.queryByRole('button', { name: 'About this message' })).toBeNull()
})
