import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { Config } from '#server/config.ts'
import { given } from '#server/testing/given.ts'
import { givenCategory, uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { limitConnections } from './connections.ts'
import { type FloodLimits, floodLimits } from './floodLimits.ts'

const opened: Socket[] = []
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy()
})

const listening = async (settings: Partial<Config>, limits: Partial<FloodLimits>) => {
  const app = await given(settings, { floodLimits: { ...floodLimits, ...limits } })
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.server.address() as AddressInfo
  const open = (): Socket => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    opened.push(socket)
    return socket
  }
  return { app, open }
}

const ask = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** Returns whether a call on this connection gets a reply; it stays open. */
const isAnswered = async (socket: Socket): Promise<boolean> => {
  socket.write(ask)
  const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
  return String(answer).startsWith('HTTP/1.1 200')
}

test('the limits of the product match docs/security.md', () => {
  expect(floodLimits).toMatchObject({ connectionsPerAddress: 5_000, unreadReplyMs: 60_000, socketPackets: 200, socketWindowMs: 10_000 })
})

describe('connections from one address', () => {
  test('are accepted up to the limit, and again when one of them is closed', async () => {
    const { open } = await listening({}, { connectionsPerAddress: 3 })
    const [first, ...others] = [open(), open(), open()]
    for (const socket of [first, ...others]) expect(await isAnswered(socket)).toBe(true)
    expect(await isAnswered(open())).toBe(false)
    first.destroy()
    await expect.poll(() => isAnswered(open())).toBe(true)
    for (const socket of others) expect(await isAnswered(socket)).toBe(true)
  })

  test('are counted for the whole /64 of an IPv6 address', () => {
    const server = new EventEmitter()
    limitConnections({ server } as never, { trustProxy: [] }, { connectionsPerAddress: 1 })
    const isCut = (remoteAddress: string): boolean => {
      let cut = false
      server.emit('connection', Object.assign(new EventEmitter(), { remoteAddress, destroy: () => (cut = true) }))
      return cut
    }
    expect(['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::1', '2001:db8:0:1::1'].map(isCut)).toEqual([false, true, true, false])
  })

  test.each([['127.0.0.1'], ['127.0.0.0/8'], ['10.0.0.1', '127.0.0.1']])(
    'are not counted for a trusted proxy: %s',
    async (...trustProxy) => {
      const { open } = await listening({ trustProxy }, { connectionsPerAddress: 2 })
      for (let count = 0; count < 5; count++) expect(await isAnswered(open())).toBe(true)
    },
  )
})

describe('a long download', () => {
  const bytes = 8 * 1_048_576
  const givenDownload = async (unreadReplyMs: number) => {
    const { app, open } = await listening({}, { unreadReplyMs })
    const admin = await app.as('admin')
    const { _id: category } = await givenCategory(admin, 'Physics')
    const { body } = await admin.post('/document', uploadForm({ title: 'A thick book', category, file: pdf({ bytes }) }))
    const ended = new Promise<void>((resolve) => app.app.server.once('connection', (socket) => socket.once('close', () => resolve())))
    const socket = open()
    socket.write(`GET ${body.fileUrl} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${admin.token}\r\n\r\n`)
    return { socket, ended }
  }

  test('that nobody reads is cut off', async () => {
    const { socket, ended } = await givenDownload(300)
    socket.pause()
    await ended
  })

  test('of cached replies, one after the other, is cut off too', async () => {
    const { app, open } = await listening({}, { unreadReplyMs: 300 })
    const admin = await app.as('admin')
    const thoughts = Array.from({ length: 200 }, () => ({ thought: 'क'.repeat(500) }))
    await admin.post('/thought/bulk-import', { thoughts })
    const socket = open()
    const ended = new Promise<void>((resolve) => app.app.server.once('connection', (one) => one.once('close', () => resolve())))
    socket.write(`GET /api/thought HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${admin.token}\r\n\r\n`.repeat(60))
    socket.pause()
    await ended
  })

  // For the 3 MB here the system buffers only twice: what the reader acknowledges is known only on Linux.
  test.runIf(process.platform === 'linux')('that is read slowly is not cut off', async () => {
    const { socket } = await givenDownload(1_500)
    let received = 0
    const read = (): void => {
      received += (socket.read(Math.min(16_384, socket.readableLength)) as Buffer | null)?.length ?? 0
    }
    while (received < 3 * 1_048_576 && !socket.closed) await wait(30).then(read)
    expect(socket.closed).toBe(false)
  })
})
