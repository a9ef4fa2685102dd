import * as z from 'zod/mini'
import { RoleName } from '#contract/actor.ts'
import { Id, Instant } from '#contract/fields.ts'
import { isTopic } from '#contract/topics.ts'
import { Conversation, Message, Reaction, SharedConversation } from '../../chat.shapes.contract.ts'
import type { ChatSocket } from './ports.ts'

const change = z.int()
const Typing = z.object({ conversationId: Id, userId: Id, userName: z.string(), userRole: RoleName })

/** What the server sends over the socket. */
export const chatEvents = {
  new_message: Message,
  message_edited: Message,
  message_deleted: z.object({ messageId: Id, conversationId: Id, change }),
  message_reaction_updated: z.object({ messageId: Id, conversationId: Id, reactions: z.array(Reaction), change }),
  message_read: z.object({ conversationId: Id, userId: Id, seq: z.int() }),
  user_typing: Typing,
  user_stop_typing: Typing,
  user_status_changed: z.object({ userId: Id, status: z.string(), lastSeen: z.nullable(Instant) }),
  // A group is told to all alike, without what is each member's own.
  conversation_created: z.union([Conversation, SharedConversation]),
  conversation_updated: z.union([Conversation, SharedConversation]),
  conversation_removed: z.object({ conversationId: Id }),
}

type Events = typeof chatEvents
export type Handlers = { [E in keyof Events]: (payload: z.output<Events[E]>) => void }

/** Hears what the server sends, as far as it is what it says it is; returns how to stop. */
export const hearEvents = (socket: ChatSocket, handlers: Handlers): (() => void) => {
  const names = Object.keys(chatEvents) as (keyof Events)[]
  const stops = names.map((name) =>
    socket.on(name, (payload) => {
      const parsed = z.safeParse(chatEvents[name] as z.ZodMiniType, payload)
      if (parsed.success) (handlers[name] as (payload: unknown) => void)(parsed.data)
    }),
  )
  return () => {
    for (const stop of stops) stop()
  }
}

/** What a list of conversations shows besides messages: names, settings, blocks, memberships. */
const shown = ['chat', 'conversations', 'users']

export const concernsList = (payload: unknown): boolean => {
  const { topics } = (payload ?? {}) as { topics?: unknown }
  return Array.isArray(topics) && topics.filter(isTopic).some((topic) => shown.includes(topic))
}
