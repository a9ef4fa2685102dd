import { setTimeout as wait } from 'node:timers/promises'
import { uploadForm } from './library.ts'
import { pdf } from './pdf.ts'
import { firstAdmin, type RunningServer } from './program.ts'

export type Reply = { status: number; retryAfter: string | null; body: unknown }

/** One call to a running server, without the conveniences of `RunningServer.call`, for tests of headers. */
export const ask = async ({ port }: RunningServer, method: string, path: string, body?: object, token?: string): Promise<Reply> => {
  const form = body instanceof FormData
  const headers = { ...(token && { authorization: token }), ...(body && !form && { 'content-type': 'application/json' }) }
  const payload = body && { body: form ? body : JSON.stringify(body) }
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...payload })
  const text = await reply.text()
  return { status: reply.status, retryAfter: reply.headers.get('retry-after'), body: text ? JSON.parse(text) : undefined }
}

export const signIn = (server: RunningServer): Promise<Reply> =>
  ask(server, 'POST', '/api/auth/login', { email: firstAdmin.ADMIN_EMAIL, password: firstAdmin.ADMIN_PASSWORD })

/** Everything that the server accepts or refuses until `stop`: `said` counts the replies by status. */
export type Load = {
  said: Map<string, number>
  /** The ids of everything acknowledged, by name. */
  categories: Map<string, string>
  documents: Map<string, string>
  stop: () => Promise<void>
}

/**
 * People at work: they read, write, upload and sign in, concurrently and without a pause, as long as the server replies. A call
 * without a reply counts as `none`, and a 503 without the time to retry as `503 without Retry-After`.
 */
export const startLoad = (server: RunningServer, token: string, category: string): Load => {
  const [said, categories, documents] = [new Map<string, number>(), new Map<string, string>(), new Map<string, string>()]
  let stopping = false
  const count = ({ status, retryAfter }: Reply): void => {
    const kind = status === 503 && !retryAfter ? '503 without Retry-After' : String(status)
    said.set(kind, (said.get(kind) ?? 0) + 1)
  }
  const create = async (path: string, name: string, body: object, created: Map<string, string>): Promise<Reply> => {
    const reply = await ask(server, 'POST', path, body, token)
    if (reply.status === 201) created.set(name, (reply.body as { _id: string })._id)
    return reply
  }
  const upload = (title: string) =>
    create('/api/document', title, uploadForm({ title, category, file: pdf({ title, bytes: 30_000 }) }), documents)
  const tasks: ((turn: number) => Promise<Reply>)[] = [
    ...[1, 2, 3].map((side) => (turn: number) => create('/api/category', `${side}.${turn}`, { name: `${side}.${turn}` }, categories)),
    ...[1, 2].map((side) => (turn: number) => upload(`Book ${side}.${turn}`)),
    () => ask(server, 'GET', '/api/document?limit=50', undefined, token),
    () => ask(server, 'GET', '/api/auth/me', undefined, token),
    () => ask(server, 'GET', '/readyz'),
    () => signIn(server),
  ]
  const repeat = async (task: (turn: number) => Promise<Reply>): Promise<void> => {
    for (let turn = 0; !stopping; turn++) {
      const reply = await task(turn).catch(() => undefined)
      if (reply) count(reply)
      else said.set('none', (said.get('none') ?? 0) + 1)
      // Refusals come at once: without a pause nothing else would happen.
      if (!reply || reply.status >= 500) await wait(20)
    }
  }
  const working = tasks.map(repeat)
  return {
    said,
    categories,
    documents,
    stop: async () => {
      stopping = true
      await Promise.all(working)
    },
  }
}
