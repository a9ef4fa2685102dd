import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { FloodLimits } from './floodLimits.ts'
import { unacknowledged } from './unacknowledged.ts'

/** Any text that changes when the system takes a byte. Node.js counts whole writes; how far the running one is its handle says. */
const passedOn = (socket: Socket): string => {
  const { _handle: handle } = socket as unknown as { _handle?: { writeQueueSize?: number } | null }
  return `${socket.bytesWritten - socket.writableLength} ${handle?.writeQueueSize ?? 0}`
}

/** Connections for which something waits, each with how far it was, and since when. */
type Waiting = Map<Socket, { taken: string; since: number }>

/**
 * Cuts those that have stood still for so long. The system takes more only after a megabyte or two of what it has was read, for
 * which a slow phone needs a minute: so what was acknowledged of that counts too.
 */
const judge = async (waiting: Waiting, unreadReplyMs: number): Promise<void> => {
  const unacknowledgedOf = await unacknowledged()
  const now = performance.now()
  for (const [socket, { taken: before, since }] of waiting) {
    const taken = `${passedOn(socket)} ${unacknowledgedOf(socket)}`
    if (taken !== before) waiting.set(socket, { taken, since: now })
    // Reset: of a connection that is only closed, the system would keep what nobody reads.
    else if (now - since >= unreadReplyMs) socket.resetAndDestroy()
  }
}

/**
 * Cuts the connections of those who do not read what they asked for, which would hold files and memory for ever. The time runs
 * from the last byte that they took. A timeout of the socket takes up to twice as long, and knows only what the system took;
 * and a hook would miss cached replies, which are sent past the framework.
 */
export const cutUnreadReplies = (app: FastifyInstance, { unreadReplyMs }: Pick<FloodLimits, 'unreadReplyMs'>): void => {
  const open = new Set<Socket>()
  const waiting: Waiting = new Map()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      waiting.delete(socket)
    })
  })
  let isJudging = false
  const timer = setInterval(() => {
    for (const socket of open) {
      if (socket.writableLength === 0) waiting.delete(socket)
      else if (!waiting.has(socket)) waiting.set(socket, { taken: '', since: 0 })
    }
    if (isJudging || waiting.size === 0) return
    isJudging = true
    void judge(waiting, unreadReplyMs).finally(() => {
      isJudging = false
    })
  }, unreadReplyMs / 12).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
