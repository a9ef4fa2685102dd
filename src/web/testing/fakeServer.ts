import { type Endpoint, fillPath, type Reply } from '#contract/endpoint.ts'
import type { ErrorKind, ErrorReply } from '#contract/errors.ts'
import { queryFault } from '#contract/query.ts'

/** What the page sent with one call. */
export type Received = {
  params: Record<string, string>
  query: Record<string, string>
  body: Record<string, unknown>
  file: File | undefined
}

type Answer = { status: number; body: unknown; staleInMs?: number | undefined }
type Handler = { endpoint: Endpoint; answer: (received: Received) => Answer | Promise<Answer> }

/** An expected failure, in the server's words. */
export class Refusal {
  readonly status: number
  readonly reply: ErrorReply
  constructor(kind: ErrorKind, extras: Partial<ErrorReply> = {}) {
    this.status = kind.status
    this.reply = { message: kind.message, code: kind.code, ...extras }
  }
}
export const refuse = (kind: ErrorKind, extras?: Partial<ErrorReply>): Refusal => new Refusal(kind, extras)

/** No reply comes, as if the network were gone. */
export class Unreachable extends TypeError {}
export const unreachable = (): never => {
  throw new Unreachable('Failed to fetch')
}

/** A streaming call returns bytes. */
type Given<E extends Endpoint> = Reply<E> | Refusal | (E extends { stream: true } ? Blob : never)
type Answering<E extends Endpoint> = Given<E> | ((received: Received) => Given<E> | Promise<Given<E>>)

type ReplyOptions = {
  /** The time after which the clock alone makes the reply stale, as `ctx.staleAt` declares it. */
  staleInMs?: number
}

/** The fake reply to one call of the contract: a reply, a refusal, or a function that decides. */
export const reply = <E extends Endpoint>(endpoint: E, answer: Answering<E>, { staleInMs }: ReplyOptions = {}): Handler => ({
  endpoint,
  answer: async (received) => {
    const given = typeof answer === 'function' ? await (answer as (received: Received) => Given<E>)(received) : answer
    if (given instanceof Refusal) return { status: given.status, body: given.reply }
    if (endpoint.reply) {
      const parsed = endpoint.reply.safeParse(given)
      if (!parsed.success) throw new Error(`The fake reply to ${endpoint.path} is not what the contract says: ${parsed.error.message}`)
    }
    return { status: endpoint.reply || given instanceof Blob ? (endpoint.status ?? 200) : 204, body: given, staleInMs }
  },
})
export type FakeReply = ReturnType<typeof reply>

const match = (pattern: string, path: string): Record<string, string> | undefined => {
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  const found = new RegExp(`^${pattern.replaceAll(/:\w+/g, '([^/]+)')}$`).exec(path)
  return found ? Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')])) : undefined
}

const readBody = (body: unknown): Pick<Received, 'body' | 'file'> => {
  if (typeof body === 'string') return { body: JSON.parse(body) as Record<string, unknown>, file: undefined }
  if (!(body instanceof FormData)) return { body: {}, file: undefined }
  const entries = [...body.entries()]
  const file = entries.find(([, value]) => value instanceof File)?.[1] as File | undefined
  return { body: Object.fromEntries(entries.filter(([, value]) => typeof value === 'string')), file }
}

/** Every call that reached the fake server, in order. */
export type Log = { endpoint: Endpoint; received: Received }[]

/** Replies to the page's calls. Later replies win; a call without one fails the test. */
export const answerWith = (handlers: readonly FakeReply[], log: Log) => {
  const literalFirst = [...handlers]
    .reverse()
    .sort((one, other) => Number(one.endpoint.path.includes(':')) - Number(other.endpoint.path.includes(':')))
  return async (method: string, address: string, body: unknown): Promise<Answer> => {
    const url = new URL(address, 'http://localhost')
    const path = url.pathname.replace(/^\/api/, '')
    for (const { endpoint, answer } of literalFirst) {
      const params = endpoint.method === method ? match(endpoint.path, path) : undefined
      if (!params) continue
      const received = { params, query: Object.fromEntries(url.searchParams), ...readBody(body) }
      const fault = queryFault(endpoint, received.query)
      if (fault) throw new Error(`${method} ${path}: ${fault.message}`)
      log.push({ endpoint, received })
      return answer(received)
    }
    throw new Error(`No reply is given for ${method} ${fillPath(path)}`)
  }
}
