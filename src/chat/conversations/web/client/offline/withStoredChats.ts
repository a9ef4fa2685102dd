import type { Endpoint } from '#contract/endpoint.ts'
import { CallError } from '#web/api/callError.ts'
import { isConnectionError, markOffline } from '#web/api/connection.ts'
import { conversationCalls } from '../../../conversations.calls.contract.ts'
import { chatEvents } from '../../../conversations.events.ts'
import { sendFile } from '../../../conversations.files.contract.ts'
import { messageCalls } from '../../../conversations.messages.contract.ts'
import type { Call, ChatSocket } from '../environment.ts'

/** Its code is loaded after the first reply. */
const storedChats = () => import('./storedChats.ts')
type Stored = Awaited<ReturnType<typeof storedChats>>

type Sent = { params?: { id?: string }; query?: Record<string, string> } | undefined

/** How the reply of a call is stored, and what is read in its place without a connection. */
type Rule = {
  store: (stored: Stored, reply: never, sent: Sent, token: string) => Promise<void> | undefined
  read?: (stored: Stored, sent: Sent) => ReturnType<Stored['readMessages']> | undefined
}

const idOf = (sent: Sent): string => sent?.params?.id ?? ''

const storesMessage: Rule = { store: ({ storeMessage }, reply, _, token) => storeMessage(reply, token) }

const rules = new Map<Endpoint, Rule>([
  [
    conversationCalls.conversations,
    {
      store: ({ storeConversations }, reply, sent, token) => (sent?.query?.cursor ? undefined : storeConversations(reply, token)),
      read: ({ readConversations }, sent) => (sent?.query?.cursor ? undefined : readConversations()),
    },
  ],
  [conversationCalls.conversation, { store: () => undefined, read: ({ readConversation }, sent) => readConversation(idOf(sent)) }],
  [
    messageCalls.messages,
    {
      store: ({ storeMessages }, reply, sent, token) =>
        sent?.query?.before || sent?.query?.changedAfter ? undefined : storeMessages(idOf(sent), reply, token),
      read: ({ readMessages }, sent) => (sent?.query?.page === '1' ? readMessages(idOf(sent)) : undefined),
    },
  ],
  [messageCalls.post, storesMessage],
  [messageCalls.edit, storesMessage],
  [sendFile, storesMessage],
])

const isGone = (error: unknown): boolean => error instanceof CallError && [403, 404].includes(error.status)

type Options = { call: Call; socket: ChatSocket; token: string; mayStore: () => boolean }

/**
 * Stores conversations and messages on this device as they come, and returns them where there is no connection. A
 * browser that stores nothing costs the person the offline view and nothing else.
 */
export const withStoredChats = ({ call, socket, token, mayStore }: Options): { call: Call; stop: () => void } => {
  const store = (work: (stored: Stored) => Promise<void> | undefined): void => {
    if (mayStore())
      void storedChats()
        .then(work)
        .catch(() => undefined)
  }
  const stops = [
    socket.on(chatEvents.newMessage, (message) => store(({ storeMessage }) => storeMessage(message, token))),
    socket.on(chatEvents.messageEdited, (message) => store(({ storeMessage }) => storeMessage(message, token))),
    socket.on(chatEvents.messageDeleted, (deletion) => store(({ storeDeletion }) => storeDeletion(deletion, token))),
    socket.on(chatEvents.conversationRemoved, ({ conversationId }) => store(({ storeRemoval }) => storeRemoval(conversationId, token))),
  ]
  const stored = (async (endpoint: Endpoint, sent: Sent, ...rest: unknown[]) => {
    const rule = rules.get(endpoint)
    try {
      const reply = await (call as (...args: unknown[]) => Promise<unknown>)(endpoint, sent, ...rest)
      if (rule) store((chats) => rule.store(chats, reply as never, sent, token))
      return reply
    } catch (error) {
      if (endpoint === messageCalls.messages && isGone(error)) store(({ storeRemoval }) => storeRemoval(idOf(sent), token))
      if (!rule?.read || !isConnectionError(error)) throw error
      const found = await storedChats()
        .then((chats) => rule.read?.(chats, sent))
        .catch(() => undefined)
      if (!found) throw error
      markOffline(found.at)
      return found.reply
    }
  }) as Call
  return {
    call: stored,
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}
