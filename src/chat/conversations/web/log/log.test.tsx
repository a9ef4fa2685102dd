import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { NotLoaded } from '#web/shell/screen.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { chatApi } from '../../conversations.contract.ts'
import { chatLimits } from '../../conversations.limits.ts'
import type { Conversation, Message, Quoted } from '../../conversations.shapes.contract.ts'
import type { Log, Row } from '../client/chatClient.ts'
import { emojiPicker } from '../composer/emojiPickerScreen.ts'
import { fakeClient, rowsOf } from '../testing/fakeClient.ts'
import { openChat } from '../testing/openChat.tsx'
import { asha, group, meena, message, now, ravi, withRavi } from '../testing/samples.ts'

// A component that suspends while a test renders it would never resume.
beforeAll(() => emojiPicker.load())

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})

const mine = (seq: number, more: Partial<Message> = {}): Message => message(seq, { sender: asha, ...more })

type Given = { conversation?: Conversation; as?: 'student' | 'admin' } & Partial<Log>

const openWith = (rows: readonly Row[], { conversation = withRavi({ lastSeq: rows.length }), as = 'student', ...log }: Given = {}) => {
  const chat = fakeClient([conversation], { [conversation._id]: { rows, ...log } })
  const replies = [reply(chatApi.blocks, { items: [], nextCursor: null })]
  const page = openChat(chat, { at: `/chat?c=${conversation._id}`, as, replies })
  return { ...chat, page, log: chat.client.log(conversation._id) }
}

const rowOf = async (page: ReturnType<typeof openChat>, text: string) => {
  const row = (await page.findByText(text)).closest('article')
  if (!row) throw new Error(`No message says ${text}`)
  return row
}

const actionsOf = async (page: ReturnType<typeof openChat>, text: string) => {
  const row = await rowOf(page, text)
  await page.user.hover(row)
  const bar = within(row).queryByRole('toolbar')
  return bar
    ? within(bar)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label'))
    : []
}

test('opens the conversation, and closes it when the page is unmounted', async () => {
  const { client, page } = openWith(rowsOf(message(1)))
  await page.findByText('Message 1')
  expect(client.open).toHaveBeenCalledWith('c1')
  page.unmount()
  expect(client.open).toHaveBeenLastCalledWith(null)
})

test('the header shows the number of members of a group, and who can read the conversation', async () => {
  const { page } = openWith(rowsOf(message(1)), { conversation: group({ lastSeq: 1, description: 'For all who come early' }) })
  expect(await page.findByRole('button', { name: '3 members' })).toBeTruthy()
  expect(page.getByText('Open: administrators can review this chat')).toBeTruthy()
  expect(page.getByText('For all who come early')).toBeTruthy()
  page.unmount()
  const other = openWith(rowsOf(message(1)))
  expect(await other.page.findByText('Open: administrators can review this chat')).toBeTruthy()
  expect(other.page.queryByText(/participants/)).toBeNull()
})

test('searches the members', async () => {
  const chat = fakeClient([group()])
  const members = reply(chatApi.participants, ({ query }) => ({
    items: query.search ? [{ user: meena, readSeq: 0 }] : [asha, meena, ravi].map((user) => ({ user, readSeq: 0 })),
    nextCursor: null,
  }))
  const page = openChat(chat, { at: '/chat?c=c2', replies: [members] })
  await page.user.click(await page.findByRole('button', { name: '3 members' }))
  const dialog = await page.findByRole('dialog', { name: 'Members of Morning batch' })
  expect(await within(dialog).findByText('Ravi Kumar')).toBeTruthy()
  await page.user.fill(within(dialog).getByRole('searchbox', { name: 'Search members' }), 'मीना')
  await waitFor(() => expect(within(dialog).queryByText('Ravi Kumar')).toBeNull())
  expect(within(dialog).getByText('मीना शर्मा')).toBeTruthy()
})

test('separates days, and groups consecutive messages of one person under one name', async () => {
  const rows = rowsOf(
    message(1, { createdAt: '2026-11-19T05:00:00.000Z' }),
    message(2, { createdAt: '2026-11-21T05:00:00.000Z' }),
    message(3),
    message(4, { createdAt: '2026-11-22T05:01:00.000Z' }),
    message(5, { createdAt: '2026-11-22T05:30:00.000Z' }),
  )
  const { page } = openWith(rows, { conversation: group({ lastSeq: 5, readSeq: 5 }) })
  const log = await page.findByRole('log')
  for (const day of ['19 Nov 2026', 'Yesterday', 'Today']) expect(within(log).getByText(day)).toBeTruthy()
  expect(within(log).getAllByText('Ravi Kumar')).toHaveLength(4)
})

