import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The cable between a browser and the product: counts what the product sends, and can be cut. */
export type Wire = {
  origin: string
  /** Bytes sent to the browser since the last call. */
  received: () => number
  cut: () => void
  mend: () => void
  stop: () => void
}

export const layWire = async (origin: string): Promise<Wire> => {
  const target = Number(new URL(origin).port)
  const sockets = new Set<Socket>()
  let [bytes, isCut] = [0, false]
  const server = createServer((browser) => {
    if (isCut) return void browser.destroy()
    const product = connect(target, '127.0.0.1')
    for (const socket of [browser, product]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        for (const end of [browser, product]) end.destroy()
      })
    }
    product.on('data', (part) => {
      bytes += part.length
    })
    browser.pipe(product).pipe(browser)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    // Not localhost, for which Chromium would try another address.
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => {
      const before = bytes
      bytes = 0
      return before
    },
    cut,
    mend: () => {
      isCut = false
    },
    stop: () => {
      cut()
      server.close()
    },
  }
}
