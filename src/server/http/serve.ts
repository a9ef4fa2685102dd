import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { Topic } from '#contract/topics.ts'
import { runUntil } from '#server/db/callTime.ts'
import { isSqlite } from '#server/db/dialect.ts'
import { versionOf } from '#server/db/revisions.ts'
import type { Db } from '#server/db/tables.ts'
import { changesOf } from '#server/feature/changes.ts'
import type { Feature } from '#server/feature/feature.ts'
import type { OpenCtx, Platform } from '#server/feature/platform.ts'
import type { LiveSession } from '#server/sessions/sessions.ts'
import { admit, assertStillAdmitted } from './admit.ts'
import { callsUrl, type FindCall, findCallOf } from './calls.ts'
import { compress, encodingFor } from './compression.ts'
import { type Downloads, downloadsWithin } from './downloads.ts'
import type { Streamed } from './fileAnswer.ts'
import { type FloodLimits, floodLimits as usualFloodLimits } from './floodLimits.ts'
import { dataHeaders } from './headers.ts'
import { readForm } from './multipart.ts'
import { type CallsPerMinute, callRates, callsPerMinute, type Rates } from './rates.ts'
import { expiresAt } from './replyCache/cachedReply.ts'
import { cacheKeyOf, ofRole } from './replyCache/cacheKey.ts'
import { makeReplyCache, type ReplyCache } from './replyCache/replyCache.ts'
import { sendStreamed } from './sendFile.ts'
import { serialize } from './serializer.ts'
import { validateAddress, validateBody } from './validate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's session; null before admission and for callers who are not signed in. */
    session: LiveSession | null
    /** The matched endpoint; null before routing and for unknown URLs. */
    call: Bound | null
    /** Whether a part of the body arrived after the caller was admitted. */
    isBodyLate: boolean
    /** When the call must have its answers of the database, in the time of `performance.now()`. */
    answerBy: number | undefined
  }
}

/** How an app serves a call: `admit` runs before the body is read. */
type Bound = {
  endpoint: Endpoint
  admit: (request: FastifyRequest) => Promise<void>
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

const contextOf = (platform: Platform, { changes = [] }: Endpoint, request: FastifyRequest, staleAt: OpenCtx['staleAt']): OpenCtx => ({
  ...platform,
  staleAt,
  ...changesOf(platform, changes, request.session?.me),
  log: request.log,
  me: request.session?.me ?? null,
  sessionId: request.session?.sessionId ?? null,
  // Known to the calls of signed-in people only: the type of the others has none.
  ...(request.session && { dayStarts: request.session.dayStarts }),
  now: platform.clock(),
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  isGone: () => request.raw.socket.destroyed,
})

/** Collects the earliest instant at which the clock makes a reply stale. */
const earliest = () => {
  let found: Date | undefined
  return {
    note: (instant: Date | string | null): void => {
      if (instant === null) return
      const at = new Date(instant)
      if (!found || at < found) found = at
    },
    instant: (): Date | undefined => found,
  }
}

type ServiceFunction = (ctx: OpenCtx, request: unknown) => Promise<unknown>

type Served = { endpoint: Endpoint; service: ServiceFunction; guard: ServiceFunction | undefined; rates: Rates; downloads: Downloads }

/** The call's validated params and query. */
type Address = ReturnType<typeof validateAddress>

/** Runs the service on a validated call and ensures that a received file is stored or removed. */
const run = async (
  ctx: OpenCtx,
  { endpoint, service, guard, rates }: Served,
  request: FastifyRequest,
  address: Address,
): Promise<unknown> => {
  await guard?.(ctx, address)
  if (!endpoint.form || !request.isMultipart()) {
    const body = validateBody(endpoint, request.body)
    if (endpoint.form?.file?.required) throw missingFile(endpoint)
    await assertStillAdmitted(ctx, endpoint, request)
    return service(ctx, { ...address, body, file: undefined })
  }
  const { fields, file } = await readForm(request, endpoint, ctx.storage)
  try {
    if (file && endpoint.rate === 'upload') await rates.count('upload', request)
    const isEmpty = !file && Object.keys(fields).length === 0
    const body = validateBody(endpoint, isEmpty ? undefined : fields)
    if (!file && endpoint.form.file?.required) throw missingFile(endpoint)
    await assertStillAdmitted(ctx, endpoint, request)
    return await service(ctx, { ...address, body, file })
  } finally {
    if (file) await ctx.storage.discard(file)
  }
}

const missingFile = (endpoint: Endpoint): AppError => {
  const { field = 'file', required: message = commonErrors.invalid.message } = endpoint.form?.file ?? {}
  return new AppError(commonErrors.invalid, { message, fields: { [field]: message } })
}

const statusOf = (endpoint: Endpoint): number => endpoint.status ?? (endpoint.reply ? 200 : 204)

/** An upload is counted when its file begins; every other call before the work starts. */
const countCall = async ({ endpoint, rates }: Served, request: FastifyRequest, { query }: Address): Promise<void> => {
  if (endpoint.rate && endpoint.rate !== 'upload') await rates.count(endpoint.rate, request, query)
}

const sendJson = async (request: FastifyRequest, reply: FastifyReply, json: string): Promise<FastifyReply> => {
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
  const bytes = Buffer.from(json)
  const encoding = encodingFor(request, bytes.length)
  if (!encoding) return reply.send(bytes)
  return reply.header('content-encoding', encoding).send(await compress[encoding](bytes))
}

const answer = (platform: Platform, served: Served) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { endpoint, downloads } = served
  const { storage, clock } = platform
  const address = validateAddress(endpoint, request)
  await countCall(served, request, address)
  const end = earliest()
  const made = await run(contextOf(platform, endpoint, request, end.note), served, request, address)
  const until = end.instant()
  if (until) reply.header('expires', expiresAt(until))
  if (endpoint.stream) return sendStreamed({ storage, clock, downloads }, made as Streamed, request, reply)
  reply.code(statusOf(endpoint))
  return endpoint.reply ? sendJson(request, reply, serialize(endpoint.reply, made)) : reply.send()
}

