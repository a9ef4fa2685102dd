import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { event } from '#contract/event.ts'
import type { Live, Sockets } from './live.ts'
import { noSockets } from './live.ts'
import { follow, type Message, overNodes } from './nodeMessages.ts'

type Call = [keyof Sockets, ...unknown[]]

/** Records the calls it receives. */
const givenChannel = () => {
  const calls: Call[] = []
  const noted = (name: keyof Sockets) => [name, (...args: unknown[]) => void calls.push([name, ...args])]
  const names = Object.keys(noSockets) as (keyof Sockets)[]
  return { calls, channel: { ...noSockets, ...Object.fromEntries(names.map(noted)) } as Sockets }
}

const newMessage = event({
  name: 'new_message',
  audience: 'members',
  summary: '',
  payload: z.object({ content: z.string(), at: z.nullable(z.string()) }),
})
const userTyping = event({ name: 'user_typing', audience: 'viewers', summary: '', payload: z.object({ userName: z.string() }) })
const message = { content: 'नमस्ते', at: null }
const viewers = { focus: 'one', exceptPerson: 'a' }
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
  (live) => live.publish(['conversation:one', 'person:a'], newMessage, message),
  (live) => live.hint(['conversation:one'], viewers, userTyping, { userName: 'Asha' }),
  (live) => live.enter(['a', 'b'], 'conversation:one'),
  (live) => live.leave(['a'], 'conversation:one'),
  (live) => live.close('conversation:one'),
]

test('does the same on this node and every other node, once', () => {
  const [here, there] = [givenChannel(), givenChannel()]
  const live = overNodes(here.channel, (message) => follow(there.channel, JSON.parse(JSON.stringify(message)) as Message))
  for (const ask of asks) ask(live)
  expect(here.calls).toHaveLength(asks.length)
  expect(there.calls).toEqual(here.calls)
})

test('a field that an event does not declare reaches neither the sockets of this node nor another node', () => {
  const { calls, channel } = givenChannel()
  const told: Message[] = []
  const live = overNodes(channel, (message) => told.push(message))
  const whole = { ...message, email: 'asha@example.org' }
  live.publish(['person:a'], newMessage, whole)
  live.hint(['person:a'], viewers, userTyping, { userName: 'Asha', ...whole })
  expect(calls).toEqual([
    ['publish', ['person:a'], { event: 'new_message', payload: message }],
    ['hint', ['person:a'], { event: 'user_typing', payload: { userName: 'Asha' }, ...viewers }],
  ])
  expect(told).toEqual([
    { do: 'publish', rooms: ['person:a'], event: 'new_message', payload: message },
    { do: 'hint', rooms: ['person:a'], hint: { event: 'user_typing', payload: { userName: 'Asha' }, ...viewers } },
  ])
})

test('sends nothing that concerns nobody to other nodes', () => {
  const told: Message[] = []
  const live = overNodes(givenChannel().channel, (message) => told.push(message))
  live.endSessions([])
  live.publish([], newMessage, message)
  live.hint([], viewers, userTyping, { userName: 'Asha' })
  live.enter([], 'conversation:one')
  live.leave([], 'conversation:one')
  expect(told).toEqual([])
})

test('ignores what only another version understands', () => {
  const { calls, channel } = givenChannel()
  follow(channel, { do: 'sing', room: 'conversation:one' } as unknown as Message)
  follow(channel, { do: 'changed', changes: [{ topic: 'weather', persons: 'everyone' }], revisions: [] })
  expect(calls).toEqual([['changed', [], new Map()]])
})
