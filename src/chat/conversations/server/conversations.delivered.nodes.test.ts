import { expect, test, vi } from 'vitest'
import { areConnected, call, givenNodes, open } from '#server/testing/nodes.ts'
import type { RunningServer } from '#server/testing/program.ts'

const within = { timeout: 30_000, interval: 50 }

test('a sender on one node hears that a device on another node has received the message', { timeout: 120_000 }, async () => {
  const { nodes, person } = await givenNodes(2)
  await areConnected(nodes)
  const [one, two] = nodes as [RunningServer, RunningServer]
  const [asha, binod] = [await person('student'), await person('student', 'Binod')]
  const [sender, receiver] = [await open(one, asha), await open(two, binod)]
  const chat = (await call(one, asha, 'POST', '/chat/conversations/private', { userId: binod._id })).body._id
  await call(one, asha, 'POST', `/chat/conversations/${chat}/messages`, { content: 'Hello' })
  await vi.waitFor(() => expect(receiver.heardOf('new_message')).toHaveLength(1), within)
  receiver.socket.emit('messages_received', [{ conversationId: chat, seq: 1 }])
  await vi.waitFor(() => expect(sender.heardOf('message_delivered')).toEqual([{ conversationId: chat, seq: 1 }]), within)
  expect(receiver.heardOf('message_delivered')).toEqual([])
  expect((await call(two, asha, 'GET', `/chat/conversations/${chat}`)).body.deliveredSeq).toBe(1)
})
