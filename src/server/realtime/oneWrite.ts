import type { IncomingMessage } from 'node:http'
import type { Server } from 'socket.io'

type Flushing = { request: IncomingMessage }

/** What is waiting for a socket leaves in one write. Each message by itself would cost a call of the system, the dearest part of telling a room. */
export const flushInOneWrite = ({ engine }: Server): void => {
  engine.on('flush', ({ request }: Flushing, waiting: readonly unknown[]) => {
    if (waiting.length > 1) request.socket.cork()
  })
  // The next thing that happens after the messages were handed over; where nothing was held back, it does nothing.
  engine.on('drain', ({ request }: Flushing) => request.socket.uncork())
}
