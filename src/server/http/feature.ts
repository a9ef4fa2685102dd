import type { Api, Endpoint, FilePart, Input, Reply } from '#contract/endpoint.ts'
import type { RevisionName } from '#server/db/revisions.ts'
import type { ReceivedFile } from '#server/files/storage.ts'
import type { Ctx, OpenCtx, Platform } from '#server/platform.ts'
import type { FileAnswer } from './fileAnswer.ts'

/** `file` is there exactly where the contract declares one; it may be absent where it is not required. */
type Received<E> = E extends { form: { file: infer F extends FilePart } }
  ? { file: F extends { required: string } ? ReceivedFile : ReceivedFile | undefined }
  : unknown

/** A call as a service function receives it: validated, with the received file where one is declared. */
export type Request<E extends Endpoint> = Input<E> & Received<E>

/** A call without a reply answers nothing, and whatever its function returns is dropped. */
type Answer<E extends Endpoint> = E extends { stream: true } ? FileAnswer : E extends { reply: object } ? Reply<E> : unknown

/** The functions that answer a contract: one for each endpoint, under the endpoint's own name. */
export type Service<A extends Api> = {
  [K in keyof A]: (ctx: A[K]['access'] extends 'anyone' ? OpenCtx : Ctx, request: Request<A[K]>) => Promise<Answer<A[K]>>
}

/** Work that a feature does by itself. */
export type Job = { name: string; everySeconds: number; run: (platform: Platform) => Promise<void> }

export type Feature = {
  api: Api
  service: Record<string, (ctx: never, request: never) => Promise<unknown>>
  jobs: readonly Job[]
  /** By the endpoint's name. */
  kept: Readonly<Record<string, RevisionName | undefined>>
}

/** The calls whose answers may be kept. */
type Kept<A extends Api> = { [K in keyof A as A[K] extends { method: 'GET'; reply: object } ? K : never]?: RevisionName }

type Extras<A extends Api> = {
  jobs?: readonly Job[]
  /**
   * Calls whose answer depends on nothing but the address, the role and what this revision stands for: not on the person
   * and of the clock on nothing but the day in UTC. It is made once and kept until a write raises the revision with `bump`.
   */
  kept?: Kept<A>
}

/** Joins a contract to the functions that answer it: a missing or ill-typed function does not compile. */
export const feature = <A extends Api>(api: A, service: Service<A>, { jobs = [], kept = {} }: Extras<A> = {}): Feature => ({
  api,
  service: service as unknown as Feature['service'],
  jobs,
  kept,
})
