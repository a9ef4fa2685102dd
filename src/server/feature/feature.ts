import type { Api, CallInput, Endpoint, FilePart, Reply } from '#contract/endpoint.ts'
import type { Topic } from '#contract/topics.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx, OpenCtx } from '#server/feature/platform.ts'
import type { ReceivedFile } from '#server/files/storage.ts'
import type { Streamed } from '#server/http/fileAnswer.ts'
import type { HtmlHook, PublicRoute } from '#server/http/html.ts'
import type { Kind } from '#server/journal/kind.ts'
import type { Channel } from '#server/realtime/channel.ts'
import type { Check } from './check.ts'
import type { Hooks } from './hooks.ts'
import type { Job } from './job.ts'

/** `file` is there exactly where the contract declares one; it may be absent where it is not required. */
type Received<E> = E extends { form: { file: infer F extends FilePart } }
  ? { file: F extends { required: string } ? ReceivedFile : ReceivedFile | undefined }
  : unknown

/** A call as a service function receives it: validated, with the received file where one is declared. */
export type Input<E extends Endpoint> = CallInput<E> & Received<E>

/** A call without a reply has an empty body, and the result of its function is dropped. */
type Answer<E extends Endpoint> = E extends { stream: true } ? Streamed : E extends { reply: object } ? Reply<E> : unknown

/** The functions that answer a contract: one for each endpoint, under the endpoint's own name. */
export type Service<A extends Api> = {
  [K in keyof A]: (ctx: A[K]['access'] extends 'anyone' ? OpenCtx : Ctx, request: Input<A[K]>) => Promise<Answer<A[K]>>
}

/** A column that names a stored content, and so keeps it. */
export type FileColumn = { table: keyof Tables; column: string }

/** Judges a call by its address before anything of its body is read, so that what is not visible is told first. */
type Guard<E extends Endpoint> = (ctx: Ctx, address: Pick<CallInput<E>, 'params' | 'query'>) => Promise<unknown>

type Plug<A extends Api> = Partial<Hooks> & {
  /** Parts of the real-time channel. */
  channel?: Partial<Channel>
  guards?: { [K in keyof A]?: Guard<A[K]> }
  jobs?: readonly Job[]
  checks?: readonly Check[]
  /**
   * Calls whose answer depends on nothing but the address, the role and the topics that it shows: not on the person, and of
   * the clock on nothing but the day in UTC and what `ctx.staleAt` says. It is cached until one of the topics changes.
   */
  cached?: readonly CacheableName<A>[]
  /** The tables that this feature alone writes, each with the topic that its rows belong to, or null where nobody sees them. */
  tables?: Partial<Record<keyof Tables, Topic | null>>
  files?: readonly FileColumn[]
  /** What of its rows the journal covers. */
  journal?: readonly Kind[]
  html?: HtmlHook
  publicRoutes?: readonly PublicRoute[]
}
type CacheableName<A extends Api> = { [K in keyof A]: A[K] extends { method: 'GET'; reply: object } ? K : never }[keyof A]

/** One feature as the platform knows it. */
export type Feature = Partial<Hooks> & {
  api: Api
  channel: Partial<Channel>
  guards: Record<string, ((ctx: never, address: never) => Promise<unknown>) | undefined>
  service: Record<string, (ctx: never, request: never) => Promise<unknown>>
  jobs: readonly Job[]
  checks: readonly Check[]
  cached: readonly string[]
  tables: Partial<Record<keyof Tables, Topic | null>>
  files: readonly FileColumn[]
  journal: readonly Kind[]
  html?: HtmlHook
  publicRoutes: readonly PublicRoute[]
}

/** Joins a contract to the functions that answer it and to the rest of the house: a missing or ill-typed function does not compile. */
export const feature = <A extends Api>(api: A, service: Service<A>, plug: Plug<A> = {}): Feature => ({
  jobs: [],
  checks: [],
  tables: {},
  files: [],
  journal: [],
  publicRoutes: [],
  channel: {},
  ...plug,
  guards: (plug.guards ?? {}) as Feature['guards'],
  cached: (plug.cached ?? []) as readonly string[],
  api,
  service: service as unknown as Feature['service'],
})
