import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { given } from '#server/testing/given.ts'
import { cutSlowBodies } from './slowBodies.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const listening = async (graceMs: number) => {
  const app = fastify()
  cutSlowBodies(app, { graceMs, bytesPerSecond: 1_000 })
  app.post('/', async ({ body }) => body)
  await app.listen({ host: '127.0.0.1', port: 0 })
  closing.push(() => app.close())
  return (app.server.address() as AddressInfo).port
}

const send = (port: number, head: string, ...pieces: string[]) => {
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${head}\r\n\r\n`)
  for (const piece of pieces) socket.write(piece)
  return socket.on('error', () => undefined)
}

test.each(['content-length: 20', 'content-length: 1000000', 'transfer-encoding: chunked'])(
  'cuts a body (%s) that never ends',
  async (head) => {
    const socket = send(await listening(100), head)
    await once(socket, 'close')
    expect(socket.bytesRead).toBe(0)
  },
)

test('replies to a body that arrives in time, however long its connection stays', async () => {
  const socket = send(await listening(60_000), 'content-length: 7', '{"a":', '1}')
  const [answer] = await once(socket.setEncoding('utf8'), 'data')
  expect(answer).toContain('200 OK')
  socket.destroy()
})

test('the product gives headers 20 seconds', async () => {
  const { app } = await given()
  expect(app.server.headersTimeout).toBe(20_000)
})

test('the product cuts a body that trickles, however many bytes it announces', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  closing.push(async () => vi.useRealTimers())
  const { app } = await given()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const begun = new Promise<void>((resolve) => app.server.once('request', () => resolve()))
  const socket = send((app.server.address() as AddressInfo).port, 'content-length: 100000', '{"email":')
  const closed = once(socket, 'close')
  await begun
  vi.advanceTimersByTime(60_000)
  await closed
})

test.each([
  ['application/json', '/category', '{"name":'],
  ['multipart/form-data; boundary=x', '/document', '--x\r\ncontent-disposition: form-data; name="pdf"; filename="a.pdf"\r\n\r\n%PDF-'],
])('refuses a caller without permission before the body has arrived: %s', async (type, path, begin) => {
  const hall = await given()
  const { token } = await hall.as('student')
  await hall.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = hall.app.server.address() as AddressInfo
  for (const [authorization, status] of [
    ['', 401],
    [`authorization: ${token}\r\n`, 403],
  ]) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.write(`POST /api${path} HTTP/1.1\r\nhost: x\r\n${authorization}content-type: ${type}\r\ncontent-length: 100000\r\n\r\n${begin}`)
    const [answer] = await once(socket.setEncoding('utf8'), 'data')
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    socket.destroy()
  }
})