test('marks visible messages as read, and announces an arriving message once to screen readers', async () => {
  const { page, client, log } = openWith(rowsOf(message(1)), { conversation: withRavi({ lastSeq: 1, unreadCount: 1 }) })
  await page.findByText('Message 1')
  await waitFor(() => expect(client.markRead).toHaveBeenCalledWith('c1', 1))
  act(() => log.set({ ...log.get(), rows: rowsOf(message(1), message(2, { content: 'Are you there?' })) }))
  expect(await page.findByText('Ravi Kumar: Are you there?')).toBeTruthy()
  await waitFor(() => expect(client.markRead).toHaveBeenCalledWith('c1', 2))
})

test('edited messages show that, and who edited them if not the sender', async () => {
  const edited = { isEdited: true, editedAt: '2026-11-22T05:10:00.000Z' }
  const { page } = openWith(rowsOf(message(1, { ...edited, editedBy: { _id: 'a', name: 'Anita Singh' } })))
  const row = await rowOf(page, 'Message 1')
  expect(within(row).getByText('(edited)')).toBeTruthy()
  expect(within(row).getByText('edited by Anita Singh')).toBeTruthy()
})

test('a deleted message keeps its place and has no actions', async () => {
  const { page } = openWith(rowsOf(mine(1, { isDeleted: true, content: null })))
  expect(await page.findByText('This message was deleted')).toBeTruthy()
  expect(await actionsOf(page, 'This message was deleted')).toEqual([])
})

const quoteOf = (content: string): Quoted => ({
  _id: 'm1',
  seq: 1,
  type: 'text',
  content,
  sender: { _id: 'ravi', name: 'Ravi Kumar' },
  isDeleted: false,
})

test('a quote shows the sender and 120 characters, and jumps to the message', async () => {
  expect(chatLimits.messagePreview).toBe(120)
  const { page, client } = openWith(rowsOf(message(7, { replyTo: quoteOf('x'.repeat(300)), content: 'Yes' })))
  const quote = await page.findByRole('button', { name: `Replying to Ravi Kumar: ${'x'.repeat(120)}…` })
  await page.user.click(quote)
  expect(client.jumpTo).toHaveBeenCalledWith('c1', 1)
})

test.each([
  ['an emoji that is joined from several', '👩‍🎓'],
  ['a letter of Hindi with its signs', 'स्त्री'],
])('quotes, rows and announcements count %s as people do', async (_, character) => {
  const whole = character.repeat(chatLimits.messagePreview)
  const { page, log } = openWith(rowsOf(message(7, { replyTo: quoteOf(whole), content: 'Yes' })))
  expect(await page.findByRole('button', { name: `Replying to Ravi Kumar: ${whole}` })).toBeTruthy()
  const longer = rowsOf(message(7, { replyTo: quoteOf(whole + character) }), message(8, { content: whole + character }))
  act(() => log.set({ ...log.get(), rows: longer }))
  expect(await page.findByRole('button', { name: `Replying to Ravi Kumar: ${whole}…` })).toBeTruthy()
  expect(await page.findByRole('article', { name: new RegExp(`${whole}…$`) })).toBeTruthy()
  expect(await page.findByText(`Ravi Kumar: ${whole}…`)).toBeTruthy()
})

test('a quote of a deleted message shows that it was deleted', async () => {
  const quoted = { _id: 'm1', seq: 1, type: 'text' as const, content: null, sender: { _id: 'ravi', name: 'Ravi Kumar' }, isDeleted: true }
  const { page } = openWith(rowsOf(message(7, { replyTo: quoted, content: 'Yes' })))
  expect(await page.findByRole('button', { name: 'Replying to Ravi Kumar: This message was deleted' })).toBeTruthy()
})

