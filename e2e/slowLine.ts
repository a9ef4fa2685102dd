import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A slow line between a browser and the product, which all connections share, and a log of what came over it. */
export type SlowLine = {
  origin: string
  /** Bytes that the browser was sent until then, and since the line was laid or reset. */
  receivedUntil: (time: number) => number
  reset: () => void
  stop: () => void
}

const sliceBytes = 1_400

/** Lays a line of so many bytes a second to the product, under the name of which browsers accept Brotli. */
export const laySlowLine = async (origin: string, bytesPerSecond: number): Promise<SlowLine> => {
  const target = Number(new URL(origin).port)
  const sockets = new Set<Socket>()
  const waiting = new Map<Socket, Buffer[]>()
  let log: { at: number; bytes: number }[] = []
  let free = 0

  /** Sends each connection a slice in turn, no more than the line carries. */
  const send = () => {
    for (const [browser, parts] of waiting) {
      if (free < 0) break
      const part = parts[0]
      if (!part) continue
      const slice = part.subarray(0, sliceBytes)
      if (slice.length === part.length) parts.shift()
      else parts[0] = part.subarray(sliceBytes)
      // The next turn begins with another connection.
      waiting.delete(browser)
      waiting.set(browser, parts)
      free -= slice.length
      log.push({ at: Date.now(), bytes: slice.length })
      browser.write(slice)
    }
  }
  const isWaiting = () => [...waiting.values()].some((parts) => parts.length > 0)
  let last = performance.now()
  const clock = setInterval(() => {
    const now = performance.now()
    free = Math.min(free + ((now - last) / 1_000) * bytesPerSecond, 2 * sliceBytes)
    last = now
    while (free >= 0 && isWaiting()) send()
  }, 5)

  const server = createServer((browser) => {
    const product = connect(target, '127.0.0.1')
    waiting.set(browser, [])
    for (const socket of [browser, product]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        waiting.delete(browser)
        for (const end of [browser, product]) end.destroy()
      })
    }
    product.on('data', (part) => waiting.get(browser)?.push(part))
    browser.pipe(product)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    receivedUntil: (time) => log.reduce((sum, { at, bytes }) => sum + (at <= time ? bytes : 0), 0),
    reset: () => {
      log = []
    },
    stop: () => {
      clearInterval(clock)
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
