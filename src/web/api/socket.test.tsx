import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createNetwork, type Socket } from 'node:net'
import { Server } from 'socket.io'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { event, inboundEvent } from '#contract/event.ts'
import { limits } from '#contract/limits.ts'
import { platformEvents } from '#contract/platform.events.ts'
import { type Topic, topics } from '#contract/topics.ts'
import { openSocket } from './socket.ts'
import { emitOnSocket, onSocketEvent, socketConnection, socketEpoch } from './socketEvents.ts'

const told = event({ name: 'told', audience: 'everyone', summary: '', payload: z.object({ what: z.string() }) })
const asked = inboundEvent({ name: 'asked', summary: '', input: z.string() })

const loadEvents = vi.fn(async () => [told])

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A real server that accepts `token`. */
const givenServer = async () => {
  const server = createServer()
  const io = new Server(server)
  io.use((socket, next) => next(socket.handshake.auth.token === 'token' ? undefined : new Error('Please sign in.')))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closing.push(() => io.close())
  return { io, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** A real server with a tab that follows it. */
const givenTab = async (token = 'token') => {
  const { io, origin } = await givenServer()
  const changed: (readonly Topic[])[] = []
  const dropped = vi.fn(async () => {})
  const close = openSocket(token, { changed: (names) => changed.push(names), dropped, loadEvents }, origin)
  closing.push(close)
  return { io, changed, dropped, close }
}

const connected = (io: Server) => vi.waitFor(() => expect(io.sockets.sockets.size).toBe(1), { timeout: 15_000, interval: 50 })
const within = { timeout: 15_000, interval: 50 }

test('a tab receives changes, and ignores unknown names and events that are not as declared', async () => {
  const { io, changed } = await givenTab()
  await connected(io)
  for (const payload of [{ topics: 'users' }, { topics: [7] }, undefined, 7, { topics: ['documents', 'of a newer version'] }])
    io.emit('changed', payload)
  await vi.waitFor(() => expect(changed).toEqual([['documents']]), within)
})

test('a tab that was cut off reconnects, and treats everything as changed', { timeout: 40_000 }, async () => {
  const { io, changed, dropped } = await givenTab()
  await connected(io)
  for (const socket of io.sockets.sockets.values()) socket.conn.close()
  await vi.waitFor(() => expect(changed).toEqual([Object.keys(topics)]), within)
  expect(dropped).not.toHaveBeenCalled()
})

test('a tab treats everything as changed if the server itself may have missed something', async () => {
  const { io, changed } = await givenTab()
  await connected(io)
  io.emit('catch_up')
  await vi.waitFor(() => expect(changed).toEqual([Object.keys(topics)]), within)
})

test('a tab whose socket the server closes checks its session, and reconnects', { timeout: 40_000 }, async () => {
  const { io, changed, dropped } = await givenTab()
  await connected(io)
  io.disconnectSockets()
  await vi.waitFor(() => expect(dropped).toHaveBeenCalledTimes(1), within)
  await vi.waitFor(() => expect(changed).toEqual([Object.keys(topics)]), within)
})

test('a refused tab checks its session, and retries with pauses', { timeout: 40_000 }, async () => {
  // The shortest pause.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const { io, dropped } = await givenTab('stale')
  const times: number[] = []
  dropped.mockImplementation(async () => void times.push(performance.now()))
  await vi.waitFor(() => expect(times).toHaveLength(3), within)
  const [first = 0, second = 0, third = 0] = times
  for (const pause of [second - first, third - second]) expect(pause).toBeGreaterThan(limits.socketReconnectMinMs / 2)
  expect(io.sockets.sockets.size).toBe(0)
})

test('a tab whose attempt hangs in a lost network tries again once there is one', { timeout: 30_000 }, async () => {
  const { io, origin } = await givenServer()
  const port = Number(new URL(origin).port)
  const dead: Socket[] = []
  let isDead = true
  const network = createNetwork((socket) => {
    if (isDead) return void dead.push(socket)
    const there = connect(port, '127.0.0.1')
    socket.pipe(there).pipe(socket)
  })
  await new Promise<void>((resolve) => void network.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(network.address() as AddressInfo).port}`
  const close = openSocket('token', { changed: () => {}, dropped: async () => {}, loadEvents }, address)
  closing.push(
    () => network.close(),
    close,
    () => dead.map((socket) => socket.destroy()),
  )
  await vi.waitFor(() => expect(dead).toHaveLength(1), within)
  isDead = false
  window.dispatchEvent(new Event('online'))
  // The server has the socket before the tab knows.
  await vi.waitFor(() => expect(socketConnection.get()).toBe('connected'), within)
  const [id] = io.sockets.sockets.keys()
  window.dispatchEvent(new Event('online'))
  expect(socketConnection.get()).toBe('connected')
  expect([...io.sockets.sockets.keys()]).toEqual([id])
})

test('a closed tab does not reconnect', { timeout: 40_000 }, async () => {
  // The shortest pause.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const { io, dropped, close } = await givenTab()
  await connected(io)
  close()
  await vi.waitFor(() => expect(io.sockets.sockets.size).toBe(0), within)
  const connections = vi.fn()
  io.on('connection', connections)
  // A tab that is refused later has come back already.
  const refused = await givenTab('stale')
  await vi.waitFor(() => expect(refused.dropped).toHaveBeenCalledTimes(2), within)
  expect([connections, dropped].map(({ mock }) => mock.calls)).toEqual([[], []])
})

test('features receive and send events on the same socket, and know whether it is open', async () => {
  const { io, close } = await givenTab()
  expect(socketConnection.get()).toBe('disconnected')
  const [heard, received] = [vi.fn(), vi.fn()]
  emitOnSocket(asked, 'too early')
  io.on('connection', (socket) => {
    socket.on('asked', received)
    socket.emit('hello', { epoch: 'first' })
  })
  const stop = onSocketEvent(told, heard)
  await connected(io)
  await vi.waitFor(() => expect([socketConnection.get(), socketEpoch.get()]).toEqual(['connected', 'first']), within)
  for (const payload of [{ what: 7 }, null, undefined, 'news', { what: 'news' }]) io.emit('told', payload)
  emitOnSocket(asked, 'one')
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith({ what: 'news' }), within)
  await vi.waitFor(() => expect(received.mock.calls).toEqual([['one']]), within)
  stop()
  io.emit('told', { what: 'later' })
  io.emit('hello', { epoch: 'second' })
  await vi.waitFor(() => expect(socketEpoch.get()).toBe('second'), within)
  expect(heard).toHaveBeenCalledTimes(1)
  close()
  expect(socketConnection.get()).toBe('disconnected')
})

test('fetches the declarations of events for the first one that a feature hears, and keeps the order', async () => {
  const { io } = await givenTab()
  const heard = vi.fn()
  const declared = Promise.withResolvers<(typeof told)[]>()
  loadEvents.mockClear().mockReturnValueOnce(declared.promise)
  await connected(io)
  closing.push(onSocketEvent(told, heard))
  await vi.waitFor(() => {
    io.emit('told', { what: 'one' })
    expect(loadEvents).toHaveBeenCalledTimes(1)
  }, within)
  heard.mockClear()
  for (const what of [7, 'two', 'three']) io.emit('told', { what })
  expect(heard).not.toHaveBeenCalled()
  declared.resolve([told])
  await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith({ what: 'three' }), within)
  expect(heard.mock.calls.map(([{ what }]) => what).slice(-3)).toEqual(['one', 'two', 'three'])
  expect(loadEvents).toHaveBeenCalledTimes(1)
})

test('treats everything as changed if the declarations of events cannot be fetched, and tries again', async () => {
  const { io, changed } = await givenTab()
  const [heard, caughtUp] = [vi.fn(), vi.fn()]
  closing.push(onSocketEvent(told, heard), onSocketEvent(platformEvents.catchUp, caughtUp))
  loadEvents.mockRejectedValueOnce(new Error('No network'))
  await connected(io)
  await vi.waitFor(() => expect(socketConnection.get()).toBe('connected'), within)
  io.emit('told', { what: 'lost' })
  await vi.waitFor(() => expect(changed).toEqual([Object.keys(topics)]), within)
  expect(caughtUp).toHaveBeenCalledTimes(1)
  io.emit('told', { what: 'heard' })
  await vi.waitFor(() => expect(heard.mock.calls).toEqual([[{ what: 'heard' }]]), within)
})

test('features receive nothing from a replaced socket', async () => {
  const first = await givenTab()
  const heard = vi.fn()
  closing.push(onSocketEvent(told, heard))
  await connected(first.io)
  const second = await givenTab()
  await connected(second.io)
  await vi.waitFor(() => expect(socketConnection.get()).toBe('connected'), within)
  first.io.emit('told', { what: 'old' })
  await vi.waitFor(() => expect(first.io.sockets.sockets.size).toBe(1), within)
  first.close()
  expect(socketConnection.get()).toBe('connected')
  second.io.emit('told', { what: 'new' })
  await vi.waitFor(() => expect(heard.mock.calls).toEqual([[{ what: 'new' }]]), within)
})

test('connects for as long as the specification says, and reconnects within its times', () => {
  expect([limits.socketConnectMs, limits.socketReconnectMinMs, limits.socketReconnectMaxMs]).toEqual([20_000, 1_000, 5_000])
})
