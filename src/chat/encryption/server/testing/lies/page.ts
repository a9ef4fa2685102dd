import type { Conversation, Message } from '#chat/conversations/chat.shapes.contract.ts'
import type { ChatClient } from '#chat/conversations/web/delivery/chatClient.ts'
import { type Endpoint, fillPath } from '#contract/endpoint.ts'
import type { ErrorReply } from '#contract/errors.ts'
import type { Given, SignedInPerson } from '#server/testing/given.ts'
import { CallError } from '#web/api/callError.ts'
import { makeStore } from '#web/api/store.ts'
import type { EncryptionClient } from '../clients.ts'
import { StoryClock } from './clock.ts'
import { eventSource, type Liar, type Sent, sourceOf } from './liar.ts'
import { type CopiedStorage, copyable } from './storage.ts'
import { counted, settled } from './underWay.ts'

/*
 * The page of Chat as browsers run it: its delivery and its encryption, over calls to the real server. They are loaded by
 * their addresses, because the types of the browser are not those of a server.
 */
const load = (path: string) => import(new URL(path, import.meta.url).href)
type Make<T> = (ports: object) => T
const { makeChatClient } = (await load('../../../../conversations/web/delivery/makeChatClient.ts')) as { makeChatClient: Make<ChatClient> }
const { makeEncryption } = (await load('../../../web/client/makeEncryption.ts')) as { makeEncryption: Make<EncryptionClient> }
const { memoryStorage } = (await load('../../../web/client/storage.ts')) as { memoryStorage: () => object }
// Loaded on first use otherwise, which is nothing that these tests could count.
const later = (await load('../../../web/client/loadedLater.ts')) as Record<string, () => Promise<unknown>>
await Promise.all(Object.values(later).map((loadCode) => loadCode()))
const unsent = (await load('../../../../conversations/web/delivery/memoryStorage.ts')) as { memoryStorage: () => object }

/** What a browser keeps while its pages come and go. */
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
  /** An event of the server, as it sent it. */
  hear: (event: string, payload: unknown) => void
  /** The server says that its data were restored. */
  newEpoch: () => Promise<void>
  /** Lets time pass, so that what waits for its next try is tried. */
  pass: (ms: number) => Promise<void>
  messages: (conversation: string) => readonly Message[]
  listed: () => readonly Conversation[]
  close: () => void
}

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: object }
type Line = { app: Given; person: SignedInPerson; liar: Liar | undefined; sent: Sent[]; isClosed: boolean }

/** A page that asks more often asks in circles, and gets no more answers: what a person sees of that is an endless wait. An honest day takes about 150. */
const mostRequests = 600

/** Asks the server itself. That answers keep to their contract is proved elsewhere, and there are thousands of them here. */
const ask = async ({ app, person }: Line, method: Endpoint['method'], path: string, body: object | undefined) => {
  const headers = { authorization: person.token, ...(body && { 'content-type': 'application/json' }) }
  const { statusCode, payload } = await app.server.inject({ method, url: `/api${path}`, headers, ...(body && { payload: body }) })
  return { status: statusCode, answer: payload === '' ? undefined : (JSON.parse(payload) as unknown) }
}

const callOf =
  (line: Line) =>
  (endpoint: Endpoint, { params = {}, query = {}, body }: Parts = {}): Promise<unknown> => {
    if (line.isClosed || line.sent.length > mostRequests) return new Promise(() => {})
    return counted(async () => {
      const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
      const search = new URLSearchParams(asked.map(([name, value]): [string, string] => [name, String(value)])).toString()
      const request: Sent = { endpoint, params, query, body: structuredClone(body) }
      line.sent.push(request)
      const planned = line.liar?.plan.instead?.(request)
      if (planned instanceof CallError) throw planned
      if (planned) return planned
      const { status, answer } = await ask(line, endpoint.method, `${fillPath(endpoint.path, params)}${search && `?${search}`}`, body)
      if (status >= 300) throw new CallError(status, answer as ErrorReply)
      const { liar } = line
      return answer === undefined || !liar ? answer : liar.say(sourceOf(endpoint), answer, params.id ?? '')
    })
  }

/** The socket of a page, on which the test itself says what it hears. */
const socketOf = () => {
  const handlers = new Map<string, Set<(payload: unknown) => void>>()
  const on = (event: string, handler: (payload: unknown) => void) => {
    handlers.set(event, (handlers.get(event) ?? new Set()).add(handler))
    return () => void handlers.get(event)?.delete(handler)
  }
  const socket = { connection: makeStore('connected'), epoch: makeStore<string | null>('epoch'), on, emit: () => {} }
  const hear = (event: string, payload: unknown) => {
    for (const handler of [...(handlers.get(event) ?? [])]) handler(payload)
  }
  return { socket, hear, epoch: socket.epoch }
}

/** Opens the page of Chat in a browser. What the server says reaches it through the liar, if there is one. The caller closes it. */
export const openPage = async (app: Given, profile: Profile, liar?: Liar): Promise<Page> => {
  const { person } = profile
  // What the page before has gathered to be stored is stored.
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
  const chat = makeChatClient({ call, socket, storage: profile.unsent, clock, tab, sealer: encryption, me: person.me })
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
