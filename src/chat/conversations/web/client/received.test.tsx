import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeLine } from '#web/api/socketEvents.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { chatInbound } from '../../conversations.events.ts'
import { Notifier } from '../notifications/Notifier.tsx'
import { asha, message } from '../testing/samples.ts'
import { received } from './received.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
let lines: ReturnType<typeof takeLine>[] = []
afterEach(() => {
  // The next file of this worker starts without a connection.
  for (const line of lines) line.disconnected()
  lines = []
  vi.useRealTimers()
})

const givenLine = () => {
  const emit = vi.fn<(event: string, input: unknown) => void>()
  const line = takeLine({ emit })
  lines.push(line)
  line.connected()
  const reports = () =>
    // Presence announces each new connection too, if another file of this worker has shown it.
    emit.mock.calls
      .filter(([event]) => event === chatInbound.messagesReceived.name)
      .map(([event, input]) => [
        event,
        (input as { conversationId: string; seq: number }[]).map(({ conversationId, seq }) => `${conversationId} ${seq}`),
      ])
  return { line, reports }
}
const pass = () => act(() => vi.advanceTimersByTimeAsync(1_000))

test('gathers what arrives within a second in one report, and reports nothing twice', async () => {
  const { reports } = givenLine()
  received('c1', 1)
  received('c1', 2)
  received('c2', 7)
  await pass()
  received('c1', 2)
  received('general', 3)
  await pass()
  expect(reports()).toEqual([['messages_received', ['c1 2', 'c2 7']]])
})

test('reports what arrived last without a connection once there is one, and what is loaded again after it was lost', async () => {
  const { line, reports } = givenLine()
  received('c3', 1)
  line.disconnected()
  await pass()
  expect(reports()).toEqual([])
  line.connected()
  await pass()
  expect(reports()).toEqual([['messages_received', ['c3 1']]])
  line.disconnected()
  line.connected()
  received('c3', 1)
  await pass()
  expect(reports()).toHaveLength(2)
})

test('sends at most a hundred conversations in one report', async () => {
  const { reports } = givenLine()
  for (let at = 0; at < 150; at++) received(`many-${at}`, 1)
  await pass()
  await pass()
  expect(reports().map(([, input]) => input?.length)).toEqual([100, 50])
})

test('each page reports the messages of others that arrive', async () => {
  vi.useRealTimers()
  renderPage(<Notifier />, { as: 'student', at: '/dashboard', replies: [] })
  const { line, reports } = givenLine()
  act(() => line.heard('new_message', message(1, { conversation: 'c9', sender: asha })))
  act(() => line.heard('new_message', message(2, { conversation: 'c8' })))
  await waitFor(() => expect(reports()).toEqual([['messages_received', ['c8 2']]]), { timeout: 5_000 })
})
