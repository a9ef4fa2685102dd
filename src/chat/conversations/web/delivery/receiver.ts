import type { Conversation, Message, SharedConversation } from '../../chat.shapes.contract.ts'
import { mergedShared, othersRead, readUpTo, withEdit, withMessage } from './conversations.ts'
import type { Handlers } from './events.ts'
import type { Parts } from './parts.ts'

/** Deletions reach everybody at once, and not everybody is to ask in the same moment. */
const spreadMs = 1_000
/** People whose presence is remembered. */
const mostPresent = 1_000

const isWhole = (conversation: Conversation | SharedConversation): conversation is Conversation => 'unreadCount' in conversation

/** A message that appears before the eyes of someone who has read everything before it. */
const isWatched = ({ opened, logs, ports }: Parts, { readSeq }: Conversation, message: Message): boolean => {
  const id = message.conversation
  return opened.get() === id && ports.tab.isVisible() && readSeq >= message.seq - 1 && !logs.of(id).store.get().hasNewer
}

/** A message of one's own or of someone else that the server has, however it came. */
export const receive = (parts: Parts, message: Message): void => {
  const { list, logs, typists, ports } = parts
  const { conversation: id, seq } = message
  typists.stopped(id, message.sender._id)
  const known = list.get(id)
  if (!known) list.wantFetched(id)
  if (known && seq > known.lastSeq) {
    list.update(id, (before) => withMessage(before, message, { myId: ports.me._id, isWatched: isWatched(parts, before, message) }))
    if (seq > known.lastSeq + 1) list.wantFetched(id)
  }
  logs.get(id)?.receive(message)
}

export const receiveEdit = ({ list, logs }: Parts, message: Message): void => {
  list.update(message.conversation, (before) => withEdit(before, { ...message, messageId: message._id }))
  logs.get(message.conversation)?.receive(message)
}

/** Counts the unread messages again, after some were read or deleted. */
export const countAgain = ({ list, logs, ports: { clock } }: Parts, id: string): void => {
  const known = list.get(id)
  if (!known || known.unreadCount === 0) return
  const unread = logs.get(id)?.unreadAfter(known.readSeq, known.lastSeq)
  if (unread === undefined) clock.after(clock.random() * spreadMs, () => list.wantFetched(id))
  else list.update(id, (before) => ({ ...before, unreadCount: Math.min(before.unreadCount, unread) }))
}

/** One's own reading, here or on another device. */
export const readTo = ({ list, logs }: Parts, id: string, seq: number): void => {
  list.update(id, (before) => readUpTo(before, seq, logs.get(id)?.unreadAfter(seq, before.lastSeq)))
}

const receiveConversation = ({ list }: Parts, conversation: Conversation | SharedConversation): void => {
  const known = list.get(conversation._id)
  if (isWhole(conversation)) list.learn(conversation)
  // The name of a private conversation is another one for each of the two.
  else if (known && conversation.type === 'group') list.update(known._id, (before) => mergedShared(before, conversation))
  else list.wantFetched(conversation._id)
}

/** What an event said is not known: it is asked for. */
export const missed = ({ list, logs, opened }: Parts, id: string): void => {
  if (opened.get() === id) void logs.of(id).refresh()
  list.wantFetched(id)
}

/** What each event does. */
export const handlersOf = (parts: Parts): Handlers => {
  const { list, logs, typists, presence, ports, gone } = parts
  return {
    new_message: (message) => receive(parts, message),
    message_edited: (message) => receiveEdit(parts, message),
    message_deleted: ({ messageId, conversationId: id, change }) => {
      logs.get(id)?.deleted(messageId, change)
      list.update(id, (before) => withEdit(before, { messageId, change, content: null, isDeleted: true }))
      countAgain(parts, id)
    },
    message_reaction_updated: ({ messageId, conversationId: id, reactions, change }) => {
      list.update(id, (before) => ({ ...before, lastChange: Math.max(before.lastChange, change) }))
      logs.get(id)?.reacted(messageId, change, reactions)
    },
    message_read: ({ conversationId: id, userId, seq }) => {
      list.update(id, (before) => othersRead(before, userId, seq))
      if (userId !== ports.me._id) return
      readTo(parts, id, seq)
      countAgain(parts, id)
    },
    user_typing: ({ conversationId, ...typing }) => {
      if (typing.userId !== ports.me._id) typists.started(conversationId, typing)
    },
    user_stop_typing: ({ conversationId, userId }) => typists.stopped(conversationId, userId),
    user_status_changed: ({ userId, ...status }) => {
      const others = [...presence.get()].filter(([id]) => id !== userId)
      presence.set(new Map([...others.slice(1 - mostPresent), [userId, status]]))
    },
    conversation_created: (conversation) => receiveConversation(parts, conversation),
    conversation_updated: (conversation) => receiveConversation(parts, conversation),
    conversation_removed: ({ conversationId }) => gone(conversationId),
    encryption_changed: ({ conversationId }) => ports.sealer.changed(conversationId),
  }
}
