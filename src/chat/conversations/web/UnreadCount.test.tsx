import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { takeLine } from '#web/api/socketEvents.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { chatApi } from '../conversations.contract.ts'
import { message } from './testing/samples.ts'
import { UnreadCount } from './UnreadCount.tsx'

const line = () => takeLine({ emit: () => undefined })
const read = { conversationId: 'c1', userId: 'asha', seq: 1 }
const hear = (socket: ReturnType<typeof line>, each: number) =>
  each % 2 ? socket.heard('new_message', message(each)) : socket.heard('message_read', read)
const loadNothing = () => Promise.reject(new Error('Nothing is unsent'))
afterEach(() => line().closed())

test('shows nothing while nothing is unread, and at most 99', async () => {
  let count = 0
  const page = renderPage(<UnreadCount loadEncryption={loadNothing} />, {
    as: 'student',
    replies: [reply(chatApi.unread, () => ({ count }))],
  })
  const socket = line()
  await waitFor(() => expect(page.calls).toHaveLength(1))
  expect(page.container.textContent).toBe('')
  count = 100
  act(() => socket.heard('new_message', message(1)))
  expect(await page.findByText('99+')).toBeTruthy()
  expect(page.getByText('100 unread conversations')).toBeTruthy()
})

test('makes one call a second for a hundred messages', async () => {
  const page = renderPage(<UnreadCount loadEncryption={loadNothing} />, { as: 'student', replies: [reply(chatApi.unread, { count: 1 })] })
  expect(await page.findByText('1 unread conversation')).toBeTruthy()
  const socket = line()
  vi.useFakeTimers()
  for (let each = 0; each < 100; each += 1) hear(socket, each)
  await act(() => vi.advanceTimersByTimeAsync(999))
  expect(page.calls).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(page.calls).toHaveLength(2)
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(page.calls).toHaveLength(2)
})
