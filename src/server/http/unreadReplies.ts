import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { FloodLimits } from './floodLimits.ts'
import { unacknowledged } from './unacknowledged.ts'

/**
 * Returns a text that changes when the system accepts a byte. Node.js counts whole writes; the handle has the progress of the
 * current one.
 */
const passedOn = (socket: Socket): string => {
  const { _handle: handle } = socket as unknown as { _handle?: { writeQueueSize?: number } | null }
  return `${socket.bytesWritten - socket.writableLength} ${handle?.writeQueueSize ?? 0}`
}

/** Connections with pending bytes, each with its last progress and the instant of it. */
type Waiting = Map<Socket, { taken: string; since: number }>

/**
 * Cuts connections without progress for too long. The system accepts more only after a megabyte or two of its buffer was read, for
 * which a slow phone needs a minute: so acknowledged bytes count too.
 */
const cutStalled = async (waiting: Waiting, unreadReplyMs: number): Promise<void> => {
  const unacknowledgedOf = await unacknowledged()
  const now = performance.now()
  for (const [socket, { taken: before, since }] of waiting) {
    const taken = `${passedOn(socket)} ${unacknowledgedOf(socket)}`
    if (taken !== before) waiting.set(socket, { taken, since: now })
    // Reset: after a plain close the system would keep what nobody reads.
    else if (now - since >= unreadReplyMs) socket.resetAndDestroy()
  }
}

/**
 * Cuts the connections of clients that do not read what they requested, which would hold files and memory for ever. The time runs
 * from the last byte that they accepted. A timeout of the socket takes up to twice as long, and knows only what the system
 * accepted; and a hook would miss cached replies, which bypass the framework.
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
    void cutStalled(waiting, unreadReplyMs).finally(() => {
      isJudging = false
    })
  }, unreadReplyMs / 12).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
