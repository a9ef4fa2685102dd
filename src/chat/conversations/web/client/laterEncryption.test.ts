import { expect, test, vi } from 'vitest'
import { makeStore } from '#web/api/store.ts'
import type { Conversation, LastMessage } from '../../conversations.shapes.contract.ts'
import type { SessionEncryption } from '../messageEncryption.ts'
import { laterEncryption } from './laterEncryption.ts'

const last = (more: Partial<LastMessage> = {}) => ({ _id: 'm1', seq: 1, type: 'text', content: null, ...more }) as LastMessage
const conversation = (more: Partial<Conversation>) =>
  ({ _id: 'c1', isEncrypted: false, lastMessage: null, lastSeq: 1, ...more }) as Conversation
const closed = last({ encryption: null })

/** Encryption whose code arrives when the test says so. */
const given = (remembered: () => Promise<ReadonlySet<string>> = async () => new Set()) => {
  const device = makeStore('unknown')
  const code = {
    device,
    onKeysAdded: vi.fn(() => () => undefined),
    decryptConversation: vi.fn(async (one: Conversation) => ({ ...one, name: 'decrypted' })),
    isEncrypted: vi.fn(async () => true),
    invalidateKeys: vi.fn(),
    noteRestored: vi.fn(),
  }
  const arrival = Promise.withResolvers<SessionEncryption>()
  const load = vi.fn(() => arrival.promise)
  const later = laterEncryption({ load, remembered })
  const arrive = () => arrival.resolve(code as unknown as SessionEncryption)
  return { later, code, load, arrive, device }
}

/** Returns whether the promise is still pending after everything that needs no code is done. */
const waits = async (promise: Promise<unknown>): Promise<boolean> => {
  const pending = Symbol('pending')
  return (await Promise.race([promise, new Promise((resolve) => setTimeout(resolve, 10, pending))])) === pending
}

test('shows unencrypted conversations, and encrypted ones without a text, before the code is there', async () => {
  const { later, load } = given()
  const open = conversation({ lastMessage: last({ content: 'Good morning' }) })
  expect(await later.decryptConversation(open)).toBe(open)
  const secret = conversation({ _id: 'c2', isEncrypted: true, lastMessage: closed })
  expect(await later.decryptConversation(secret)).toEqual(secret)
  expect(load).not.toHaveBeenCalled()
})

test.each([
  ['calls encrypted', conversation({ isEncrypted: true, lastMessage: last({ content: 'Made up' }) })],
  ['sends with an envelope', conversation({ lastMessage: last({ content: 'Made up', encryption: null }) })],
  [
    'calls unencrypted although this browser has stored that it is not',
    conversation({ _id: 'known', lastMessage: last({ content: 'Made up' }) }),
  ],
])('shows no text before the code is there in a conversation that the server %s', async (_, lie) => {
  const { later, arrive } = given(async () => new Set(['known']))
  const shown = later.decryptConversation(lie)
  expect(await waits(shown)).toBe(true)
  arrive()
  expect(await shown).toMatchObject({ name: 'decrypted' })
})

test('shows a conversation as encrypted if this browser has stored that it is', async () => {
  const { later } = given(async () => new Set(['c1']))
  expect(await later.decryptConversation(conversation({}))).toMatchObject({ isEncrypted: true })
})

test('shows nothing before the code is there if what this browser has stored cannot be read', async () => {
  const { later, arrive } = given(() => Promise.reject(new Error('The database does not open')))
  const shown = later.decryptConversation(conversation({ lastMessage: last({ content: 'Good morning' }) }))
  expect(await waits(shown)).toBe(true)
  arrive()
  expect(await shown).toMatchObject({ name: 'decrypted' })
})

test('gives the code what was shown without it, and notifies for each', async () => {
  const { later, code, arrive, device } = given()
  const early = [conversation({}), conversation({ _id: 'c2', isEncrypted: true, lastMessage: closed })]
  for (const one of early) await later.decryptConversation(one)
  const added = vi.fn()
  later.onKeysAdded(added)
  later.start()
  arrive()
  await vi.waitFor(() => expect(added.mock.calls).toEqual([['c1'], ['c2']]))
  expect(code.decryptConversation.mock.calls).toEqual(early.map((one) => [one]))
  device.set('ready')
  expect(later.device.get()).toBe('ready')
})

test('whether a message must be encrypted waits for the code, and is asked again after a failure', async () => {
  const { later, load, arrive } = given()
  load.mockRejectedValueOnce(new Error('No network'))
  await expect(later.isEncrypted('c1')).rejects.toThrow('No network')
  const answer = later.isEncrypted('c1')
  expect(await waits(answer)).toBe(true)
  arrive()
  expect(await answer).toBe(true)
  expect(load).toHaveBeenCalledTimes(2)
})

test('passes on what has changed on the server as soon as the code is there', async () => {
  const { later, code, arrive } = given()
  later.invalidateKeys('c1')
  arrive()
  await later.isEncrypted('c1')
  expect(code.invalidateKeys).not.toHaveBeenCalled()
  later.invalidateKeys('c2')
  later.noteRestored()
  expect(code.invalidateKeys.mock.calls).toEqual([['c2']])
  expect(code.noteRestored).toHaveBeenCalledTimes(1)
})
