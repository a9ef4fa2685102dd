import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterTest } from './afterwards.ts'

/** The header with a client's address, since all clients of a test have the same one. */
export const clientHeader = 'x-client'

const clientOf = (head: string): string => new RegExp(`^${clientHeader}: *(.*?)\\r$`, 'im').exec(head)?.[1] ?? ''

const numberOf = (name: string): number => [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7)

const readHead = (socket: Socket): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    let head = Buffer.alloc(0)
    const read = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk])
      if (!head.includes('\r\n\r\n')) return
      socket.off('data', read).pause()
      resolve(head)
    }
    socket.on('data', read)
    socket.once('close', () => resolve(undefined))
  })

/** Connects to the first of these ports that accepts. */
const reach = async (ports: readonly number[]): Promise<Socket | undefined> => {
  for (const port of ports) {
    const node = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([once(node, 'connect'), once(node, 'close')]).then(
      () => !node.destroyed,
      () => false,
    )
    if (isOpen) return node.on('error', () => node.destroy())
    node.destroy()
  }
  return undefined
}

const turned = <T>(list: readonly T[], by: number): T[] => [...list.slice(by % list.length), ...list.slice(0, by % list.length)]

const forward = async (client: Socket, ports: readonly number[]): Promise<void> => {
  client.on('error', () => client.destroy())
  const head = await readHead(client)
  if (!head) return
  // The same client stays with the same node as long as that node exists.
  const at = ports.length > 0 ? numberOf(clientOf(head.toString('latin1'))) % ports.length : 0
  const node = await reach([...ports.slice(at), ...ports.slice(0, at)])
  if (!node) return void client.destroy()
  node.write(head)
  node.pipe(client).pipe(node)
  client.on('close', () => node.destroy())
  node.on('close', () => client.destroy())
}

export type Balancer = {
  port: number
  /** Cuts all connections; from then on each client is with another node. */
  cut: () => void
}

/** A load balancer in front of several nodes: each client stays with one, and moves to the next when that one accepts no connection. */
export const givenBalancer = async (ports: () => readonly number[]): Promise<Balancer> => {
  let turn = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    open.add(client)
    client.on('close', () => open.delete(client))
    void forward(client, turned(ports(), turn))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterTest(async () => {
    server.close()
    for (const client of open) client.destroy()
  })
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      turn++
      for (const client of open) client.destroy()
    },
  }
}