test('counts reactions by emoji; a press adds or removes one’s own', async () => {
  const reactions = [
    { emoji: '👍', user: { _id: 'ravi', name: 'Ravi Kumar' } },
    { emoji: '👍', user: { _id: 'student-1', name: 'Asha Devi' } },
    { emoji: '🎉', user: { _id: 'ravi', name: 'Ravi Kumar' } },
  ]
  const { page, client } = openWith(rowsOf(message(1, { reactions })))
  const own = await page.findByRole('button', { name: '👍, 2 people' })
  expect(own.getAttribute('aria-pressed')).toBe('true')
  expect(own.title).toBe('You and Ravi Kumar reacted with 👍')
  const other = page.getByRole('button', { name: '🎉, 1 person' })
  expect(other.getAttribute('aria-pressed')).toBe('false')
  await page.user.click(other)
  expect(client.react).toHaveBeenLastCalledWith(expect.objectContaining({ _id: 'm1' }), '🎉', true)
  await page.user.click(own)
  expect(client.react).toHaveBeenLastCalledWith(expect.objectContaining({ _id: 'm1' }), '👍', false)
})

test('messages of others can be replied to, but not edited or deleted', async () => {
  const { page } = openWith(rowsOf(message(1)))
  expect(await actionsOf(page, 'Message 1')).toEqual(['React', 'Reply', 'More actions'])
})

test('own messages can be edited and deleted; an admin may edit and delete any', async () => {
  const { page } = openWith(rowsOf(mine(1)))
  expect(await actionsOf(page, 'Message 1')).toEqual(['React', 'Reply', 'Edit', 'Delete', 'More actions'])
  page.unmount()
  const admin = openWith(rowsOf(message(1)), { as: 'admin' })
  expect(await actionsOf(admin.page, 'Message 1')).toEqual(['React', 'Reply', 'Edit', 'Delete', 'More actions'])
})

test('hides Edit after 4 hours, and for messages without text', async () => {
  expect(chatLimits.editHours).toBe(4)
  const justIn = new Date(now.getTime() - 4 * 3_600_000).toISOString()
  const late = new Date(now.getTime() - 4 * 3_600_000 - 1).toISOString()
  const rows = rowsOf(mine(1, { createdAt: late }), mine(2, { createdAt: justIn }), mine(3, { type: 'image', content: 'A photo' }))
  const { page } = openWith(rows)
  expect(await actionsOf(page, 'Message 1')).not.toContain('Edit')
  expect(await actionsOf(page, 'Message 2')).toContain('Edit')
  expect(await actionsOf(page, 'A photo')).not.toContain('Edit')
  expect(await actionsOf(page, 'A photo')).toContain('Delete')
})

test('deleting asks "Delete this message?", and shows a failure', async () => {
  const { page, client } = openWith(rowsOf(mine(1)))
  client.remove.mockRejectedValueOnce(new Error('no'))
  await page.user.hover(await rowOf(page, 'Message 1'))
  await page.user.click(page.getByRole('button', { name: 'Delete' }))
  const question = await page.findByRole('alertdialog')
  expect(within(question).getByText('Delete this message?')).toBeTruthy()
  await page.user.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await page.findByText('Failed to delete')).toBeTruthy()
  expect(client.remove).toHaveBeenCalledWith(expect.objectContaining({ _id: 'm1' }))
})

test('arrows, Home and End move between messages, and Enter opens the menu', async () => {
  const { page, client } = openWith(rowsOf(message(1), message(2), mine(3)))
  const last = await rowOf(page, 'Message 3')
  act(() => last.focus())
  await page.user.keyboard('{ArrowUp}')
  await waitFor(async () => expect(document.activeElement).toBe(await rowOf(page, 'Message 2')))
  await page.user.keyboard('{Home}')
  await waitFor(async () => expect(document.activeElement).toBe(await rowOf(page, 'Message 1')))
  await page.user.keyboard('{End}')
  await waitFor(() => expect(document.activeElement).toBe(last))
  expect(client.jumpToEnd).toHaveBeenCalledWith('c1')
  await page.user.keyboard('{Enter}')
  const sheet = await page.findByRole('dialog', { name: 'Message actions' })
  expect(within(sheet).getByRole('button', { name: 'Delete' })).toBeTruthy()
  await page.user.click(within(sheet).getByRole('button', { name: '👍' }))
  expect(client.react).toHaveBeenCalledWith(expect.objectContaining({ _id: 'm3' }), '👍', true)
})

test('touching a message opens its menu', async () => {
  const { page } = openWith(rowsOf(message(1)))
  const row = await rowOf(page, 'Message 1')
  fireEvent(row, Object.assign(new MouseEvent('click', { bubbles: true }), { pointerType: 'touch' }))
  expect(await page.findByRole('dialog', { name: 'Message actions' })).toBeTruthy()
})

