import type { Endpoint } from '#contract/endpoint.ts'
import { isConnectionError, markOffline } from '#web/api/connection.ts'
import { chatEvents } from '../../../conversations.events.ts'
import type { Call, ChatSocket } from '../environment.ts'
import type { Sent } from './storedCalls.ts'

/** Its code is loaded after the first reply. */
const storedCalls = () => import('./storedCalls.ts')

type Options = { call: Call; socket: ChatSocket; token: string; mayStore: () => boolean }

/**
 * Stores conversations and messages on this device as they come, and returns them where there is no connection. A browser that stores
 * nothing costs the person the offline view and nothing else.
 */
export const withStoredChats = ({ call, socket, token, mayStore }: Options): { call: Call; stop: () => void } => {
  const store = (work: (stored: Awaited<ReturnType<typeof storedCalls>>) => Promise<void>): void => {
    if (mayStore())
      void storedCalls()
        .then(work)
        .catch(() => undefined)
  }
  const { newMessage, messageEdited, messageDeleted, conversationRemoved } = chatEvents
  const stops = [
    ...[newMessage, messageEdited].map((event) => socket.on(event, (message) => store((stored) => stored.storeMessage(message, token)))),
    socket.on(messageDeleted, (deletion) => store((stored) => stored.storeDeletion(deletion, token))),
    socket.on(conversationRemoved, ({ conversationId }) => store((stored) => stored.storeRemoval(conversationId, token))),
  ]
  const stored = async (endpoint: Endpoint, sent: Sent, ...rest: unknown[]) => {
    try {
      const reply = await (call as (...args: unknown[]) => Promise<unknown>)(endpoint, sent, ...rest)
      store((calls) => calls.storeReplyOf(endpoint, sent, reply, { call, token }))
      return reply
    } catch (error) {
      store((calls) => calls.storeRefusalOf(endpoint, sent, error, token))
      if (!isConnectionError(error)) throw error
      const found = await storedCalls()
        .then((calls) => calls.readReplyOf(endpoint, sent))
        .catch(() => undefined)
      if (!found) throw error
      markOffline(found.at)
      return found.reply
    }
  }
  return { call: stored as Call, stop: () => stops.forEach((stop) => void stop()) }
}
