import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * What a proxy does with the bytes of its connections. `silent`: accepts connections and forwards nothing, like a frozen service
 * or a network that drops packets; the bytes arrive when it ends. `slow`: each piece arrives this much later. `truncate`: half of
 * an answer, then the end of the connection. `reset`: instead of an answer, the connection is reset.
 */
export type Behaviour = 'normal' | 'silent' | { slow: number } | 'truncate' | 'reset'

/** A TCP proxy in front of a service, which can be cut off and restored on the same port, and misbehave. */
export type TcpProxy = {
  port: number
  cut: () => Promise<void>
  restore: () => Promise<void>
  behave: (behaviour: Behaviour) => void
}

/** The behaviour of a proxy, and the end of a silence. */
const makeBehaviour = () => {
  let now: Behaviour = 'normal'
  let { promise: changed, resolve: change } = Promise.withResolvers<void>()
  return {
    now: () => now,
    set: (behaviour: Behaviour): void => {
      now = behaviour
      change()
      ;({ promise: changed, resolve: change } = Promise.withResolvers<void>())
    },
    afterSilence: async (): Promise<void> => {
      while (now === 'silent') await changed
    },
  }
}

type Sides = { client: Socket; service: Socket }

/** Forwards one piece as the proxy behaves at that moment. */
const forward = async (piece: Buffer, to: keyof Sides, sides: Sides, behaviour: ReturnType<typeof makeBehaviour>): Promise<void> => {
  await behaviour.afterSilence()
  const now = behaviour.now()
  if (typeof now === 'object') await wait(now.slow)
  if (now === 'reset' && to === 'client') {
    sides.client.resetAndDestroy()
    return void sides.service.destroy()
  }
  if (now === 'truncate' && to === 'client') {
    sides.client.end(piece.subarray(0, Math.floor(piece.length / 2)))
    return void sides.service.destroy()
  }
  if (!sides[to].destroyed) sides[to].write(piece)
}

const join = (sides: Sides, sockets: Set<Socket>, behaviour: ReturnType<typeof makeBehaviour>): void => {
  for (const [from, to] of [
    ['client', 'service'],
    ['service', 'client'],
  ] as const) {
    sockets.add(sides[from])
    let pieces = Promise.resolve()
    sides[from]
      .on('data', (piece: Buffer) => {
        sides[from].pause()
        pieces = pieces.then(() => forward(piece, to, sides, behaviour)).then(() => void sides[from].resume())
      })
      .on('end', () => void pieces.then(() => sides[to].end()))
      .on('error', () => sides[to].destroy())
      .on('close', () => {
        sockets.delete(sides[from])
        void pieces.then(() => sides[to].destroy())
      })
  }
}

export const tcpProxy = async (target: { host: string; port: number }): Promise<TcpProxy> => {
  const sockets = new Set<Socket>()
  const behaviour = makeBehaviour()
  const listen = async (port: number): Promise<Server> => {
    const server = createServer({ allowHalfOpen: true }, (client) =>
      join({ client, service: connect({ ...target, allowHalfOpen: true }) }, sockets, behaviour),
    )
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    port,
    behave: behaviour.set,
    cut: async () => {
      if (!server.listening) return
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

/** The address of a service as its clients reach it through a proxy. */
export const throughProxy = (address: string, { port }: TcpProxy): string =>
  Object.assign(new URL(address), { hostname: '127.0.0.1', port: String(port) }).href.replace(/\/$/, '')
