import { expect, test } from 'vitest'
import type { Live } from './live.ts'
import { noSockets } from './live.ts'
import { follow, type Message, overNodes } from './messages.ts'

type Call = [keyof Live, ...unknown[]]

/** Writes down what is asked of it. */
const givenChannel = () => {
  const calls: Call[] = []
  const noted = (name: keyof Live) => [name, (...args: unknown[]) => void calls.push([name, ...args])]
  const names = Object.keys(noSockets) as (keyof Live)[]
  return { calls, channel: { ...noSockets, ...Object.fromEntries(names.map(noted)) } as Live }
}

const hint = { event: 'user_typing', payload: { userName: 'Asha' }, focus: 'one', exceptPerson: 'a' }
const asks: ((live: Live) => void)[] = [
  (live) => live.endSessions(['s1', 's2']),
  (live) =>
    live.changed(
      [
        { topic: 'favorites', persons: new Set(['a']) },
        { topic: 'announcements', persons: 'everyone' },
      ],
      new Map([['announcements', 7]]),
    ),
  (live) => live.publish(['conversation:one', 'person:a'], 'new_message', { content: 'नमस्ते', at: null }),
  (live) => live.hint(['conversation:one'], hint),
  (live) => live.enter(['a', 'b'], 'conversation:one'),
  (live) => live.leave(['a'], 'conversation:one'),
  (live) => live.close('conversation:one'),
]

test('what one node is asked, it and every other node do, the same and once', () => {
  const [here, there] = [givenChannel(), givenChannel()]
  const live = overNodes(here.channel, (message) => follow(there.channel, JSON.parse(JSON.stringify(message)) as Message))
  for (const ask of asks) ask(live)
  expect(here.calls).toHaveLength(asks.length)
  expect(there.calls).toEqual(here.calls)
})

test('what concerns nobody is not told to others', () => {
  const told: Message[] = []
  const live = overNodes(noSockets, (message) => told.push(message))
  live.endSessions([])
  live.publish([], 'new_message', {})
  live.hint([], hint)
  live.enter([], 'conversation:one')
  live.leave([], 'conversation:one')
  expect(told).toEqual([])
})

test('what only another version understands is ignored', () => {
  const { calls, channel } = givenChannel()
  follow(channel, { do: 'sing', room: 'conversation:one' } as unknown as Message)
  follow(channel, { do: 'changed', changes: [{ topic: 'weather', persons: 'everyone' }], revisions: [] })
  expect(calls).toEqual([['changed', [], new Map()]])
})
