import { randomUUID } from 'node:crypto'
import type { EncryptedFile, Envelope } from '#chat/conversations/conversations.encryption.contract.ts'
import { messageCalls } from '#chat/conversations/conversations.messages.contract.ts'
import type { Message } from '#chat/conversations/conversations.shapes.contract.ts'
import { type Endpoint, fillPath } from '#contract/endpoint.ts'
import type { ErrorReply } from '#contract/errors.ts'
import { afterTest } from '#server/testing/afterwards.ts'
import type { Answer, SignedInPerson } from '#server/testing/given.ts'
import { CallError } from '#web/api/callError.ts'

/*
 * The browser’s own encryption code, over real calls. It is loaded by file path, because browser types do not exist on a server,
 * so the parts used by tests are declared here again.
 */
type NewCode = { code: string; isSame: (typed: string) => boolean; save: () => Promise<void> }
type State = { isEncrypted: boolean; news: readonly object[]; isVerified: boolean; wasVerified: boolean; cannotSend: string | null }
export type EncryptionClient = {
  decryptMessage: (message: Message) => Promise<Message>
  decryptConversation: <C>(conversation: C) => Promise<C>
  isEncrypted: (conversation: string) => Promise<boolean>
  encrypt: (plain: object) => Promise<Envelope>
  encryptFile: (conversation: string, clientId: string, file: File) => Promise<{ blob: Blob; described: EncryptedFile }>
  fileOf: (url: string) => { decrypt: (bytes: ArrayBuffer) => Promise<ArrayBuffer> } | undefined
  invalidateKeys: (conversation: string) => void
  noteRestored: () => void
  onKeysAdded: (handler: (conversation: string) => void) => () => void
  enable: (conversation: string) => Promise<void>
  device: { get: () => string }
  deviceId: { get: () => string | null }
  isPersistent: { get: () => boolean | null }
  setUp: (how?: { startsOver: boolean }) => Promise<NewCode>
  requestAccess: () => Promise<void>
  pendingCode: () => Promise<string>
  confirmPending: (shown: string) => Promise<boolean>
  makeRecoveryCode: () => Promise<NewCode>
  recoverWithCode: (code: string, isKept: boolean) => Promise<void>
  confirmCode: (deviceId: string) => Promise<string>
  shareWith: (deviceId: string, onProgress: () => void) => Promise<void>
  removeDevice: (deviceId: string) => Promise<void>
  checkOwnLists: () => Promise<void>
  acceptNews: (conversation: string, news: readonly object[]) => Promise<void>
  /** Null while one of the two has no signed device list; tests that compare have one for both. */
  safetyNumber: (conversation: string) => Promise<string>
  setVerified: (conversation: string, compared: { digits: string; name: string } | null) => Promise<void>
  conversation: (conversation: string) => { get: () => State | undefined; subscribe: (handler: () => void) => () => void }
  disclosureOf: (message: { _id: string }) => unknown
  wipe: () => Promise<void>
  isLast: () => Promise<boolean>
  close: () => void
}

const folder = new URL('../../web/client/', import.meta.url)
const { makeEncryption } = (await import(new URL('makeEncryption.ts', folder).href)) as {
  makeEncryption: (ports: object) => EncryptionClient
}
const { memoryStorage } = (await import(new URL('storage.ts', folder).href)) as { memoryStorage: () => object }

/** Manipulations of responses that a client must detect. */
// biome-ignore lint/suspicious/noExplicitAny: a hostile server answers anything
export type Rewrite = (reply: any, endpoint: Endpoint) => any

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: object }

const callOf =
  (person: SignedInPerson, rewrite: () => Rewrite | undefined) =>
  async (endpoint: Endpoint, { params, query = {}, body }: Parts = {}): Promise<unknown> => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()
    const path = `${fillPath(endpoint.path, params)}${search && `?${search}`}`
    const ask = { GET: person.get, PUT: person.put, POST: person.post, DELETE: person.del }[endpoint.method as 'GET'] as typeof person.put
    const answer: Answer = await ask(path, body)
    const reply = rewrite()?.(answer.body, endpoint) ?? answer.body
    if (answer.status < 300) return reply
    throw new CallError(answer.status, reply as ErrorReply)
  }

type Call = ReturnType<typeof callOf>

/** The same calls until the page is closed. Closing waits for those under way, so that they change nothing for the next test. */
const untilClosed = (call: Call): { call: Call; close: () => Promise<void> } => {
  const underWay = new Set<Promise<unknown>>()
  let isClosed = false
  return {
    call: async (...asked) => {
      if (isClosed) throw new CallError(0, { code: 'network', message: 'The page is closed' }, false)
      const sent = call(...asked)
      underWay.add(sent)
      return sent.finally(() => underWay.delete(sent))
    },
    close: async () => {
      isClosed = true
      await Promise.allSettled(underWay)
    },
  }
}

