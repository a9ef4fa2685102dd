import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import type { PushMessage } from '#contract/pushMessage.ts'
import { givenPushService } from '#server/testing/givenPush.ts'
import { areConnected, call, givenNodes } from '#server/testing/nodes.ts'
import type { RunningServer } from '#server/testing/program.ts'
import { newBrowser } from '#server/testing/pushBrowser.ts'

/** Each node prints its public address, in which the test reads the port. */
const settings = (pushHosts: string) => async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return { PORT: String(port), PUBLIC_URL: `https://hall.example.org:${port}`, PUSH_HOSTS: pushHosts }
}

test('a message gives one notification, whichever node it was sent on and the browser subscribed on', { timeout: 120_000 }, async () => {
  const service = await givenPushService()
  const { nodes, person } = await givenNodes(2, { env: settings(service.origin) })
  await areConnected(nodes)
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
