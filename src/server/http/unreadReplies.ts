import type { FastifyInstance } from 'fastify'
import type { FloodLimits } from './floodLimits.ts'

/** Shorter replies fit into what the system holds for a connection, so nothing waits for their reader. */
const SHORT = 65_536

const isLong = (payload: unknown): boolean =>
  typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length > SHORT : payload !== undefined && payload !== null

/** Cuts the connection of somebody who asks for something long and does not read it, which would hold files and memory for ever. */
export const cutUnreadReplies = (app: FastifyInstance, { unreadReplyMs }: Pick<FloodLimits, 'unreadReplyMs'>): void => {
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Node.js counts every write that gets on as progress.
    if (isLong(payload)) reply.raw.setTimeout(unreadReplyMs, () => void reply.raw.destroy())
    done()
  })
}
