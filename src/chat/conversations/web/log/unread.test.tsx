import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Conversation, Message } from '../../conversations.shapes.contract.ts'
import { fakeClient, rowsOf } from '../testing/fakeClient.ts'
import { openChat } from '../testing/openChat.tsx'
import { asha, message, now, withRavi } from '../testing/samples.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => vi.restoreAllMocks())

const openWith = (count: number, more: Partial<Conversation> = {}) => {
  const messages = Array.from({ length: count }, (_, at) => message(at + 1))
  const fake = fakeClient([withRavi({ lastSeq: count, ...more })], { c1: { rows: rowsOf(...messages) } })
  const page = openChat(fake, { at: '/chat?c=c1' })
  const log = fake.client.log('c1')
  const arrive = (seq: number, changed: Partial<Message> = {}) =>
    act(() => {
      log.set({ ...log.get(), rows: [...log.get().rows, ...rowsOf(message(seq, changed))] })
      fake.list.set({ ...fake.list.get(), items: fake.list.get().items.map((each) => ({ ...each, lastSeq: seq })) })
    })
  /** Returns the text at the marker; undefined if there is none. */
  const firstNew = () => page.queryByText('New messages')?.closest('[data-index]')?.textContent
  return { page, arrive, firstNew }
}

const turn = (visibilityState: DocumentVisibilityState) =>
  act(() => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState)
    document.dispatchEvent(new Event('visibilitychange'))
  })

test('shows a marker before the first unread message', async () => {
  const { page, firstNew } = openWith(3, { readSeq: 1 })
  await page.findByText('New messages')
  expect(firstNew()).toContain('Message 2')
})

test('shows no marker for messages that arrive while the tab is visible', async () => {
  const { page, arrive, firstNew } = openWith(3, { readSeq: 3 })
  await page.findByText('Message 3')
  arrive(4)
  expect(await page.findByText('Message 4')).toBeTruthy()
  expect(firstNew()).toBeUndefined()
})

test('shows a marker before messages that arrive while the tab is hidden; later ones do not move it', async () => {
  const { page, arrive, firstNew } = openWith(2, { readSeq: 2 })
  await page.findByText('Message 2')
  turn('hidden')
  arrive(3, { sender: asha })
  expect(firstNew()).toBeUndefined()
  arrive(4)
  turn('visible')
  expect(firstNew()).toContain('Message 4')
  arrive(5, { createdAt: '2026-11-22T06:00:01.000Z' })
  await page.findByText('Message 5')
  expect(firstNew()).toContain('Message 4')
})

test('shows no later marker to a person who returns to no new messages', async () => {
  const { page, arrive, firstNew } = openWith(2, { readSeq: 2 })
  await page.findByText('Message 2')
  turn('hidden')
  turn('visible')
  arrive(3, { createdAt: '2026-11-22T06:00:01.000Z' })
  await page.findByText('Message 3')
  expect(firstNew()).toBeUndefined()
})

test('shows the marker before messages sent while a phone slept, which arrive after it wakes up', async () => {
  const { page, arrive, firstNew } = openWith(2, { readSeq: 2 })
  await page.findByText('Message 2')
  turn('hidden')
  turn('visible')
  arrive(3, { createdAt: '2026-11-22T05:59:00.000Z' })
  await page.findByText('Message 3')
  expect(firstNew()).toContain('Message 3')
})
