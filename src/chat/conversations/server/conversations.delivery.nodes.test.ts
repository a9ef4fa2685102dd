import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, test, vi } from 'vitest'
import type { PushMessage } from '#contract/pushMessage.ts'
import { givenPushService } from '#server/testing/givenPush.ts'
import { areConnected, call, type GivenNodes, givenNodes, open } from '#server/testing/nodes.ts'
import type { RunningServer } from '#server/testing/program.ts'
import { newBrowser } from '#server/testing/pushBrowser.ts'
import { assertDelivered } from './testing/delivery.ts'
import { openTab } from './testing/tabs.ts'

const within = { timeout: 30_000, interval: 50 }

/** Each node prints its public address, in which the test reads the port. */
const settings = (pushHosts: string) => async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return { PORT: String(port), PUBLIC_URL: `https://hall.example.org:${port}`, PUSH_HOSTS: pushHosts, RATE_LIMITS: 'off' }
}

let service: Awaited<ReturnType<typeof givenPushService>>
let hall: GivenNodes
beforeAll(async () => {
  service = await givenPushService()
  hall = await givenNodes(2, { env: settings(service.origin) })
  await areConnected(hall.nodes)
})

test('a sender on one node hears that a device on another node has received the message', { timeout: 120_000 }, async () => {
  const { nodes, person } = hall
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

test('a message gives one notification, whichever node it was sent on and the browser subscribed on', { timeout: 120_000 }, async () => {
  const { nodes, person } = hall
  const [one, two] = nodes as [RunningServer, RunningServer]
  const [asha, binod] = [await person('student'), await person('student', 'Binod')]
  const { keys, decrypt } = newBrowser()
  const subscription = { endpoint: `${service.origin}/push/binod`, keys }
  expect((await call(one, binod, 'PUT', '/push/subscription', subscription)).status).toBe(204)
  const chat = (await call(one, asha, 'POST', '/chat/conversations/private', { userId: binod._id })).body._id
  const texts = () => service.received.map(({ body }) => (JSON.parse(decrypt(body)) as PushMessage & { text?: string }).text)
  // The next message is sent once the notification of the one before has arrived, so that a second one would have come too.
  const said = ['on the first', 'on the second', 'on the first again', 'on the second again']
  for (const [at, content] of said.entries()) {
    expect((await call(at % 2 === 0 ? one : two, asha, 'POST', `/chat/conversations/${chat}/messages`, { content })).status).toBe(201)
    await vi.waitFor(() => expect(texts()).toEqual(said.slice(0, at + 1)), { timeout: 20_000 })
  }
})

const PEOPLE = 4

test('loses and duplicates nothing across two nodes, one killed, with Redis down for a while', {
  timeout: 300_000,
}, async () => {
  const { nodes, start, balancer, redis, person } = hall
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, at) => person('student', `Person${at}`)))
  const tabs = people.map((who) => openTab({ ...who, role: 'student' }, () => `http://127.0.0.1:${balancer.port}`))
  await assertDelivered(tabs, 'general', async () => {
    await wait(1_000)
    nodes[1]?.child.kill('SIGKILL')
    await nodes[1]?.ended
    await wait(500)
    await start(1)
    await redis.cut()
    await wait(1_500)
    await redis.restore()
    await wait(1_000)
    // A rolling restart: clients of the stopping node move to the other.
    nodes[0]?.child.kill('SIGTERM')
    expect(await nodes[0]?.ended).toBe(0)
    await start(0)
    await wait(1_000)
  })
})
