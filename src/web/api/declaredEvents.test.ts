import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { event, type SocketEvent } from '#contract/event.ts'
import { declaredOnly } from './declaredEvents.ts'

const numbered = event({ name: 'numbered', summary: 'A number.', audience: 'everyone', payload: z.object({ at: z.number() }) })

const givenWaiting = () => {
  const declarations = Promise.withResolvers<readonly SocketEvent[]>()
  const heard = vi.fn()
  const missed = vi.fn()
  return { ...declarations, heard, missed, pass: declaredOnly(() => declarations.promise, heard, missed) }
}

test.each([
  ['wait, in order', 500, { heard: 500, missed: 0 }],
  ['are missed if one more arrives than may wait', 501, { heard: 0, missed: 1 }],
  ['are missed if many more arrive', 5_000, { heard: 0, missed: 1 }],
])('events that arrive before their declarations %s', async (_, count, expected) => {
  const { pass, resolve, heard, missed } = givenWaiting()
  for (let at = 0; at < count; at++) pass('numbered', { at })
  resolve([numbered])
  await vi.waitFor(() => expect({ heard: heard.mock.calls.length, missed: missed.mock.calls.length }).toEqual(expected))
  expect(heard.mock.calls.map(([, { at }]) => at)).toEqual(Array.from({ length: expected.heard }, (_, at) => at))
  pass('numbered', { at: 7 })
  expect(heard).toHaveBeenLastCalledWith('numbered', { at: 7 })
})
