import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { AppError, commonErrors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { makeFirstRows } from './db/firstRows.ts'
import { channelOf } from './feature/channels.ts'
import type { Feature } from './feature/feature.ts'
import { hooksOf } from './feature/hooks.ts'
import { features } from './features.ts'
import { answerBadAddress, answerBrokenRequest, answerInPlaceOfNode, isSocketRequest } from './http/bareReplies.ts'
import { routerOptions } from './http/calls.ts'
import { serveClient } from './http/client.ts'
import { limitConnections } from './http/connections.ts'
import { answerFailures } from './http/failures.ts'
import { type FloodLimits, floodLimits as usualFloodLimits } from './http/floodLimits.ts'
import { protectReplies } from './http/headers.ts'
import { serveHealth } from './http/health.ts'
import { servePublicRoutes } from './http/html.ts'
import { type LogTarget, logAnswers, logSettings } from './http/log.ts'
import { makeMeters } from './http/meters.ts'
import type { CallsPerMinute } from './http/rates.ts'
import { serveReference } from './http/reference.ts'
import { serve } from './http/serve.ts'
import { cutSlowBodies } from './http/slowBodies.ts'
import { cutUnreadReplies } from './http/unreadReplies.ts'
import { decodeUtf8 } from './http/utf8.ts'
import type { LivePlatform } from './realtime/channel.ts'

/** Deeper than anything a call declares. */
const MAX_DEPTH = 32

const isDeep = (value: unknown, left = MAX_DEPTH): boolean =>
  typeof value === 'object' && value !== null && (left === 0 || Object.values(value).some((inner) => isDeep(inner, left - 1)))

const readJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    try {
      parse(request, decodeUtf8(body as Buffer), (failure, value) =>
        failure === null && isDeep(value) ? done(new AppError(commonErrors.malformed)) : done(failure, value),
      )
    } catch (failure) {
      done(failure as Error)
    }
  })
}

type Options = {
  /** The folder of the built client. */
  clientFolder: string
  /** Standard output by default. */
  logTo?: LogTarget
  floodLimits?: FloodLimits
  callsPerMinute?: CallsPerMinute
}

/**
 * Lets no connection delay the end. Closing ends only those that are idle at that moment: a busy one would stay open after its reply
 * for the keep-alive time, and one that a browser has opened before it needs it does not count as idle.
 */
const endConnections = (app: FastifyInstance): void => {
  const unused = new Set<Socket>()
  let closing = false
  const used = ({ socket }: IncomingMessage) => void unused.delete(socket)
  app.server.on('connection', (socket) => {
    // The server accepts connections until all live sockets have been told.
    if (closing) return void socket.destroy()
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', used).on('upgrade', used)
  app.addHook('onResponse', (request, _reply, done) => {
    if (closing) request.raw.socket.end()
    done()
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of unused) socket.destroy()
  })
}

type Plugged = Pick<LivePlatform, 'hooks' | 'channel' | 'fileColumns'>

/** What features add to the platform. */
const pluggedIn = (all: Record<string, Feature>): Plugged => ({
  hooks: hooksOf(Object.values(all)),
  channel: channelOf(Object.values(all)),
  fileColumns: Object.values(all).flatMap(({ files }) => files),
})

/** Builds the whole server over a platform, without listening. */
export const buildApp = async (
  parts: Omit<LivePlatform, 'log' | 'meters' | keyof Plugged>,
  { clientFolder, logTo, floodLimits = usualFloodLimits, callsPerMinute }: Options,
): Promise<{ app: FastifyInstance; platform: LivePlatform }> => {
  const { config } = parts
  const app = fastify({
    logger: logSettings(config, logTo),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: limits.jsonBodyBytes,
    // For slow headers; `cutSlowBodies` limits bodies more precisely than one timeout for all.
    http: {
      headersTimeout: 20_000,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false,
      shouldUpgradeCallback: isSocketRequest,
    },
    requestTimeout: 0,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    exposeHeadRoutes: true,
    frameworkErrors: answerBadAddress(config),
    clientErrorHandler: answerBrokenRequest(config),
  })
  const platform: LivePlatform = { ...parts, ...pluggedIn(features), log: app.log, meters: makeMeters() }
  await makeFirstRows(platform)
  answerFailures(app)
  logAnswers(app)
  cutSlowBodies(app)
  cutUnreadReplies(app, floodLimits)
  limitConnections(app, config, floodLimits)
  endConnections(app)
  readJson(app)
  protectReplies(app, config)
  answerInPlaceOfNode(app, config)
  await app.register(multipart)
  serveHealth(app, platform, features)
  serve(app, platform, features, { floodLimits, perMinute: callsPerMinute })
  serveReference(app, features)
  servePublicRoutes(app, platform, features)
  await serveClient(app, platform, features, clientFolder)
  return { app, platform }
}