/** A browser of a person. `storage` is its stored data, with which it can be reopened. */
export type Browser = SignedInPerson & {
  client: EncryptionClient
  storage: object
  /** Closes the page, which also happens after the test. */
  close: () => Promise<void>
  /** The recovery code, if encryption was set up here. */
  code: string
  /** Returns the reloaded state of a conversation’s screen. */
  stateOf: (conversation: string) => Promise<State>
  /** Rewrites the server’s responses from now on. */
  deceive: (rewrite: Rewrite | undefined) => void
  /** Sends encrypted; returns the message as the server returns it. */
  say: (conversation: string, text: string, more?: { replyTo?: Message; clientId?: string }) => Promise<Message>
  edit: (message: Message, text: string) => Promise<Message>
  /** Returns the messages of a conversation as this browser shows them. */
  read: (conversation: string) => Promise<Message[]>
  /** Returns what it shows of each: the text, or the reason why there is none. */
  shown: (conversation: string) => Promise<(string | null | undefined)[]>
}

type Opening = {
  /** Does not wait until the browser knows its state. */
  isHasty?: boolean
  /** Sets up encryption for a person who never has, unless this is false. */
  isSetUp?: boolean
  /** What the device has of the server’s replies about keys; nothing by default. */
  kept?: object
  /** There is no connection from the start. */
  isLost?: boolean
}

const withoutConnection: Rewrite = () => {
  throw new CallError(0, { code: 'network', message: 'No network' }, false)
}

/** Opens a browser of a person, and waits until it knows its state. */
export const openBrowser = async (
  person: SignedInPerson,
  storage: object = memoryStorage(),
  { isHasty = false, isSetUp = true, kept, isLost = false }: Opening = {},
): Promise<Browser> => {
  let deceit = isLost ? withoutConnection : undefined
  const { call, close: closeCalls } = untilClosed(callOf(person, () => deceit))
  // Stored data outlive the page.
  const openStorage = async () => ({ ...storage, close: () => {} })
  const ports = { persist: async () => true, now: () => new Date(), after: () => () => {}, ...(kept && { kept }) }
  const client = makeEncryption({ call, openStorage, me: person, deviceName: () => 'Chrome', ...ports })
  const close = (): Promise<void> => {
    client.close()
    return closeCalls()
  }
  afterTest(close)
  // Resolves once the browser knows its state.
  if (!isHasty) await client.isLast()
  const first = !isHasty && isSetUp && client.device.get() === 'unset' ? await client.setUp() : undefined
  await first?.save()
  const read = async (conversation: string) => {
    const { body } = await person.get(`/chat/conversations/${conversation}/messages`)
    const items = (deceit?.(body, messageCalls.messages) ?? body).items as Message[]
    const opened = []
    for (const message of items) opened.push(await client.decryptMessage(message))
    return opened
  }
  const encrypt = (conversation: string, clientId: string, revision: number, text: string, replyTo: Message | null = null) =>
    client.encrypt({ conversation, clientId, revision, type: 'text', text, replyTo, file: null })
  return {
    ...person,
    client,
    storage,
    close,
    code: first?.code ?? '',
    stateOf: (conversation) =>
      new Promise((resolve) => {
        const state = client.conversation(conversation)
        const stop = state.subscribe(() => {
          const now = state.get()
          if (now === undefined) return
          stop()
          resolve(now)
        })
        client.invalidateKeys(conversation)
      }),
    deceive: (rewrite) => {
      deceit = rewrite
    },
    say: async (conversation, text, { replyTo, clientId = randomUUID() } = {}) => {
      const encryption = await encrypt(conversation, clientId, 1, text, replyTo ?? null)
      const body = { content: null, type: 'text', replyTo: replyTo?._id ?? null, clientId, encryption }
      const answer = await person.post(`/chat/conversations/${conversation}/messages`, body)
      if (answer.status !== 201) throw new CallError(answer.status, answer.body)
      return answer.body
    },
    edit: async (message, text) => {
      const revision = (message.encryption?.revision ?? 0) + 1
      const encryption = await encrypt(message.conversation, message.clientId, revision, text)
      return (await person.put(`/chat/messages/${message._id}`, { content: null, encryption })).body
    },
    read,
    shown: async (conversation) => (await read(conversation)).map(({ content, unreadable }) => unreadable ?? content),
  }
}

/** Adds a second browser to a person’s devices: requested there, compared on both, and confirmed on both. */
export const addBrowser = async (known: Browser, added: Browser): Promise<void> => {
  await added.client.requestAccess()
  const id = added.client.deviceId.get() ?? ''
  const shown = await added.client.pendingCode()
  if ((await known.client.confirmCode(id)) !== shown) throw new Error('The codes differ')
  await known.client.shareWith(id, () => {})
  if (!(await added.client.confirmPending(shown))) throw new Error('The browser was not added')
}
