import type { Endpoint } from '#contract/endpoint.ts'
import { Recent } from '#web/recent.ts'
import { conversationCalls } from '../../../conversations.calls.contract.ts'
import type { Unreadable } from '../../../conversations.encryption.contract.ts'
import { sendFile } from '../../../conversations.files.contract.ts'
import { messageCalls } from '../../../conversations.messages.contract.ts'
import type { Conversation, LastMessage, Message, SharedConversation } from '../../../conversations.shapes.contract.ts'
import type { MessageEncryption } from '../../messageEncryption.ts'
import type { Call } from '../environment.ts'

/** Reasons that may disappear once this browser has a key. */
const lacking = new Set<Unreadable | undefined>(['noKey', 'startedOver', 'noDevice', 'unavailable'])
const lacksKey = (reason: Unreadable | undefined): boolean => lacking.has(reason)

/** Returns whether decrypting the message or its quote may succeed later. */
export const isUnopened = ({ unreadable, replyTo }: Message): boolean => lacksKey(unreadable) || lacksKey(replyTo?.unreadable)

/** Returns the same for the last message in a list, which is not decrypted if that would delay the list. */
export const isUnopenedPreview = ({ unreadable, encryption, content }: LastMessage): boolean =>
  unreadable ? lacksKey(unreadable) : Boolean(encryption) && content === null

/** Maximum number of undecrypted messages kept in their original form. */
const maxUndecrypted = 5_000

/** Maximum number of decryption rounds; if keys keep arriving, the last result is shown. */
const mostRounds = 5

/**
 * Decrypts everything the server sends before the client sees it. Rejects if decryption could not be attempted, which is not a
 * rejection of the message: the caller retries.
 */
export const makeDecrypter = (encryption: MessageEncryption) => {
  let keys = 0
  const stop = encryption.onKeysAdded(() => void keys++)

  /** Decrypts again if keys arrived during decryption: a caller that retries loaded messages has not seen this one yet. */
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
  /** Messages that could not be decrypted, in their original form: the form shown instead lacks the quote and the file. */
  const encrypted = new Recent<string, Message>(maxUndecrypted)
  const openMessage = async (message: Message): Promise<Message> => {
    const readable = await encryption.decryptMessage(message)
    if ((encrypted.get(message._id)?.change ?? 0) > message.change) return readable
    if (isUnopened(readable)) encrypted.set(message._id, message)
    else encrypted.delete(message._id)
    return readable
  }
  return {
    message: (message: Message) => opened(() => openMessage(message)),
    messages: (messages: readonly Message[]) => opened(() => Promise.all(messages.map(openMessage))),
    /** Tries to decrypt these messages again. */
    retry: (messages: readonly Message[]) => {
      const asTheyCame = messages.map((message) => encrypted.get(message._id) ?? message)
      return opened(() => Promise.all(asTheyCame.map(openMessage)))
    },
    conversation: <C extends Conversation | SharedConversation>(conversation: C) =>
      opened(() => encryption.decryptConversation(conversation)),
    conversations: (conversations: readonly Conversation[]) =>
      opened(() => Promise.all(conversations.map((each) => encryption.decryptConversation(each)))),
    stop,
  }
}
export type Decrypter = ReturnType<typeof makeDecrypter>

/**
 * Throws if a message belongs to another conversation. A message names and decrypts in the conversation where it was written, so
 * a server could otherwise show it elsewhere.
 */
const assertOf = (messages: readonly Message[], conversation: string): void => {
  if (messages.some((message) => message.conversation !== conversation))
    throw new Error('The server answered with messages of another conversation')
}

/** Wraps a call so that the messages and conversations in its responses are decrypted. */
export const decryptingCall = (call: Call, opening: Decrypter): Call => {
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
    [sendFile, openSent],
    [conversationCalls.conversations, openConversations],
    [conversationCalls.conversation, opening.conversation],
  ])
  return (async (endpoint: Endpoint, sent: Sent, ...rest: unknown[]) => {
    const reply = await (call as (...args: unknown[]) => Promise<unknown>)(endpoint, sent, ...rest)
    const open = openers.get(endpoint)
    return open ? open(reply as never, sent?.params?.id) : reply
  }) as Call
}