test('a dialog shows who reacted', async () => {
  const reactions = [{ emoji: '👍', user: { _id: 'ravi', name: 'Ravi Kumar' } }]
  const { page } = openWith(rowsOf(message(1, { reactions, sender: meena })))
  await page.user.hover(await rowOf(page, 'Message 1'))
  await page.user.click(page.getByRole('button', { name: 'More actions' }))
  await page.user.click(await page.findByRole('button', { name: 'Who reacted' }))
  expect(within(await page.findByRole('dialog', { name: 'Reactions' })).getByText('Ravi Kumar')).toBeTruthy()
})

test('finds an emoji by its words', async () => {
  const { page, client } = openWith(rowsOf(message(1)))
  await page.user.hover(await rowOf(page, 'Message 1'))
  await page.user.click(page.getByRole('button', { name: 'React' }))
  await page.user.fill(await page.findByRole('searchbox', { name: 'Search emoji' }), 'cricket')
  await page.user.click(await page.findByRole('button', { name: 'Cricket' }))
  expect(client.react).toHaveBeenCalledWith(expect.objectContaining({ _id: 'm1' }), '🏏', true)
})

const pending = (state: 'waiting' | 'sending'): Row => ({
  key: 'p1',
  pending: {
    clientId: 'p1',
    conversation: 'c1',
    content: 'On its way',
    replyTo: null,
    mentions: [],
    file: null,
    createdAt: new Date(now.getTime() - 10_000).toISOString(),
    state,
    progress: null,
    cannotEncrypt: null,
  },
})

