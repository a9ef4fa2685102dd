import type { Endpoint } from '#contract/endpoint.ts'
import { CallError } from '#web/api/callError.ts'
import type { StoredReply } from '#web/offline/storedReplies.ts'
import { conversationCalls } from '../../../conversations.calls.contract.ts'
import { sendFile } from '../../../conversations.files.contract.ts'
import { messageCalls } from '../../../conversations.messages.contract.ts'
import type { Call } from '../environment.ts'
import { reviewChats } from './review.ts'
import * as chats from './storedChats.ts'

export { readKeys, storeDeletion, storeKeys, storeMessage, storeRemoval } from './storedChats.ts'

export type Sent = { params?: { id?: string }; query?: Record<string, string> } | undefined

type Line = { call: Call; token: string }

/** How the reply of a call is stored, and what is read in its place without a connection. */
type Rule = {
  store?: (reply: never, sent: Sent, line: Line) => Promise<void>
  read?: (sent: Sent) => Promise<StoredReply | undefined>
}

const idOf = (sent: Sent): string => sent?.params?.id ?? ''
const nothing = async (): Promise<undefined> => undefined

const storesMessage: Rule = { store: (reply, _, { token }) => chats.storeMessage(reply, token) }

const storeList = async (reply: chats.ConversationsReply, line: Line): Promise<void> => {
  const before = await chats.storeConversations(reply, line.token)
  await reviewChats(reply, before, line)
}

const rules = new Map<Endpoint, Rule>([
  [
    conversationCalls.conversations,
    {
      store: (reply, sent, line) => (sent?.query?.cursor ? nothing() : storeList(reply, line)),
      read: (sent) => (sent?.query?.cursor ? nothing() : chats.readConversations()),
    },
  ],
  [conversationCalls.conversation, { read: (sent) => chats.readConversation(idOf(sent)) }],
  [
    messageCalls.messages,
    {
      store: (reply: chats.MessagesReply, sent, { token }) => {
        const { changedAfter } = sent?.query ?? {}
        if (changedAfter) return chats.storeChanges(idOf(sent), reply, Number(changedAfter), token)
        return sent?.query?.before ? nothing() : chats.storeMessages(idOf(sent), reply, token)
      },
      read: (sent) => (sent?.query?.page === '1' ? chats.readMessages(idOf(sent)) : nothing()),
    },
  ],
  [messageCalls.post, storesMessage],
  [messageCalls.edit, storesMessage],
  [sendFile, storesMessage],
])

/** Stores the reply of a call, if it is one of those that are read without a connection. */
export const storeReplyOf = async (endpoint: Endpoint, sent: Sent, reply: unknown, line: Line): Promise<void> =>
  rules.get(endpoint)?.store?.(reply as never, sent, line)

/** Deletes what is stored of a conversation whose messages the server refuses. */
export const storeRefusalOf = async (endpoint: Endpoint, sent: Sent, error: unknown, token: string): Promise<void> => {
  const isGone = error instanceof CallError && [403, 404].includes(error.status)
  if (isGone && (endpoint as unknown) === messageCalls.messages) await chats.storeRemoval(idOf(sent), token)
}

export const readReplyOf = async (endpoint: Endpoint, sent: Sent): Promise<StoredReply | undefined> => rules.get(endpoint)?.read?.(sent)
