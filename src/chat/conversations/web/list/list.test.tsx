import { act, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { holdTimers } from '#web/testing/holdTimers.ts'
import { chatApi } from '../../conversations.contract.ts'
import { chatLimits } from '../../conversations.limits.ts'
import { fakeClient } from '../testing/fakeClient.ts'
import { openChat } from '../testing/openChat.tsx'
import { asha, group, lastOf, meena, message, ravi, withRavi } from '../testing/samples.ts'

const both = () => [
  group({ lastMessage: lastOf(message(3, { sender: meena, content: 'The hall is open' })), unreadCount: 120, unreadMentions: 1 }),
  withRavi({ lastMessage: lastOf(message(1, { sender: asha, content: 'See you' })) }),
]

const names = (page: ReturnType<typeof openChat>) =>
  within(page.getByRole('list', { name: 'Conversations' }))
    .getAllByRole('listitem')
    .map((row) => within(row).getAllByRole('button')[0]?.textContent ?? '')

test('the badge shows the connection state', async () => {
  const chat = fakeClient()
  const page = openChat(chat)
  expect(await page.findByText('Connected')).toBeTruthy()
  act(() => chat.connection.set('disconnected'))
  expect(page.getByText('Disconnected')).toBeTruthy()
})

test('a row shows the last sender, the unread count, and mentions', async () => {
  const page = openChat(fakeClient(both()))
  const row = await page.findByRole('button', { name: /^Morning batch/ })
  expect(row.textContent).toContain('मीना शर्मा: The hall is open')
  expect(row.textContent).toContain('99+')
  expect(row.textContent).toContain('120 unread messages')
  expect(row.textContent).toContain('You were mentioned')
  expect(page.getByRole('button', { name: /^Ravi Kumar/ }).textContent).toContain('You: See you')
})

test('a row hides messages of a blocked person in a group', async () => {
  const page = openChat(fakeClient(both()), { replies: [reply(chatApi.blocks, { items: [meena], nextCursor: null })] })
  const row = await page.findByRole('button', { name: /^Morning batch/ })
  await waitFor(() => expect(row.textContent).toContain('Message from a person you blocked'))
  expect(row.textContent).not.toContain('The hall is open')
})

test('the chips show personal conversations, groups, or all', async () => {
  const page = openChat(fakeClient(both()))
  await page.findByRole('list', { name: 'Conversations' })
  expect(names(page)).toHaveLength(2)
  await page.user.click(page.getByRole('button', { name: 'Personal' }))
  expect(names(page)).toEqual([expect.stringMatching(/^Ravi Kumar|^RK/)])
  await page.user.click(page.getByRole('button', { name: 'Groups' }))
  expect(names(page)).toEqual([expect.stringContaining('Morning batch')])
  expect(page.address()).toBe('/chat?show=groups')
  await page.user.click(page.getByRole('button', { name: 'All' }))
  expect(names(page)).toHaveLength(2)
})

test('the search finds conversations by name, including those not loaded yet', async () => {
  const chat = fakeClient(both())
  const page = openChat(chat, {
    replies: [reply(chatApi.conversations, { items: [group({ _id: 'c9', name: 'Evening batch' })], nextCursor: null })],
  })
  const search = await page.findByRole('searchbox', { name: 'Search conversations' })
  await page.user.type(search, 'batch')
  expect(names(page)).toEqual([expect.stringContaining('Morning batch')])
  expect(page.calls.some(({ endpoint }) => endpoint === chatApi.conversations)).toBe(false)
  await page.user.clear(search)
  act(() => chat.list.set({ ...chat.list.get(), hasMore: true }))
  await page.user.type(search, 'batch')
  await waitFor(() => expect(names(page)).toHaveLength(2))
  await page.user.click(page.getByRole('button', { name: /^Evening batch/ }))
  expect(chat.client.learn).toHaveBeenCalledWith(expect.objectContaining({ _id: 'c9' }))
  expect(page.address()).toBe('/chat?c=c9')
})

test('a search that finds no messages asks about no conversation', async () => {
  const { client, ...chat } = fakeClient(both())
  const isEncrypted = vi.fn(client.isEncrypted)
  const page = openChat({ ...chat, client: { ...client, isEncrypted } })
  await page.user.type(await page.findByRole('searchbox', { name: 'Search conversations' }), 'zz')
  expect(await page.findByText('Nothing matches "zz".')).toBeTruthy()
  expect(isEncrypted).not.toHaveBeenCalled()
})

const people = reply(chatApi.people, { items: [ravi, meena], nextCursor: null })

test('searches people only in Personal, 300 ms after typing, and never without a text', async () => {
  expect(chatLimits.peopleSearchMs).toBe(300)
  const page = openChat(fakeClient(), { replies: [people], at: '/chat?show=personal' })
  const search = await page.findByRole('searchbox', { name: 'Search people and conversations' })
  const asked = () => page.calls.filter(({ endpoint }) => endpoint === chatApi.people).map(({ received }) => received.query.q)
  const resting = holdTimers(chatLimits.peopleSearchMs)
  await page.user.type(search, 'rav')
  expect(asked()).toEqual([])
  await resting.run()
  await waitFor(() => expect(asked().at(-1)).toBe('rav'))
  expect(asked(), 'the first letter waits too').toEqual(['rav'])
  expect(page.calls.filter(({ endpoint }) => endpoint === chatApi.search).map(({ received }) => received.query.q)).toEqual(['rav'])
  await page.user.clear(search)
  await page.user.type(search, '   ')
  await page.user.click(page.getByRole('button', { name: 'All' }))
  await page.user.clear(search)
  await page.user.type(search, 'mee')
  await resting.run()
  expect(asked()).toEqual(['rav'])
})

test('lists people with name and role; choosing one opens or starts the conversation with them', async () => {
  const chat = fakeClient()
  const opened = reply(chatApi.openPrivate, withRavi())
  const page = openChat(chat, { replies: [people, opened], at: '/chat?show=personal' })
  await page.user.type(await page.findByRole('searchbox'), 'r')
  const person = await page.findByRole('button', { name: /Ravi Kumar.*Student/ })
  expect(page.getByRole('button', { name: /मीना शर्मा.*Manager/ })).toBeTruthy()
  await page.user.click(person)
  await waitFor(() => expect(page.address()).toBe('/chat?show=personal&c=c1'))
  expect(page.calls.find(({ endpoint }) => endpoint === chatApi.openPrivate)?.received.body).toEqual({ userId: 'ravi' })
})

test('says that nobody was found, or why a conversation cannot be started', async () => {
  const none = reply(chatApi.people, ({ query }) => ({ items: query.q === 'zz' ? [] : [ravi], nextCursor: null }))
  const refused = reply(
    chatApi.openPrivate,
    refuse({ ...commonErrors.notAllowed, message: 'Students can write in private to staff only.' }),
  )
  const page = openChat(fakeClient(), { replies: [none, refused], at: '/chat?show=personal' })
  const search = await page.findByRole('searchbox')
  await page.user.type(search, 'zz')
  expect(await page.findByText('Nothing matches "zz".')).toBeTruthy()
  await page.user.clear(search)
  await page.user.type(search, 'ra')
  await page.user.click(await page.findByRole('button', { name: /Ravi Kumar/ }))
  expect(await page.findByText('Students can write in private to staff only.')).toBeTruthy()
})

const openMenu = async (page: ReturnType<typeof openChat>, name: string) => {
  await page.user.click((await page.findAllByRole('button', { name: `Options for ${name}` }))[0] as HTMLElement)
}

test('marking a conversation as unread closes it', async () => {
  const chat = fakeClient([withRavi()])
  const page = openChat(chat, { at: '/chat?c=c1' })
  await openMenu(page, 'Ravi Kumar')
  await page.user.click(await page.findByRole('menuitem', { name: 'Mark as unread' }))
  expect(chat.client.markUnread).toHaveBeenCalledWith('c1')
  expect(page.address()).toBe('/chat')
  act(() => chat.list.set({ ...chat.list.get(), items: [withRavi({ markedUnread: true })] }))
  expect(page.getByRole('button', { name: /^Ravi Kumar/ }).textContent).toContain('Marked as unread')
})

test('mutes a conversation for 8 hours, and limits notifications to mentions', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T06:00:00.000Z') })
  const chat = fakeClient([group()])
  const muted = group({ mutedUntil: '2026-11-22T14:00:00.000Z', notify: 'mentions' })
  const page = openChat(chat, { replies: [reply(chatApi.updateSettings, muted)] })
  await openMenu(page, 'Morning batch')
  await page.user.click(await page.findByRole('menuitem', { name: 'Notifications…' }))
  await page.user.selectOptions(await page.findByLabelText('Notify me about'), 'Only mentions of me')
  await page.user.selectOptions(page.getByLabelText('Mute'), 'For 8 hours')
  await page.user.click(page.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(chat.client.learn).toHaveBeenCalledWith(muted))
  const sent = page.calls.find(({ endpoint }) => endpoint === chatApi.updateSettings)
  expect(sent?.received.body).toEqual({ notify: 'mentions', mutedUntil: '2026-11-22T14:00:00.000Z' })
  expect(page.getByRole('button', { name: /^Morning batch/ }).textContent).toContain('Muted')
})

