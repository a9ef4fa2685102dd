import { io } from 'socket.io-client'
import type { Message } from '#chat/conversations/chat.shapes.contract.ts'
import type { ChatClient } from '#chat/conversations/web/delivery/chatClient.ts'
import { type Endpoint, fillPath } from '#contract/endpoint.ts'
import type { ErrorReply } from '#contract/errors.ts'
import { afterTest } from '#server/testing/afterwards.ts'
import { clientHeader } from '#server/testing/balancer.ts'
import { CallError } from '#web/api/callError.ts'
import { makeStore } from '#web/api/store.ts'

/*
 * The delivery that browsers run, as it is, over real calls and a real socket. It is loaded by its address, because the types
 * of the browser are not those of a server.
 */
const folder = new URL('../../web/delivery/', import.meta.url)
const { makeChatClient } = (await import(new URL('makeChatClient.ts', folder).href)) as { makeChatClient: (ports: object) => ChatClient }
const { memoryStorage } = (await import(new URL('memoryStorage.ts', folder).href)) as { memoryStorage: () => object }
const encryptionFolder = new URL('../../../encryption/web/client/', import.meta.url)
const { makeEncryption } = (await import(new URL('makeEncryption.ts', encryptionFolder).href)) as {
  makeEncryption: (ports: object) => Encryption
}
const encryptionStorage = (await import(new URL('storage.ts', encryptionFolder).href)) as { memoryStorage: () => object }

/** What tests use of it. */
type Encryption = {
  device: { get: () => string }
  setUp: () => Promise<{ save: () => Promise<void> }>
  enable: (conversation: string) => Promise<void>
  openMessage: (message: Message) => Promise<Message>
  close: () => void
}

export type Who = { _id: string; name: string; role: string; token: string }
/** `call` asks the server itself, on a line that loses nothing. */
export type Tab = Who & { client: ChatClient; encryption: Encryption; drop: () => void; comeBack: () => void; call: Call }

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by what it compares it with
export type Call = (endpoint: Endpoint, parts?: Parts) => Promise<any>

/** Of a hundred calls so many are lost on their way to the server, and as many answers on their way back. */
const LOST = 4

const lost = (isLossy: boolean): void => {
  if (isLossy && Math.random() * 100 < LOST) throw new CallError(0, { code: 'network', message: 'No network' }, false)
}

const callOf =
  (origin: () => string, { _id, token }: Who, isLossy: boolean): Call =>
  async ({ method, path }, { params, query = {}, body } = {}) => {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
    const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
    const headers = { authorization: token, [clientHeader]: _id, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const url = `${origin()}/api${fillPath(path, params)}${search && `?${search}`}`
    lost(isLossy)
    const sent = fetch(url, {
      method,
      headers,
      signal: AbortSignal.timeout(10_000),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = await sent.then(
      async (reply) => ({ status: reply.status, text: await reply.text() }),
      () => {
        throw new CallError(0, { code: 'network', message: 'No network' }, false)
      },
    )
    lost(isLossy)
    if (answer.status < 300) return answer.text === '' ? undefined : JSON.parse(answer.text)
    throw new CallError(answer.status, JSON.parse(answer.text) as ErrorReply)
  }

const clock = {
  now: () => Date.now(),
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
}

/** A tab of someone who is signed in. `origin` is asked at each call, so that a server may move. */
export const openTab = (who: Who, origin: () => string): Tab => {
  const socket = io(origin(), {
    auth: { token: who.token },
    extraHeaders: { [clientHeader]: who._id },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
  })
  const connection = makeStore<'connected' | 'disconnected'>('disconnected')
  const epoch = makeStore<string | null>(null)
  socket.on('hello', (event: { epoch: string }) => epoch.set(event.epoch))
  socket.on('connect', () => connection.set('connected'))
  socket.on('disconnect', (reason) => {
    connection.set('disconnected')
    // The library comes back by itself but after the server itself has closed the socket.
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), 50)
  })
  const encryption = makeEncryption({
    call: callOf(origin, who, false),
    openStorage: async () => encryptionStorage.memoryStorage(),
    me: who,
    deviceName: () => 'Chrome',
    after: clock.after,
    persist: async () => true,
    now: () => new Date(),
  })
  const client = makeChatClient({
    call: callOf(origin, who, true),
    socket: {
      connection,
      epoch,
      on: (event: string, handler: (payload: unknown) => void) => {
        socket.on(event, handler)
        return () => void socket.off(event, handler)
      },
      emit: (event: string, ...args: unknown[]) => void socket.emit(event, ...args),
    },
    storage: memoryStorage(),
    clock,
    tab: { isVisible: () => true, onReturn: () => () => {}, onHidden: () => () => {} },
    sealer: encryption,
    me: who,
  })
  afterTest(() => {
    client.close()
    encryption.close()
    socket.close()
  })
  return {
    ...who,
    client,
    encryption,
    call: callOf(origin, who, false),
    drop: () => void socket.disconnect(),
    comeBack: () => void socket.connect(),
  }
}
