import type * as z from 'zod/mini'
import { type Access, type Actor, admits } from './actor.ts'
import type { Errors } from './errors.ts'
import type { Topic } from './topics.ts'

type Schema = z.ZodMiniType

/** One file in a multipart body. Its content determines its type, never its name. */
export type FilePart = {
  /** The form field of the file. */
  field: string
  maxBytes: number
  /** The sentence for a missing file; without it, the file is optional. */
  required?: string
  /** The sentence for a file over `maxBytes`. */
  tooLarge?: string
}

/**
 * One call: everything that both sides know about it. `access` is required, so that a call without a rule does not compile. Paths
 * are relative to `/api`.
 */
export type Endpoint = EndpointParts & (Shows | Changes)

/** The topics that a GET shows: its cached replies and the screens that show them are stale once one of these changes. */
type Shows = {
  method: 'GET'
  shows: readonly Topic[]
  changes?: never
  /** Stores the last reply on a student's device until the session ends, so that it can be read offline. */
  offline?: true
}
/** What a call changes that someone may see. */
type Changes = { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; changes: readonly Topic[]; shows?: never; offline?: never }

type EndpointParts = {
  path: `/${string}`
  access: Access
  /** One line for the API reference. */
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** The body may be multipart: the fields of `body`, then the file if one is declared. */
  form?: { file?: FilePart }
  /** The reply; without it the status is 204 and the body empty. */
  reply?: Schema
  /** 201 for a call that creates. */
  status?: 201
  /** The reply is a stream of bytes, written in a `*.streams.ts`. */
  stream?: true
  /** For a call that anyone may make: signed-in staff get more. */
  recognizes?: true
  /** Costly work, of which one person gets a limited number per minute. A `search` counts only with a search text. */
  rate?: 'upload' | 'search' | 'find' | 'page' | 'paper' | 'send' | 'push'
  /** The expected failures besides the common ones. */
  errors?: Errors
}

export type Api = Record<string, Endpoint>

/** Declares a call and keeps its exact types. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

/** A browser's file; described by its shape because this folder has no DOM types. */
export type Upload = { readonly name: string; readonly size: number; readonly type: string }

type Parsed<S> = S extends Schema ? z.output<S> : undefined
type Sent<S> = S extends Schema ? z.input<S> : undefined
type Field<E, K extends string> = E extends { [P in K]: infer S } ? S : undefined

/** What a service receives from a call, validated. */
export type CallInput<E extends Endpoint> = {
  params: Parsed<Field<E, 'params'>>
  query: Parsed<Field<E, 'query'>>
  body: Parsed<Field<E, 'body'>>
}

/** What a caller sends. Undeclared parts are omitted. */
export type Sending<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as Field<E, K> extends Schema ? K : never]: Sent<Field<E, K>>
} & (E extends { form: { file: FilePart } } ? { file?: Upload } : unknown)

/** The reply of a call; `undefined` for 204. */
export type Reply<E extends Endpoint> = E extends { reply: infer S extends Schema } ? z.output<S> : undefined

/** Returns whether a person, or null for nobody, may make a call. The server admits by it and screens show buttons by it. */
export const may = ({ access }: Pick<Endpoint, 'access'>, me: Pick<Actor, 'role'> | null | undefined): boolean =>
  me ? admits(access, me.role) : access === 'anyone'

/** Fills `:name` in a path with encoded values. */
export const fillPath = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
