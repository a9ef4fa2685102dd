import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { Config } from '#server/config.ts'
import { answerFailure } from './failures.ts'
import { dataHeaders } from './headers.ts'

/** The strict headers of replies that bypass the framework's hooks. None of them is a page. */
const bareHeaders = (config: Config): Record<string, string> => ({ ...dataHeaders(config), 'cache-control': 'no-store' })

/** Replies to an address that the router cannot parse. */
export const answerBadAddress =
  (config: Config) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void =>
    void answerFailure(error, request, reply.headers(bareHeaders(config)))

const replyHeaders = (config: Config): Record<string, string> => ({
  ...bareHeaders(config),
  'content-type': 'application/json; charset=utf-8',
  connection: 'close',
})
const { message, code } = commonErrors.malformed
const body = JSON.stringify({ message, code })

const lines: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Replies to bytes that are not HTTP, endless headers and slow senders, and hangs up. */
export const answerBrokenRequest =
  (config: Config) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const headers = { ...replyHeaders(config), 'content-length': Buffer.byteLength(body) }
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    if (socket.writable) socket.write([`HTTP/1.1 ${lines[error.code ?? ''] ?? '400 Bad Request'}`, ...head, '', body].join('\r\n'))
    socket.destroySoon()
  }

/**
 * Replies to requests that Node.js would refuse without the strict headers: expectations other than `100-continue`, and HTTP/1.1
 * without a host.
 */
export const answerInPlaceOfNode = (app: FastifyInstance, config: Config): void => {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, replyHeaders(config)).end(body)
  })
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.headers.host !== undefined || raw.httpVersion !== '1.1') return
    reply.header('connection', 'close')
    throw new AppError(commonErrors.malformed)
  })
}

/**
 * Returns whether a request becomes a socket. Any other protocol upgrade is ignored, as HTTP allows, and the request gets a normal
 * reply.
 */
export const isSocketRequest = ({ url = '', headers }: IncomingMessage): boolean =>
  url.startsWith('/socket.io/') && headers.upgrade?.toLowerCase() === 'websocket'

/** For the real-time channel, which sends its own replies. */
export const addBareHeaders =
  (config: Config) =>
  (_request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    for (const [name, value] of Object.entries(bareHeaders(config))) response.setHeader(name, value)
    next()
  }
