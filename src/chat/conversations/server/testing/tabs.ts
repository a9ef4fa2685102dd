import { io } from 'socket.io-client'
import type { Message } from '#chat/conversations/conversations.shapes.contract.ts'
import type { ChatClient } from '#chat/conversations/web/client/chatClient.ts'
import { type Endpoint, fillPath } from '#contract/endpoint.ts'
import type { ErrorReply } from '#contract/errors.ts'
import type { InboundEvent, SocketEvent } from '#contract/event.ts'
import { afterTest } from '#server/testing/afterwards.ts'
import { clientHeader } from '#server/testing/balancer.ts'
import { CallError } from '#web/api/callError.ts'
import { asDeclared } from '#web/api/declaredEvents.ts'
import { makeStore } from '#web/api/store.ts'

/*
 * The browser’s own delivery code, over real calls and a real socket. It is loaded by file path, because browser types do not
 * exist on a server.
 */
const folder = new URL('../../web/client/', import.meta.url)
const { makeChatClient } = (await import(new URL('makeChatClient.ts', folder).href)) as { makeChatClient: (ports: object) => ChatClient }
const { memoryStorage } = (await import(new URL('outbox/memoryStorage.ts', folder).href)) as { memoryStorage: () => object }
const encryptionFolder = new URL('../../../encryption/web/client/', import.meta.url)
const { makeEncryption } = (await import(new URL('makeEncryption.ts', encryptionFolder).href)) as {
  makeEncryption: (ports: object) => Encryption
}
const encryptionStorage = (await import(new URL('storage.ts', encryptionFolder).href)) as { memoryStorage: () => object }

/** The parts used by tests. */
type Encryption = {
  device: { get: () => string }
  setUp: () => Promise<{ save: () => Promise<void> }>
  enable: (conversation: string) => Promise<void>
  decryptMessage: (message: Message) => Promise<Message>
  close: () => void
}

export type Who = { _id: string; name: string; role: string; token: string }
/** `call` reaches the server directly, on a connection that loses nothing. */
export type Tab = Who & { client: ChatClient; encryption: Encryption; drop: () => void; comeBack: () => void; call: Call }

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by what it compares it with
export type Call = (endpoint: Endpoint, parts?: Parts) => Promise<any>

/** Of a hundred calls, this many are lost on the way to the server, and as many responses on the way back. */
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

/** A tab of a signed-in person. `origin` is read at each call, so that the server may move. */
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
    // The library reconnects automatically except after the server has closed the socket.
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
      on: (event: SocketEvent, handler: (payload: unknown) => void) => {
        const checked = asDeclared(event, handler)
        socket.on(event.name, checked)
        return () => void socket.off(event.name, checked)
      },
      emit: ({ name }: InboundEvent, input: unknown) => void socket.emit(name, input),
    },
    storage: memoryStorage(),
    clock,
    tab: { isVisible: () => true, onReturn: () => () => {}, onHidden: () => () => {} },
    encryption,
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