test('asks before blocking a person', async () => {
  const chat = fakeClient([withRavi()])
  const blocked = withRavi({ whyNotWrite: { code: 'chat.you_blocked', message: 'You have blocked this person. Unblock them to write.' } })
  const replies = [reply(chatApi.block, undefined), reply(chatApi.conversation, blocked)]
  const page = openChat(chat, { at: '/chat?c=c1', replies })
  await openMenu(page, 'Ravi Kumar')
  await page.user.click(await page.findByRole('menuitem', { name: 'Block' }))
  await page.user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: 'Block' }))
  expect(await page.findByText('Ravi Kumar is blocked')).toBeTruthy()
  expect(page.calls.find(({ endpoint }) => endpoint === chatApi.block)?.received.params).toEqual({ id: 'ravi' })
  expect(await page.findByText('You have blocked this person. Unblock them to write.')).toBeTruthy()
})

test('shows a loading failure of the list, and retries', async () => {
  const chat = fakeClient()
  chat.list.set({ items: [], hasMore: false, isLoading: false, error: new Error('no') })
  const page = openChat(chat)
  expect(await page.findByText('Failed to load conversations')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Retry' }))
  expect(chat.client.loadConversations).toHaveBeenCalled()
})

test('renders only the visible ones of ten thousand conversations', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => withRavi({ _id: `c${index}`, name: `Person ${index}` }))
  const page = openChat(fakeClient(many))
  await page.findByText('Person 0')
  const rows = within(page.getByRole('list', { name: 'Conversations' })).getAllByRole('listitem')
  expect(rows.length).toBeLessThan(60)
  expect(rows[0]?.getAttribute('aria-setsize')).toBe('10000')
})

