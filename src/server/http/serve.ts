import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admits } from '#contract/actor.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { type RevisionName, revisionOf } from '#server/db/revisions.ts'
import type { OpenCtx, Platform } from '#server/platform.ts'
import { type Answers, keepAnswers, ofRole } from './answers.ts'
import type { Feature } from './feature.ts'
import type { FileAnswer } from './fileAnswer.ts'
import { strictHeaders } from './headers.ts'
import { readForm } from './multipart.ts'
import { callRates, type Rates } from './rates.ts'
import { replySchema } from './replySchema.ts'
import { sendFile } from './sendFile.ts'
import { findSession, type LiveSession, tokenOf } from './sessions.ts'
import { validateAddress, validateBody } from './validate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling; null before admission and for callers who are not signed in. */
    session: LiveSession | null
    /** Of what a kept answer shows, as it was when the call came. */
    revision: number
  }
}

/**
 * Judges who is calling before a byte of the body is read. A call that anyone may make ignores a dead token, so that
 * signing in again works; an address that streams does not, because there the token is the key.
 */
export const admit = async (platform: Platform, endpoint: Endpoint, authorization: string | undefined): Promise<LiveSession | null> => {
  if (endpoint.access === 'anyone' && !endpoint.stream) return null
  const token = tokenOf(authorization)
  const session = token ? await findSession(platform, token, platform.clock()) : undefined
  if (!session && (endpoint.access !== 'anyone' || authorization)) throw new AppError(commonErrors.notSignedIn)
  if (session && !admits(endpoint.access, session.me.role)) throw new AppError(commonErrors.notAllowed)
  return session ?? null
}

const contextOf = (platform: Platform, request: FastifyRequest): OpenCtx => ({
  ...platform,
  log: request.log,
  me: request.session?.me ?? null,
  sessionId: request.session?.sessionId ?? null,
  now: platform.clock(),
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
})

type ServiceFunction = (ctx: OpenCtx, request: unknown) => Promise<unknown>

type Served = { endpoint: Endpoint; service: ServiceFunction; kept: RevisionName | undefined; rates: Rates }

/** The call's validated params and query. */
type Address = ReturnType<typeof validateAddress>

/** Runs the service on a validated call and makes sure that a received file is kept by it or gone. */
const run = async (ctx: OpenCtx, { endpoint, service, rates }: Served, request: FastifyRequest, address: Address): Promise<unknown> => {
  if (!endpoint.form || !request.isMultipart()) {
    const body = validateBody(endpoint, request.body)
    if (endpoint.form?.file?.required) throw missingFile(endpoint)
    return service(ctx, { ...address, body, file: undefined })
  }
  const { fields, file } = await readForm(request, endpoint, ctx.storage)
  try {
    if (file && endpoint.rate === 'upload') await rates.count('upload', request)
    const body = validateBody(endpoint, fields)
    if (!file && endpoint.form.file?.required) throw missingFile(endpoint)
    return await service(ctx, { ...address, body, file })
  } finally {
    if (file) await ctx.storage.discard(file)
  }
}

const missingFile = (endpoint: Endpoint): AppError => {
  const { field = 'file', required: message = commonErrors.invalid.message } = endpoint.form?.file ?? {}
  return new AppError(commonErrors.invalid, { message, fields: { [field]: message } })
}

let turn: Promise<void> | undefined

/**
 * Those who call in one turn of the loop are judged together at its end: so they share one look at whether the database has
 * changed, which alone takes a third as long as an answer from memory, and it is a look after all of them have called.
 */
const endOfTurn = (): Promise<void> => {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined
      resolve()
    })
  })
  return turn
}

const serveEndpoint = (app: FastifyInstance, platform: Platform, answers: Answers, served: Served): void => {
  const { endpoint, kept, rates } = served
  const status = endpoint.status ?? (endpoint.reply ? 200 : 204)
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    schema: endpoint.reply ? { response: { [status]: replySchema(endpoint.reply) } } : {},
    onRequest: async (request) => {
      await endOfTurn()
      const admission = admit(platform, endpoint, request.headers.authorization)
      if (kept) request.revision = (await Promise.all([revisionOf(platform.db, kept), admission]))[0]
      request.session = await admission
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const address = validateAddress(endpoint, request.params, request.query)
      const count = async () => void (endpoint.rate === 'search' && (await rates.count('search', request, address.query)))
      if (kept) {
        const { revision, session } = request
        const call = { path: endpoint.path, address, role: session?.me.role, now: platform.clock(), revision }
        return answers.answer(request, reply, call, count, async () => {
          const made = await run(ofRole(contextOf(platform, request)), served, request, address)
          return String(reply.serializeInput(made as Record<string, unknown>, String(status)))
        })
      }
      await count()
      const answer = await run(contextOf(platform, request), served, request, address)
      if (endpoint.stream) return sendFile(platform.storage, answer as FileAnswer, request, reply)
      return reply.code(status).send(endpoint.reply ? answer : undefined)
    },
  })
}

/** Binds every call of every feature to its function. */
export const serve = (app: FastifyInstance, platform: Platform, features: Record<string, Feature>): void => {
  app.decorateRequest('session', null)
  app.decorateRequest('revision', 0)
  const answers = keepAnswers(strictHeaders(platform.config))
  const rates = callRates({ enabled: platform.config.rateLimits })
  for (const { api, service, kept } of Object.values(features)) {
    for (const [name, endpoint] of Object.entries(api))
      serveEndpoint(app, platform, answers, { endpoint, service: service[name] as unknown as ServiceFunction, kept: kept[name], rates })
  }
}
