import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Milliseconds that every body may take, and the rate (bytes per second) that a longer one must have at every later moment. */
type Patience = { graceMs: number; bytesPerSecond: number }

/** A phone at the edge of a 2G network sends faster; ten megabytes may take twenty minutes. */
const patience: Patience = { graceMs: 30_000, bytesPerSecond: 8_192 }

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const watch = (raw: IncomingMessage, { graceMs, bytesPerSecond }: Patience): void => {
  if (!hasBody(raw) || raw.complete) return
  const { socket } = raw
  const [since, before] = [performance.now(), socket.bytesRead]
  const cutSlow = (): void => {
    const seconds = (performance.now() - since - graceMs) / 1_000
    if (socket.bytesRead - before < seconds * bytesPerSecond) raw.destroy()
  }
  const timer = setInterval(cutSlow, graceMs / 6).unref()
  const stop = (): void => clearInterval(timer)
  raw.once('end', stop).once('close', stop)
}

/** Cuts a sender that lets its body trickle to occupy a connection and what waits for it, no matter how much it announces. */
export const cutSlowBodies = (app: FastifyInstance, of: Patience = patience): void => {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    watch(raw, of)
    done()
  })
}
