import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Milliseconds that every body may take, and the pace (bytes a second) that a longer one must keep on average. */
type Patience = { graceMs: number; bytesPerSecond: number }

/** A phone on the edge of a 2G network sends faster; ten megabytes may take twenty minutes. */
const patience: Patience = { graceMs: 30_000, bytesPerSecond: 8_192 }

const bodyBytes = ({ headers }: IncomingMessage, most: number): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : most

const watch = (raw: IncomingMessage, most: number, { graceMs, bytesPerSecond }: Patience): void => {
  const bytes = bodyBytes(raw, most)
  if (bytes === 0 || raw.complete) return
  const timer = setTimeout(() => raw.destroy(), graceMs + (1_000 * Math.min(bytes, most)) / bytesPerSecond).unref()
  const stop = (): void => clearTimeout(timer)
  raw.once('end', stop).once('close', stop)
}

/**
 * Cuts a sender that lets its body trickle, byte by byte, to hold a connection and what waits for it. `most` is the
 * size that a body of unknown length is taken for.
 */
export const cutSlowBodies = (app: FastifyInstance, most: number, of: Patience = patience): void => {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    watch(raw, most, of)
    done()
  })
}
