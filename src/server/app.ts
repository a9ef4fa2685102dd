import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { AppError, commonErrors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { features } from './features.ts'
import { answerBadAddress, answerBrokenRequest } from './http/bareReplies.ts'
import { serveClient } from './http/client.ts'
import { answerFailures } from './http/failures.ts'
import { protectReplies } from './http/headers.ts'
import { serveHealth } from './http/health.ts'
import { type LogTarget, logAnswers, logSettings } from './http/log.ts'
import { serveReference } from './http/reference.ts'
import { serve } from './http/serve.ts'
import { cutSlowBodies } from './http/slowBodies.ts'
import type { Platform } from './platform.ts'

/** Far deeper than anything that a call declares. */
const DEEPEST = 32

const isDeep = (value: unknown, left = DEEPEST): boolean =>
  typeof value === 'object' && value !== null && (left === 0 || Object.values(value).some((inner) => isDeep(inner, left - 1)))

const readJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    parse(request, body as string, (failure, value) =>
      failure === null && isDeep(value) ? done(new AppError(commonErrors.malformed)) : done(failure, value),
    )
  })
}

type Options = {
  /** Where the built client lies. */
  clientFolder: string
  /** Standard output where it is not given. */
  logTo?: LogTarget
}

// Closing ends the connections that are idle just then. One that was busy would stay open after its answer, and hold up
// the end for as long as a connection is kept.
const endBusyConnections = (app: FastifyInstance): void => {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onResponse', (request, _reply, done) => {
    if (closing) request.raw.socket.end()
    done()
  })
}

// A browser opens connections before it needs them, and closing does not count those as idle: each would hold up the end.
const endUnusedConnections = (app: FastifyInstance): void => {
  const unused = new Set<Socket>()
  const used = ({ socket }: IncomingMessage) => void unused.delete(socket)
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', used).on('upgrade', used)
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
  })
}

/** The whole server over a platform, not yet listening. */
export const buildApp = async (
  parts: Omit<Platform, 'log'>,
  { clientFolder, logTo }: Options,
): Promise<{ app: FastifyInstance; platform: Platform }> => {
  const { config } = parts
  const app = fastify({
    logger: logSettings(config, logTo),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: limits.jsonBodyBytes,
    // Slow headers; `cutSlowBodies` knows better than one limit for all how long a body may take.
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    requestTimeout: 0,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    exposeHeadRoutes: true,
    frameworkErrors: answerBadAddress(config),
    clientErrorHandler: answerBrokenRequest(config),
  })
  const platform: Platform = { ...parts, log: app.log }
  answerFailures(app)
  logAnswers(app)
  cutSlowBodies(app)
  endBusyConnections(app)
  endUnusedConnections(app)
  readJson(app)
  protectReplies(app, config)
  await app.register(multipart)
  serveHealth(app, platform)
  serve(app, platform, features)
  serveReference(app, features)
  await serveClient(app, clientFolder)
  return { app, platform }
}