test('a pending message shows "Sending...", or that it waits for the network and can be discarded', async () => {
  const { page, client, log, connection } = openWith([pending('sending')])
  expect(await page.findByText('Sending...')).toBeTruthy()
  act(() => log.set({ ...log.get(), rows: [pending('waiting')] }))
  expect(await page.findByText('Not sent yet. Trying again…')).toBeTruthy()
  act(() => connection.set('disconnected'))
  expect(await page.findByText('Waiting for the network…')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Discard' }))
  expect(client.discard).toHaveBeenCalledWith('p1')
})

test('shows messages of blocked people in private conversations, which the reader has opened to read them', async () => {
  const chat = fakeClient([withRavi({ lastSeq: 1 })], { c1: { rows: rowsOf(message(1)) } })
  const page = openChat(chat, { at: '/chat?c=c1', replies: [reply(chatApi.blocks, { items: [ravi], nextCursor: null })] })
  await page.findByText('Message 1')
  await page.user.click(page.getAllByRole('button', { name: 'Options for Ravi Kumar' })[0] as HTMLElement)
  await page.findByRole('menuitem', { name: 'Unblock' })
  expect(page.queryByText('Message from a person you blocked')).toBeNull()
})

test('does not suggest starting a conversation to people who may not write in it', async () => {
  const whyNotWrite = { code: 'chat.announcement_only', message: 'Only admins can post in Announcement.' }
  const { page } = openWith([], { conversation: group({ whyNotWrite }) })
  expect(within(await page.findByRole('log')).getByText('No messages yet')).toBeTruthy()
})

test('collapses messages of blocked people in groups until the reader expands them', async () => {
  const chat = fakeClient([group({ lastSeq: 1 })], { c2: { rows: rowsOf(message(1)) } })
  const page = openChat(chat, { at: '/chat?c=c2', replies: [reply(chatApi.blocks, { items: [ravi], nextCursor: null })] })
  expect(await page.findByText('Message from a person you blocked')).toBeTruthy()
  expect(page.queryByText('Message 1')).toBeNull()
  await page.user.click(page.getByRole('button', { name: 'Show' }))
  expect(page.getByText('Message 1')).toBeTruthy()
})

const Unreachable = () => {
  throw new NotLoaded(async () => {}, 'offline')
}

test('shows the name of a file if the code to show it fails to load', async () => {
  const attachment = {
    url: '/api/chat/attachments/f1',
    previewUrl: null,
    originalName: 'timetable.pdf',
    mediaType: 'application/pdf',
    size: 2_000,
    width: null,
    height: null,
  }
  const chat = fakeClient([group({ lastSeq: 1 })], { c2: { rows: rowsOf(message(1, { type: 'file', content: null, attachment })) } })
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const page = openChat(chat, { at: '/chat?c=c2', slots: { attachment: { Component: Unreachable, load: async () => {} } } })
  expect(await page.findByText('timetable.pdf (2 kB)')).toBeTruthy()
  quiet.mockClear()
})

test('collapses a long message', async () => {
  const text = 'word '.repeat(2_000).trim()
  const { page } = openWith(rowsOf(message(1, { content: text })))
  const more = await page.findByRole('button', { name: 'Show more' })
  expect(page.queryByText(text)).toBeNull()
  await page.user.click(more)
  expect(page.getByText(text)).toBeTruthy()
  expect(page.getByRole('button', { name: 'Show less' })).toBeTruthy()
})

test('a button jumps to the newest message, and shows how many arrived', async () => {
  const rows = rowsOf(...Array.from({ length: 100 }, (_, index) => message(index + 1)))
  const { page, client } = openWith(rows, {
    conversation: withRavi({ lastSeq: 150, readSeq: 100, unreadCount: 50 }),
    hasNewer: true,
  })
  await page.user.click(await page.findByRole('button', { name: 'Jump to the newest message, 50 new' }))
  expect(client.jumpToEnd).toHaveBeenCalledWith('c1')
})

test('renders only visible messages, and fetches older ones before the first is reached', async () => {
  const rows = rowsOf(...Array.from({ length: 5_000 }, (_, index) => message(index + 1)))
  const { page, client } = openWith(rows, { conversation: withRavi({ lastSeq: 5_000, readSeq: 5_000 }), hasOlder: true })
  const log = await page.findByRole('log')
  await within(log).findByText('Message 5000')
  expect(within(log).getAllByRole('article').length).toBeLessThan(60)
  expect(client.loadOlder).not.toHaveBeenCalled()
  act(() => {
    log.scrollTop = 0
    fireEvent.scroll(log)
  })
  await waitFor(() => expect(client.loadOlder).toHaveBeenCalledWith('c1'))
})

test('offers to retry loading older messages, without automatic retries', async () => {
  const chat = fakeClient([withRavi({ lastSeq: 5, readSeq: 5 })], { c1: { rows: rowsOf(message(5)), hasOlder: true } })
  chat.client.loadOlder.mockRejectedValue(new Error('no'))
  const page = openChat(chat, { at: '/chat?c=c1' })
  await page.user.click(await page.findByRole('button', { name: 'Retry' }))
  expect(chat.client.loadOlder).toHaveBeenCalledTimes(2)
  expect(await page.findByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('shows a loading failure, and Retry opens the conversation again', async () => {
  const { page, client } = openWith([], { error: new Error('no') })
  expect(await page.findByText('Failed to load messages')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Retry' }))
  expect(client.open).toHaveBeenCalledTimes(2)
})

test('the newest own message shows in words that it was sent, delivered and read', async () => {
  const reached = (deliveredSeq: number, readSeq: number) =>
    withRavi({ participants: [asha, ravi].map((user) => ({ user, readSeq })), lastSeq: 1, deliveredSeq })
  const { page, list } = openWith(rowsOf(mine(1)), { conversation: reached(0, 0) })
  await page.findByText('Message 1')
  const marks = () => page.queryAllByText(/^(Sent|Delivered|Read)$/).map(({ textContent }) => textContent)
  expect(marks()).toEqual(['Sent'])
  act(() => list.set({ ...list.get(), items: [reached(1, 0)] }))
  expect(marks()).toEqual(['Delivered'])
  act(() => list.set({ ...list.get(), items: [reached(1, 1)] }))
  expect(marks()).toEqual(['Read'])
})

test('a URL with a message jumps to it', async () => {
  const chat = fakeClient([withRavi({ lastSeq: 1 })], { c1: { rows: rowsOf(message(1)) } })
  const page = await act(async () => openChat(chat, { at: '/chat?c=c1&m=1' }))
  await waitFor(() => expect(chat.client.jumpTo).toHaveBeenCalledWith('c1', 1))
  expect(page.address()).toBe('/chat?c=c1')
})

test('shows who is typing', async () => {
  const { page, client } = openWith(rowsOf(message(1)))
  await page.findByText('Message 1')
  const typing = (...names: string[]) => names.map((userName) => ({ userId: userName, userName, userRole: 'student' }))
  act(() => client.typing('c1').set(typing('Ravi')))
  expect(page.getByText('Ravi is typing…')).toBeTruthy()
  act(() => client.typing('c1').set(typing('Ravi', 'Meena', 'Opal')))
  expect(page.getByText('Several people are typing…')).toBeTruthy()
})
