import { attachmentsApi } from '#chat/attachments/attachments.contract.ts'
import type { Unreadable } from '#chat/encryption/encryption.shapes.contract.ts'
import type { Sealer } from '#chat/encryption/web/encryption.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { conversationCalls } from '../../chat.conversations.contract.ts'
import { messageCalls } from '../../chat.messages.contract.ts'
import type { Conversation, LastMessage, Message, SharedConversation } from '../../chat.shapes.contract.ts'
import type { Call } from './ports.ts'

/** What may be readable once this browser has a key. */
const lacking = new Set<Unreadable | undefined>(['noKey', 'startedOver', 'noDevice', 'unavailable'])
const lacksKey = (reason: Unreadable | undefined): boolean => lacking.has(reason)

/** Whether a message, or its quote, perhaps can be opened later. */
export const isUnopened = ({ unreadable, replyTo }: Message): boolean => lacksKey(unreadable) || lacksKey(replyTo?.unreadable)

/** The same of the last message in a list, which is left closed where opening it would keep the list waiting. */
export const isUnopenedPreview = ({ unreadable, encryption, content }: LastMessage): boolean =>
  unreadable ? lacksKey(unreadable) : Boolean(encryption) && content === null

/** So many that could not be opened are kept as they came. */
const mostSealed = 5_000

/** What came while so many keys came is shown as far as it could be read. */
const mostRounds = 5

/**
 * Makes readable what comes from the server, before anything else sees it. Rejects where that could not be tried, which is no
 * refusal: the caller asks again.
 */
export const makeOpening = (sealer: Sealer) => {
  let keys = 0
  const stop = sealer.onOpened(() => void keys++)

  /** What was being opened while keys came is opened again: a person who opens again what is loaded has not seen it yet. */
  const opened = async <T>(open: () => Promise<T>): Promise<T> => {
    for (let round = 1; ; round++) {
      const before = keys
      try {
        const readable = await open()
        if (before === keys || round === mostRounds) return readable
      } catch (error) {
        throw new Error('What came could not be opened', { cause: error })
      }
    }
  }
  /** What could not be opened, as it came: what is shown instead lacks its quote and its file. */
  const sealed = new Map<string, Message>()
  const openMessage = async (message: Message): Promise<Message> => {
    const readable = await sealer.openMessage(message)
    if ((sealed.get(message._id)?.change ?? 0) > message.change) return readable
    sealed.delete(message._id)
    if (isUnopened(readable)) sealed.set(message._id, message)
    const [oldest] = sealed.keys()
    if (sealed.size > mostSealed && oldest !== undefined) sealed.delete(oldest)
    return readable
  }
  /** Once encrypted it is shown as encrypted, whatever the server says later. */
  const openConversation = async <C extends Conversation | SharedConversation>(conversation: C): Promise<C> => {
    const readable = await sealer.openConversation(conversation)
    return readable.isEncrypted || !(await sealer.isEncrypted(conversation._id)) ? readable : { ...readable, isEncrypted: true }
  }
  return {
    message: (message: Message) => opened(() => openMessage(message)),
    messages: (messages: readonly Message[]) => opened(() => Promise.all(messages.map(openMessage))),
    /** Tries once more. */
    again: (messages: readonly Message[]) => {
      const asTheyCame = messages.map((message) => sealed.get(message._id) ?? message)
      return opened(() => Promise.all(asTheyCame.map(openMessage)))
    },
    conversation: <C extends Conversation | SharedConversation>(conversation: C) => opened(() => openConversation(conversation)),
    conversations: (conversations: readonly Conversation[]) => opened(() => Promise.all(conversations.map(openConversation))),
    stop,
  }
}
export type Opening = ReturnType<typeof makeOpening>

/** A message says itself where it was written, and decrypts there: shown in another conversation it would be a lie. */
const assertOf = (messages: readonly Message[], conversation: string): void => {
  if (messages.some((message) => message.conversation !== conversation))
    throw new Error('The server answered with messages of another conversation')
}

/** The same calls; the messages and conversations that they answer are readable. */
export const openingCall = (call: Call, opening: Opening): Call => {
  type Items<T> = { items: readonly T[] }
  type Sent = { params?: { id?: string } } | undefined
  const openMessages = async (page: Items<Message>, id = '') => {
    assertOf(page.items, id)
    return { ...page, items: await opening.messages(page.items) }
  }
  const openSent = async (message: Message, id = '') => {
    assertOf([message], id)
    return opening.message(message)
  }
  const openConversations = async (page: Items<Conversation>) => ({ ...page, items: await opening.conversations(page.items) })
  const openers = new Map<Endpoint, (reply: never, id?: string) => Promise<unknown>>([
    [messageCalls.messages, openMessages],
    [messageCalls.post, openSent],
    [messageCalls.edit, opening.message],
    [messageCalls.react, opening.message],
    [attachmentsApi.upload, openSent],
    [conversationCalls.conversations, openConversations],
    [conversationCalls.conversation, opening.conversation],
  ])
  return (async (endpoint: Endpoint, sent: Sent, ...rest: unknown[]) => {
    const reply = await (call as (...args: unknown[]) => Promise<unknown>)(endpoint, sent, ...rest)
    const open = openers.get(endpoint)
    return open ? open(reply as never, sent?.params?.id) : reply
  }) as Call
}
