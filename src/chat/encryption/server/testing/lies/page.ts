import type { Conversation, Message } from '#chat/conversations/conversations.shapes.contract.ts'
import type { ChatClient } from '#chat/conversations/web/client/chatClient.ts'
import { type Endpoint, fillPath, type Reply } from '#contract/endpoint.ts'
import type { ErrorReply } from '#contract/errors.ts'
import type { SocketEvent } from '#contract/event.ts'
import type { Given, SignedInPerson } from '#server/testing/given.ts'
import { CallError } from '#web/api/callError.ts'
import { asDeclared } from '#web/api/declaredEvents.ts'
import { makeStore } from '#web/api/store.ts'
import type { EncryptionClient } from '../clients.ts'
import { StoryClock } from './clock.ts'
import { eventSource, type Liar, type Sent, sourceOf } from './liar.ts'
import { type CopiedStorage, copyable } from './storage.ts'
import { counted, settled } from './underWay.ts'

/*
 * The page of Chat as browsers run it: its delivery and its encryption, over calls to the real server. They are loaded by file
 * path, because browser types do not exist on a server.
 */
const load = (path: string) => import(new URL(path, import.meta.url).href)
type Make<T> = (ports: object) => T
const { makeChatClient } = (await load('../../../../conversations/web/client/makeChatClient.ts')) as { makeChatClient: Make<ChatClient> }
const { makeEncryption } = (await load('../../../web/client/makeEncryption.ts')) as { makeEncryption: Make<EncryptionClient> }
const { memoryStorage } = (await load('../../../web/client/storage.ts')) as { memoryStorage: () => object }
// Otherwise loaded on first use, which these tests could not count as pending work.
type LoadCode = () => Promise<unknown>
const { loadTrustBook } = (await load('../../../web/client/session.ts')) as { loadTrustBook: LoadCode }
const { loadManagement } = (await load('../../../web/client/makeEncryption.ts')) as { loadManagement: LoadCode }
await Promise.all([loadTrustBook(), loadManagement()])
const unsent = (await load('../../../../conversations/web/client/outbox/memoryStorage.ts')) as { memoryStorage: () => object }

/** The data of a browser, which outlive its pages. */
export type Profile = { person: SignedInPerson; kept: CopiedStorage; unsent: object }

export const newProfile = (person: SignedInPerson): Profile => ({
  person,
  kept: copyable(memoryStorage),
  unsent: { ...unsent.memoryStorage(), close: () => {} },
})

export const copyOf = async ({ person, kept }: Profile): Promise<Profile> => ({ ...newProfile(person), kept: await kept.copy() })

export type Page = {
  profile: Profile
  me: SignedInPerson['me']
  chat: ChatClient
  encryption: EncryptionClient
  sent: readonly Sent[]
  /** A call that a screen makes itself. */
  call: <E extends Endpoint>(endpoint: E, parts?: Parts) => Promise<Reply<E>>
  /** Returns the bytes at the URL of a file. */
  download: (url: string) => Promise<ArrayBuffer>
  /** Delivers an event of the server. */
  hear: (event: string, payload: unknown) => void
  /** Announces that the server’s data were restored. */
  newEpoch: () => Promise<void>
  /** Lets time pass, so that pending retries run. */
  pass: (ms: number) => Promise<void>
  messages: (conversation: string) => readonly Message[]
  listed: () => readonly Conversation[]
  close: () => void
}

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: object; file?: File }
type Line = { app: Given; person: SignedInPerson; liar: Liar | undefined; sent: Sent[]; isClosed: boolean }

/**
 * A page that makes more calls is in a loop, and gets no more responses, which a person sees as an endless wait. An honest day
 * takes about 150.
 */
const mostRequests = 600

/** Returns a body as it is sent: JSON, or a form if it includes a file. */
const encoded = async ({ body, file }: Pick<Parts, 'body' | 'file'>) => {
  if (!file) return body ? { payload: JSON.stringify(body), type: 'application/json' } : undefined
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {}))
    if (value !== null) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  form.append('file', file)
  const sent = new Response(form)
  return { payload: Buffer.from(await sent.arrayBuffer()), type: sent.headers.get('content-type') ?? '' }
}

