import { roles } from '#contract/actor.ts'
import type { Api } from '#contract/endpoint.ts'
import type { Given, SignedInPerson } from '#server/testing/given.ts'

export const callers = ['anonymous', ...roles] as const
export type Caller = (typeof callers)[number]

/** The statuses for nobody, a student, a manager, an admin and a superadmin. */
type Statuses = readonly [anonymous: number, student: number, manager: number, admin: number, superadmin: number]

export const open = (status: number): Statuses => [status, status, status, status, status]
export const members = (status: number): Statuses => [401, status, status, status, status]
export const students = (status: number): Statuses => [401, status, 403, 403, 403]
export const staff = (status: number): Statuses => [401, 403, status, status, status]
export const admins = (status: number): Statuses => [401, 403, 403, status, status]
export const superadmins = (status: number): Statuses => [401, 403, 403, 403, status]

export type World = { app: Given; admin: SignedInPerson; category: string }
export type Sent = { id?: string; sha256?: string; name?: string; key?: string; userId?: string; query?: string; body?: unknown }
/** Makes what a call is about and returns what the caller sends. */
export type Prepare = (world: World, me: SignedInPerson | undefined) => Sent | Promise<Sent>
/** `why`: the caller may see the thing, so that a refusal may give the reason. */
export type Situation = readonly [prepare: Prepare, statuses: Statuses, tells?: 'why']

type Situations = Record<string, Situation>
type WithId = Situations & Record<'missing' | 'malformedId' | 'deleted', Situation>

/** A feature's rows of the access table: each of its calls in every state of its subject. */
export type AccessTable<A extends Api> = { [K in keyof A]: A[K] extends { params: object } ? WithId : Situations }

export const nothing: Prepare = () => ({})
export const missing: Prepare = () => ({ id: '0192f7a0-0000-7000-8000-000000000000' })
export const malformedId: Prepare = () => ({ id: "' or 1=1 --" })

/** Returns whether the preparation depends on the caller, which is its second parameter. */
export const knowsCaller = (prepare: Prepare): boolean => prepare.length > 1

/** The same with a body. */
export const sending = (prepare: Prepare, body: unknown): Prepare =>
  knowsCaller(prepare)
    ? async (world, me) => ({ ...(await prepare(world, me)), body })
    : async (world) => ({ ...(await prepare(world, undefined)), body })

/** Prepares once and returns the same each time, except for a form, which can be read only once. */
export const once = (prepare: Prepare): Prepare => {
  let known: Sent | undefined
  return async (world, me) => {
    const sent = known ?? (await prepare(world, me))
    if (!(sent.body instanceof FormData)) known = sent
    return sent
  }
}
