import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reply } from '#web/testing/fakeServer.ts'
import { chatApi } from '../../chat.contract.ts'
import type { Message } from '../../chat.shapes.contract.ts'
import type { Log } from '../delivery/chatClient.ts'
import { fakeClient, rowsOf } from '../testing/fakeClient.ts'
import { openChat } from '../testing/openChat.tsx'
import { group, message, sealed, withRavi } from '../testing/samples.ts'

const secret = (seq: number, content: string, more: Partial<Message> = {}): Message =>
  message(seq, { ...sealed, content, createdAt: `2026-11-${10 + seq}T05:00:00.000Z`, ...more })

const given = async (query: string, { at = '/chat', ...log }: Partial<Log> & { at?: string } = {}) => {
  const rows = rowsOf(
    secret(1, 'The key is under the mat'),
    secret(2, 'The KEY of the hall'),
    secret(3, '', { content: null, unreadable: 'noKey' }),
    secret(4, 'Gone', { content: null, isDeleted: true }),
  )
  const chat = fakeClient([withRavi({ isEncrypted: true, lastSeq: 4 }), group()], { c1: { rows, ...log } })
  const found = message(9, { conversation: 'c2', content: 'A key for everybody', createdAt: '2026-11-11T06:00:00.000Z' })
  const hit = { message: found, conversation: { _id: 'c2', name: 'Morning batch', type: 'group' as const } }
  const page = openChat(chat, { at, replies: [reply(chatApi.search, { items: [hit], nextCursor: null })] })
  await page.user.type(await page.findByRole('searchbox'), query)
  const hits = () => {
    const section = page.queryByRole('region', { name: 'Messages' })
    return [...(section?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent ?? '')
  }
  return { ...chat, page, hits, log: chat.client.log('c1') }
}

test('a search finds decrypted messages among those that the server finds, the newest first', async () => {
  const { hits } = await given('key the')
  await waitFor(() => expect(hits()).toHaveLength(3))
  expect(hits()[0]).toContain('The KEY of the hall')
  expect(hits()[1]).toContain('A key for everybody')
  expect(hits()[2]).toContain('The key is under the mat')
})

test('what is opened while someone searches is found too', async () => {
  const { hits, log } = await given('mat')
  await waitFor(() => expect(hits()).toHaveLength(2))
  act(() => log.set({ ...log.get(), rows: [...log.get().rows, ...rowsOf(secret(5, 'Another mat'))] }))
  expect(hits()).toHaveLength(3)
})

test('older messages of the open conversation are searched page by page, until that is stopped', async () => {
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

test('at the beginning of the conversation the search says that it has seen everything', async () => {
  const { page, log } = await given('mat', { at: '/chat?c=c1', hasOlder: true })
  await page.user.click(await page.findByRole('button', { name: 'Search older messages of this chat' }))
  act(() => log.set({ ...log.get(), hasOlder: false }))
  expect(await page.findByText('All messages of this chat were searched.')).toBeTruthy()
})

test('where a page does not come the search stops, says so, and can go on', async () => {
  const { page, client, log } = await given('mat', { at: '/chat?c=c1', hasOlder: true })
  await page.user.click(await page.findByRole('button', { name: 'Search older messages of this chat' }))
  act(() => log.set({ ...log.get(), error: new Error('No network') }))
  expect(await page.findByText('Older messages could not be loaded.')).toBeTruthy()
  client.loadOlder.mockClear()
  await page.user.click(page.getByRole('button', { name: 'Search older messages of this chat' }))
  expect(client.loadOlder).toHaveBeenCalledExactlyOnceWith('c1')
})