/** Calls the server directly. Other tests prove that responses match their contract, and there are thousands of them here. */
const ask = async ({ app, person }: Line, method: Endpoint['method'], path: string, parts: Pick<Parts, 'body' | 'file'>) => {
  const sent = await encoded(parts)
  const headers = { authorization: person.token, ...(sent && { 'content-type': sent.type }) }
  const { statusCode, payload } = await app.server.inject({ method, url: `/api${path}`, headers, ...(sent && { payload: sent.payload }) })
  return { status: statusCode, answer: payload === '' ? undefined : (JSON.parse(payload) as unknown) }
}

const callOf =
  (line: Line) =>
  (endpoint: Endpoint, { params = {}, query = {}, body, file }: Parts = {}): Promise<unknown> => {
    if (line.isClosed || line.sent.length > mostRequests) return new Promise(() => {})
    return counted(async () => {
      const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
      const search = new URLSearchParams(asked.map(([name, value]): [string, string] => [name, String(value)])).toString()
      const request: Sent = { endpoint, params, query, body: structuredClone(body) }
      line.sent.push(request)
      const planned = line.liar?.plan.instead?.(request)
      if (planned instanceof CallError) throw planned
      if (planned) return planned
      const { status, answer } = await ask(line, endpoint.method, `${fillPath(endpoint.path, params)}${search && `?${search}`}`, {
        body,
        file,
      })
      if (status >= 300) throw new CallError(status, answer as ErrorReply)
      const { liar } = line
      return answer === undefined || !liar ? answer : liar.say(sourceOf(endpoint), answer, params.id ?? '')
    })
  }

/** The socket of a page, which receives the events that the test sends. */
const socketOf = () => {
  const handlers = new Map<string, Set<(payload: unknown) => void>>()
  const on = (event: SocketEvent, handler: (payload: unknown) => void) => {
    const checked = asDeclared(event, handler)
    handlers.set(event.name, (handlers.get(event.name) ?? new Set()).add(checked))
    return () => void handlers.get(event.name)?.delete(checked)
  }
  const socket = { connection: makeStore('connected'), epoch: makeStore<string | null>('epoch'), on, emit: () => {} }
  const hear = (event: string, payload: unknown) => {
    for (const handler of [...(handlers.get(event) ?? [])]) handler(payload)
  }
  return { socket, hear, epoch: socket.epoch }
}

/** Opens the page of Chat in a browser. Responses pass through the liar, if there is one. The caller must close the page. */
export const openPage = async (app: Given, profile: Profile, liar?: Liar): Promise<Page> => {
  const { person } = profile
  // Stores what the previous page has collected.
  await new Promise((resolve) => setTimeout(resolve))
  const sent: Sent[] = []
  const clock = new StoryClock()
  const { socket, hear, epoch } = socketOf()
  const line: Line = { app, person, liar, sent, isClosed: false }
  const call = callOf(line)
  const openStorage = async () => profile.kept.storage
  const ports = { deviceName: () => 'Chrome', after: clock.after, persist: async () => true, now: () => new Date(clock.now()) }
  const encryption = makeEncryption({ call, openStorage, me: person.me, ...ports })
  const tab = { isVisible: () => true, onReturn: () => () => {}, onHidden: () => () => {} }
  const chat = makeChatClient({ call, socket, storage: profile.unsent, clock, tab, encryption, me: person.me })
  const close = () => {
    line.isClosed = true
    chat.close()
    encryption.close()
  }
  await settled()
  return {
    profile,
    me: person.me,
    chat,
    encryption,
    sent,
    call: call as Page['call'],
    download: async (url) => {
      const { rawPayload } = await app.server.inject({ url, headers: { authorization: person.token } })
      return new Uint8Array(rawPayload).buffer
    },
    hear: (event, payload) => hear(event, liar ? liar.say(eventSource(event), payload, '') : payload),
    newEpoch: async () => {
      epoch.set('another epoch')
      await settled()
    },
    pass: async (ms) => {
      clock.pass(ms)
      await settled()
    },
    messages: (conversation) =>
      chat
        .log(conversation)
        .get()
        .rows.flatMap(({ message }) => (message ? [message] : [])),
    listed: () => chat.conversations.get().items,
    close,
  }
}