type Cache = ReplyCache<readonly Topic[]>

const answerFromCache = (platform: Platform, served: Served, replyCache: Cache) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { endpoint } = served
  const address = validateAddress(endpoint, request)
  const now = platform.clock()
  return replyCache.reply(request, reply, {
    shows: endpoint.shows ?? [],
    cacheKey: cacheKeyOf({ path: endpoint.path, address, role: request.session?.me.role, now }),
    now,
    beforeMaking: () => countCall(served, request, address),
    make: async () => {
      const end = earliest()
      const made = await run(ofRole(contextOf(platform, endpoint, request, end.note)), served, request, address)
      return { json: endpoint.reply ? serialize(endpoint.reply, made) : '', until: end.instant() }
    },
  })
}

const bind = (platform: Platform, served: Served, replyCache: Cache | undefined): Bound => {
  const { endpoint } = served
  const admitCaller = async (request: FastifyRequest): Promise<void> => {
    request.session = await admit(platform, endpoint, request.headers.authorization)
  }
  if (!replyCache) return { endpoint, admit: admitCaller, answer: answer(platform, served) }
  const admitToCache = async (request: FastifyRequest): Promise<void> => {
    await replyCache.onRequest()
    await admitCaller(request)
  }
  return { endpoint, admit: admitToCache, answer: answerFromCache(platform, served, replyCache) }
}

/** A call has a reply within 15 seconds, also from a slow database, of which the rest are for noticing the end and for the reply. */
const CALL_MS = 13_000

/** Uploads and downloads may take as long as they need, and so may calls to SQLite, which no network can make slow. */
const endOf = (db: Db, { form, stream }: Endpoint): number | undefined =>
  form || stream || isSqlite(db) ? undefined : performance.now() + CALL_MS

/**
 * Serves all calls by one route of the framework. A route for each would cost the start of a server, and of each test, more than
 * everything else that they set up.
 */
const serveCalls = (app: FastifyInstance, db: Db, find: FindCall, bound: ReadonlyMap<Endpoint, Bound>): void => {
  app.decorateRequest('call', null)
  app.decorateRequest('isBodyLate', false)
  app.decorateRequest('answerBy', undefined)
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: callsUrl,
    onRequest: async (request) => {
      const found = find(request.method, request.url)
      request.call = (found && bound.get(found.endpoint)) ?? null
      if (!found || !request.call) throw new AppError(commonErrors.notFound)
      request.params = found.params
      const { endpoint, admit } = request.call
      request.answerBy = endOf(db, endpoint)
      await runUntil(request.answerBy, () => admit(request))
      request.isBodyLate = !request.raw.complete
    },
    handler: (request, reply) => {
      if (!request.call) return undefined
      const { endpoint, answer } = request.call
      return runUntil(request.isBodyLate ? endOf(db, endpoint) : request.answerBy, () => answer(request, reply))
    },
  })
}

/** Binds every call of every feature to its function. */
export const serve = (
  app: FastifyInstance,
  platform: Platform,
  features: Record<string, Feature>,
  {
    floodLimits = usualFloodLimits,
    perMinute = callsPerMinute,
  }: { floodLimits?: FloodLimits; perMinute?: CallsPerMinute | undefined } = {},
): void => {
  app.decorateRequest('session', null)
  const replyCache: Cache = makeReplyCache({
    versionOf: (shows) => versionOf(platform.db, shows),
    headers: dataHeaders(platform.config),
    count: platform.meters.cacheAsked,
  })
  const rates = callRates(perMinute, platform)
  const downloads = downloadsWithin(floodLimits, platform.config)
  const bound = new Map<Endpoint, Bound>()
  for (const { api, service, guards, cached } of Object.values(features)) {
    for (const [name, endpoint] of Object.entries(api)) {
      const own = { service: service[name] as unknown as ServiceFunction, guard: guards[name] as ServiceFunction | undefined }
      bound.set(endpoint, bind(platform, { endpoint, ...own, rates, downloads }, cached.includes(name) ? replyCache : undefined))
    }
  }
  serveCalls(app, platform.db, findCallOf(features), bound)
}
