import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { expect, test, vi } from 'vitest'
import { uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { type RunningServer, signInFirst, startServer } from '#server/testing/program.ts'
import { givenStarted } from '#server/testing/startedHall.ts'

const givenServer = async () => {
  const env = { DATA_DIR: await givenStarted() }
  const server = await startServer(env)
  const token = await signInFirst(server)
  const { body } = await server.call('POST', '/category', { name: 'Physics' }, token)
  return { env, server, token, category: body._id as string }
}

type Hall = Awaited<ReturnType<typeof givenServer>>
type Upload = { rest: Buffer; sending: ClientRequest; answer: Promise<number | string> }

/** Sends the first half of an upload, and waits until the server has begun to receive it. */
const beginUpload = async ({ env, server: { port }, token, category }: Hall): Promise<Upload> => {
  const encoded = new Response(uploadForm({ title: 'Slow', category, file: pdf({ bytes: 200_000 }) }))
  const body = Buffer.from(await encoded.arrayBuffer())
  const headers = { authorization: token, 'content-type': encoded.headers.get('content-type') ?? '', 'content-length': body.length }
  const sending = request({
    port,
    host: '127.0.0.1',
    path: '/api/document',
    method: 'POST',
    headers,
    agent: new Agent({ keepAlive: true }),
  })
  const answer = once(sending, 'response').then(
    ([response]: IncomingMessage[]) => response?.resume().statusCode ?? 'none',
    (error: Error) => error.message,
  )
  sending.write(body.subarray(0, 100_000))
  const incoming = join(env.DATA_DIR, 'files/incoming')
  await vi.waitUntil(async () => (await readdir(incoming)).length > 0, { timeout: 10_000 })
  return { rest: body.subarray(100_000), sending, answer }
}

/** Returns the status of a new call, or that it was refused. */
const tryAgain = ({ call }: RunningServer, token: string): Promise<number | string> =>
  call('GET', '/auth/me', undefined, token).then(
    ({ status }) => status,
    () => 'refused',
  )

/** An idle server ends at once, with or without open connections and sockets. */
const assertEndsAtOnce = async (server: RunningServer, token: string, signal: NodeJS.Signals): Promise<void> => {
  const idle = request({ port: server.port, host: '127.0.0.1', path: '/healthz', agent: new Agent({ keepAlive: true }) }).end()
  const [response]: IncomingMessage[] = await once(idle, 'response')
  response?.resume()
  const unused = connect(server.port, '127.0.0.1').on('error', () => {})
  await once(unused, 'connect')
  const socket = io(`http://127.0.0.1:${server.port}`, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true })
  await once(socket as unknown as NodeJS.EventEmitter, 'connect')
  const closed = new Promise((resolve) => socket.once('disconnect', resolve))
  const start = performance.now()
  server.child.kill(signal)
  expect(await server.ended).toBe(0)
  expect(performance.now() - start).toBeLessThan(3_000)
  await closed
}

test('SIGTERM lets a running upload finish, and nothing new begin', { timeout: 40_000 }, async () => {
  const hall = await givenServer()
  const { env, server, token } = hall
  const { rest, sending, answer } = await beginUpload(hall)
  const start = performance.now()
  server.child.kill('SIGTERM')
  await expect.poll(() => tryAgain(server, token)).not.toBe(200)
  expect(['refused', 503]).toContain(await tryAgain(server, token))
  // The sender is slow: the server has to wait for it.
  await wait(1_000)
  sending.end(rest)
  expect(await answer).toBe(201)
  expect(await server.ended).toBe(0)
  expect(performance.now() - start).toBeLessThan(10_000)
  const again = await startServer(env)
  const { body } = await again.call('GET', '/document', undefined, token)
  expect(body.items).toMatchObject([{ title: 'Slow', fileSize: 200_000 }])
  await assertEndsAtOnce(again, token, 'SIGTERM')
})

test('SIGTERM cuts off after ten seconds what does not finish, and stores nothing of it', { timeout: 40_000 }, async () => {
  const hall = await givenServer()
  const { env, server, token } = hall
  const { answer } = await beginUpload(hall)
  const start = performance.now()
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(performance.now() - start).toBeLessThan(11_000)
  expect(await answer).toMatch(/socket hang up|ECONNRESET/)
  const again = await startServer(env)
  expect((await again.call('GET', '/document', undefined, token)).body.items).toEqual([])
  await assertEndsAtOnce(again, token, 'SIGINT')
})
