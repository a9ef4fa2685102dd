import type { IncomingMessage } from 'node:http'
import type { Server } from 'socket.io'

type Flushing = { request: IncomingMessage }

/**
 * Sends everything that waits for a socket in one write. A system call per message would be the most expensive part of sending to a
 * room.
 */
export const flushInOneWrite = ({ engine }: Server): void => {
  engine.on('flush', ({ request }: Flushing, waiting: readonly unknown[]) => {
    if (waiting.length > 1) request.socket.cork()
  })
  // The first event after the messages were handed over; if nothing was held back, it does nothing.
  engine.on('drain', ({ request }: Flushing) => request.socket.uncork())
}