test('the settings show why this browser has no notifications, and the blocked people', async () => {
  const replies = [reply(chatApi.blocks, { items: [ravi], nextCursor: null }), reply(chatApi.unblock, undefined)]
  const page = openChat(fakeClient(), { replies })
  await page.user.click(await page.findByRole('button', { name: 'Chat settings' }))
  expect(await page.findByText('Browsers allow notifications only at secure (https) addresses.')).toBeTruthy()
  await page.user.click(await page.findByRole('button', { name: 'Unblock' }))
  await waitFor(() => expect(page.calls.some(({ endpoint }) => endpoint === chatApi.unblock)).toBe(true))
})

test('finds messages by their words, and jumps to one when it is pressed', async () => {
  const hit = (seq: number, content: string) => ({
    message: message(seq, { content }),
    conversation: { _id: 'c1', name: 'Ravi Kumar', type: 'private' as const },
  })
  const search = reply(chatApi.search, ({ query }) => ({
    items: query.q === 'monday' ? [hit(41, `${'early '.repeat(20)}closed on Monday`)] : [],
    nextCursor: null,
  }))
  const page = openChat(fakeClient([withRavi()]), { replies: [search] })
  const field = await page.findByRole('searchbox')
  await page.user.type(field, 'monday')
  const found = await page.findByRole('region', { name: 'Messages' })
  expect(within(found).getByText('Monday').tagName).toBe('MARK')
  await page.user.click(within(found).getByRole('button', { name: /^Ravi Kumar/ }))
  await waitFor(() => expect(page.address()).toContain('c=c1'))
  await page.user.clear(field)
  await page.user.type(field, 'tuesday')
  expect(await page.findByText('Nothing matches "tuesday".')).toBeTruthy()
})

test('moves the focus into an opened conversation, and back to its row on closing', async () => {
  const chat = fakeClient([withRavi(), group()])
  const page = openChat(chat)
  await page.user.click(await page.findByRole('button', { name: /^Morning batch/ }))
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('textbox', { name: 'Message to Morning batch' })))
  await openMenu(page, 'Morning batch')
  await page.user.click(await page.findByRole('menuitem', { name: 'Mark as unread' }))
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('button', { name: /^Morning batch/ })))
})
