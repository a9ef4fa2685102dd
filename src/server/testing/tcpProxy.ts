import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy in front of a service, which can be cut off and restored on the same port. */
export type TcpProxy = { port: number; cut: () => Promise<void>; restore: () => Promise<void> }

export const tcpProxy = async (target: { host: string; port: number }): Promise<TcpProxy> => {
  const sockets = new Set<Socket>()
  const link = (from: Socket, to: Socket): void => {
    sockets.add(from)
    from
      .on('error', () => to.destroy())
      .on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    from.pipe(to)
  }
  const listen = async (port: number): Promise<Server> => {
    const server = createServer((client) => {
      const service = connect(target)
      link(client, service)
      link(service, client)
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    port,
    cut: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    restore: async () => {
      server = await listen(port)
    },
  }
}
