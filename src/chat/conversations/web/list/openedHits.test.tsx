import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reply } from '#web/testing/fakeServer.ts'
import { chatApi } from '../../conversations.contract.ts'
import type { Message } from '../../conversations.shapes.contract.ts'
import type { Log } from '../client/chatClient.ts'
import { fakeClient, rowsOf } from '../testing/fakeClient.ts'
import { openChat } from '../testing/openChat.tsx'
import { encrypted, group, message, withRavi } from '../testing/samples.ts'

const secret = (seq: number, content: string, more: Partial<Message> = {}): Message =>
  message(seq, { ...encrypted, content, createdAt: `2026-11-${10 + seq}T05:00:00.000Z`, ...more })

type Given = Partial<Log> & { at?: string; found?: Partial<Message> }

const given = async (query: string, { at = '/chat', found, ...log }: Given = {}) => {
  const rows = rowsOf(
    secret(1, 'The key is under the mat'),
    secret(2, 'The KEY of the hall'),
    secret(3, '', { content: null, unreadable: 'noKey' }),
    secret(4, 'Gone', { content: null, isDeleted: true }),
  )
  const chat = fakeClient([withRavi({ isEncrypted: true, lastSeq: 4 }), group()], { c1: { rows, ...log } })
  const content = found ? 'A hundred for everybody' : 'A key for everybody'
  const open = message(9, { conversation: 'c2', content, createdAt: '2026-11-11T06:00:00.000Z' })
  const all = found ? [message(8, found), open] : [open]
  const items = all.map((one) => ({
    message: one,
    conversation: { _id: one.conversation, name: 'Morning batch', type: 'group' as const },
  }))
  const page = openChat(chat, { at, replies: [reply(chatApi.search, { items, nextCursor: null })] })
  await page.user.type(await page.findByRole('searchbox'), query)
  const hits = () => {
    const section = page.queryByRole('region', { name: 'Messages' })
    return [...(section?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent ?? '')
  }
  return { ...chat, page, hits, log: chat.client.log('c1') }
}

test('merges decrypted messages with those found by the server, the newest first', async () => {
  const { hits } = await given('key the')
  await waitFor(() => expect(hits()).toHaveLength(3))
  expect(hits()[0]).toContain('The KEY of the hall')
  expect(hits()[1]).toContain('A key for everybody')
  expect(hits()[2]).toContain('The key is under the mat')
})

test('hides unsigned text that the server claims to find in an encrypted chat', async () => {
  const { hits } = await given('hundred', { found: { conversation: 'c1', content: 'I owe you five hundred' } })
  await waitFor(() => expect(hits()).toEqual([expect.stringContaining('A hundred for everybody')]))
})

test('finds messages decrypted during a search', async () => {
  const { hits, log } = await given('mat')
  await waitFor(() => expect(hits()).toHaveLength(2))
  act(() => log.set({ ...log.get(), rows: [...log.get().rows, ...rowsOf(secret(5, 'Another mat'))] }))
  expect(hits()).toHaveLength(3)
})

test('searches older messages of the open conversation page by page, until stopped', async () => {
  const { page, client, log, hits } = await given('mat', { at: '/chat?c=c1', hasOlder: true })
  await page.user.click(await page.findByRole('button', { name: 'Search older messages of this chat' }))
  const before = client.loadOlder.mock.calls.length
  expect(page.getByText('Searched back to 11 Nov 2026')).toBeTruthy()
  const older = rowsOf(secret(-3, 'An older mat', { createdAt: '2026-10-02T05:00:00.000Z' }))
  act(() => log.set({ ...log.get(), isLoading: 'older' }))
  act(() => log.set({ ...log.get(), isLoading: null, rows: [...older, ...log.get().rows] }))
  await waitFor(() => expect(client.loadOlder.mock.calls.length).toBeGreaterThan(before))
  expect(page.getByText('Searched back to 2 Oct 2026')).toBeTruthy()
  expect(hits()).toHaveLength(3)
  await page.user.click(page.getByRole('button', { name: 'Stop' }))
  expect(page.getByRole('button', { name: 'Search older messages of this chat' })).toBeTruthy()
})

test('says that everything was searched at the beginning of the conversation', async () => {
  const { page, log } = await given('mat', { at: '/chat?c=c1', hasOlder: true })
  await page.user.click(await page.findByRole('button', { name: 'Search older messages of this chat' }))
  act(() => log.set({ ...log.get(), hasOlder: false }))
  expect(await page.findByText('All messages of this chat were searched.')).toBeTruthy()
})

test('stops when a page fails to load, says so, and can continue', async () => {
  const { page, client, log } = await given('mat', { at: '/chat?c=c1', hasOlder: true })
  await page.user.click(await page.findByRole('button', { name: 'Search older messages of this chat' }))
  act(() => log.set({ ...log.get(), error: new Error('No network') }))
  expect(await page.findByText('Older messages could not be loaded.')).toBeTruthy()
  client.loadOlder.mockClear()
  await page.user.click(page.getByRole('button', { name: 'Search older messages of this chat' }))
  expect(client.loadOlder).toHaveBeenCalledExactlyOnceWith('c1')
})
