import * as z from 'zod/mini'
import { RoleName } from '#contract/actor.ts'
import { Id, Instant } from '#contract/fields.ts'
import { isTopic } from '#contract/topics.ts'
import { Conversation, Message, Reaction, SharedConversation } from '../../chat.shapes.contract.ts'
import type { Opening } from './opening.ts'
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
  encryption_changed: z.object({ conversationId: Id }),
}

type Events = typeof chatEvents
export type Handlers = { [E in keyof Events]: (payload: z.output<Events[E]>) => void }

type Hearing = {
  socket: ChatSocket
  opening: Opening
  handlers: Handlers
  /** What an event of a conversation said could not be opened. */
  missed: (conversationId: string) => void
}

/** Of a message, of a conversation, or of something in one. */
type Told = { conversation?: string; conversationId?: string; _id?: string }
const conversationOf = (payload: unknown): string => {
  const { conversation, conversationId, _id } = payload as Told
  return conversation ?? conversationId ?? _id ?? ''
}

/** Hears what the server sends, as far as it is what it says it is; returns how to stop. Of one conversation all is told in the order in which it came. */
export const hearEvents = ({ socket, opening, handlers, missed }: Hearing): (() => void) => {
  const { message, conversation } = opening
  const openers: { [E in keyof Events]?: (payload: never) => Promise<unknown> } = {
    new_message: message,
    message_edited: message,
    conversation_created: conversation,
    conversation_updated: conversation,
  }
  const turns = new Map<string, Promise<void>>()
  let isStopped = false

  const hear = (name: keyof Events, payload: unknown): void => {
    const [open, id] = [openers[name], conversationOf(payload)]
    const handle = handlers[name] as (payload: unknown) => void
    const before = turns.get(id)
    if (!open && !before) {
      handle(payload)
      return
    }
    const work = async () => {
      const readable = open ? await open(payload as never) : payload
      if (!isStopped) handle(readable)
    }
    const turn = (before ?? Promise.resolve())
      .then(work)
      .catch(() => isStopped || missed(id))
      .then(() => void (turns.get(id) === turn && turns.delete(id)))
    turns.set(id, turn)
  }
  const names = Object.keys(chatEvents) as (keyof Events)[]
  const stops = names.map((name) =>
    socket.on(name, (payload) => {
      const parsed = z.safeParse(chatEvents[name] as z.ZodMiniType, payload)
      if (parsed.success) hear(name, parsed.data)
    }),
  )
  return () => {
    isStopped = true
    for (const stop of stops) stop()
  }
}

/** What a list of conversations shows besides messages: names, settings, blocks, memberships. */
const shown = ['chat', 'conversations', 'users']

export const concernsList = (payload: unknown): boolean => {
  const { topics } = (payload ?? {}) as { topics?: unknown }
  return Array.isArray(topics) && topics.filter(isTopic).some((topic) => shown.includes(topic))
}
