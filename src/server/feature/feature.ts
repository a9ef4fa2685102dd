import type { Api, CallInput, Endpoint, FilePart, Reply } from '#contract/endpoint.ts'
import type { SocketEvents } from '#contract/event.ts'
import type { Topic } from '#contract/topics.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx, FileColumn, OpenCtx } from '#server/feature/platform.ts'
import type { ReceivedFile } from '#server/files/storage.ts'
import type { Streamed } from '#server/http/fileAnswer.ts'
import type { HtmlHook, PublicRoute } from '#server/http/html.ts'
import type { Kind } from '#server/journal/kind.ts'
import type { Channel } from '#server/realtime/channel.ts'
import type { Check } from './check.ts'
import type { Reaction } from './hooks.ts'
import type { Job } from './job.ts'
import type { Measure } from './measure.ts'

/** `file` exists exactly if the contract declares one; it may be undefined if it is not required. */
type Received<E> = E extends { form: { file: infer F extends FilePart } }
  ? { file: F extends { required: string } ? ReceivedFile : ReceivedFile | undefined }
  : unknown

/** A call as a service function receives it: validated, with the received file if one is declared. */
export type Input<E extends Endpoint> = CallInput<E> & Received<E>

/** A call without a reply has an empty body, and the result of its function is dropped. */
type Answer<E extends Endpoint> = E extends { stream: true } ? Streamed : E extends { reply: object } ? Reply<E> : unknown

/** The functions that implement a contract: one for each endpoint, under the endpoint's own name. */
export type Service<A extends Api> = {
  [K in keyof A]: (ctx: A[K]['access'] extends 'anyone' ? OpenCtx : Ctx, request: Input<A[K]>) => Promise<Answer<A[K]>>
}

/** Checks a call by its address before its body is read, so that invisible things are refused first. */
type Guard<E extends Endpoint> = (ctx: Ctx, address: Pick<CallInput<E>, 'params' | 'query'>) => Promise<unknown>

type Plug<A extends Api> = {
  /** Reactions of the feature to hooks of others, in their transaction. */
  hooks?: readonly Reaction[]
  /** The events that it sends. */
  events?: SocketEvents
  /** Parts of the real-time channel. */
  channel?: Partial<Channel>
  guards?: { [K in keyof A]?: Guard<A[K]> }
  jobs?: readonly Job[]
  checks?: readonly Check[]
  /** Figures for `/metrics`. */
  measures?: readonly Measure[]
  /**
   * Calls whose reply depends only on the address, the role and the topics that it shows: not on the person, and on the clock only
   * through the day in UTC and `ctx.staleAt`. It is cached until one of the topics changes.
   */
  cached?: readonly CacheableName<A>[]
  /** The tables that only this feature writes, each with the topic of its rows, or null if nobody sees them. */
  tables?: Partial<Record<keyof Tables, Topic | null>>
  files?: readonly FileColumn[]
  /** The parts of its rows that the journal covers. */
  journal?: readonly Kind[]
  html?: HtmlHook
  publicRoutes?: readonly PublicRoute[]
}
type CacheableName<A extends Api> = { [K in keyof A]: A[K] extends { method: 'GET'; reply: object } ? K : never }[keyof A]

/** One feature as the platform knows it. */
export type Feature = {
  hooks: readonly Reaction[]
  api: Api
  events: SocketEvents
  channel: Partial<Channel>
  guards: Record<string, ((ctx: never, address: never) => Promise<unknown>) | undefined>
  service: Record<string, (ctx: never, request: never) => Promise<unknown>>
  jobs: readonly Job[]
  checks: readonly Check[]
  measures: readonly Measure[]
  cached: readonly string[]
  tables: Partial<Record<keyof Tables, Topic | null>>
  files: readonly FileColumn[]
  journal: readonly Kind[]
  html?: HtmlHook
  publicRoutes: readonly PublicRoute[]
}

/** Joins a contract to the functions that implement it, and to the platform: a missing or ill-typed function does not compile. */
export const feature = <A extends Api>(api: A, service: Service<A>, plug: Plug<A> = {}): Feature => ({
  hooks: [],
  jobs: [],
  checks: [],
  measures: [],
  tables: {},
  files: [],
  journal: [],
  publicRoutes: [],
  events: {},
  channel: {},
  ...plug,
  guards: (plug.guards ?? {}) as Feature['guards'],
  cached: (plug.cached ?? []) as readonly string[],
  api,
  service: service as unknown as Feature['service'],
})
