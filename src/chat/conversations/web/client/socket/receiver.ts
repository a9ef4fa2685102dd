import type { Conversation, Message, SharedConversation } from '../../../conversations.shapes.contract.ts'
import type { Client } from '../client.ts'
import type { ClientObserver } from '../clientObserver.ts'
import { mergedShared, othersRead, readUpTo, withEdit, withMessage } from '../list/conversations.ts'
import type { Handlers } from './events.ts'

/** Range of the random delay after a deletion, which reaches everybody at once, so that requests are spread. */
const spreadMs = 1_000

const isWhole = (conversation: Conversation | SharedConversation): conversation is Conversation => 'unreadCount' in conversation

/** Returns whether a message appears on screen for a person who has read everything before it. */
const isWatched = ({ socket, log, environment }: Client, { readSeq }: Conversation, message: Message): boolean => {
  const id = message.conversation
  return socket.opened.get() === id && environment.tab.isVisible() && readSeq >= message.seq - 1 && !log.of(id).store.get().hasNewer
}

/** Adds a message that the server has, regardless of how it arrived. */
export const receive = (client: Client, message: Message): void => {
  const { list, log, socket, environment } = client
  const { conversation: id, seq } = message
  socket.typists.stopped(id, message.sender._id)
  const known = list.get(id)
  if (!known) list.wantFetched(id)
  if (known && seq > known.lastSeq) {
    list.update(id, (before) => withMessage(before, message, { myId: environment.me._id, isWatched: isWatched(client, before, message) }))
    if (seq > known.lastSeq + 1) list.wantFetched(id)
  }
  log.get(id)?.receive(message)
}

export const receiveEdit = ({ list, log }: Client, message: Message): void => {
  list.update(message.conversation, (before) => withEdit(before, { ...message, messageId: message._id }))
  log.get(message.conversation)?.receive(message)
}

/** Recounts the unread messages after some were read or deleted. */
export const countAgain = ({ list, log, environment: { clock } }: Client, id: string): void => {
  const known = list.get(id)
  if (!known || known.unreadCount === 0) return
  const unread = log.get(id)?.unreadAfter(known.readSeq, known.lastSeq)
  if (unread === undefined) clock.after(clock.random() * spreadMs, () => list.wantFetched(id))
  else list.update(id, (before) => ({ ...before, unreadCount: Math.min(before.unreadCount, unread) }))
}

/** Applies one's own read position, set here or on another device. */
export const readTo = ({ list, log }: Client, id: string, seq: number): void => {
  list.update(id, (before) => readUpTo(before, seq, log.get(id)?.unreadAfter(seq, before.lastSeq)))
}

const receiveConversation = ({ list }: Client, conversation: Conversation | SharedConversation): void => {
  const known = list.get(conversation._id)
  if (isWhole(conversation)) list.learn(conversation)
  // The name of a private conversation differs between the two people.
  else if (known && conversation.type === 'group') list.update(known._id, (before) => mergedShared(before, conversation))
  else list.wantFetched(conversation._id)
}

/** Refetches after an event whose content is unknown. */
export const missed = ({ list, log, socket }: Client, id: string): void => {
  if (socket.opened.get() === id) void log.of(id).refresh()
  list.wantFetched(id)
}

/** Returns the handler of each event. */
export const handlersOf = (client: Client, observer: Pick<ClientObserver, 'onRemoved'>): Handlers => {
  const { list, log, socket, environment } = client
  return {
    newMessage: (message) => receive(client, message),
    messageEdited: (message) => receiveEdit(client, message),
    messageDeleted: ({ messageId, conversationId: id, change }) => {
      log.get(id)?.deleted(messageId, change)
      list.update(id, (before) => withEdit(before, { messageId, change, content: null, isDeleted: true }))
      countAgain(client, id)
    },
    messageReactionUpdated: ({ messageId, conversationId: id, reactions, change }) => {
      list.update(id, (before) => ({ ...before, lastChange: Math.max(before.lastChange, change) }))
      log.get(id)?.reacted(messageId, change, reactions)
    },
    messageRead: ({ conversationId: id, userId, seq }) => {
      list.update(id, (before) => othersRead(before, userId, seq))
      if (userId !== environment.me._id) return
      readTo(client, id, seq)
      countAgain(client, id)
    },
    messageDelivered: ({ conversationId: id, seq: deliveredSeq }) =>
      list.update(id, (before) => (deliveredSeq > before.deliveredSeq ? { ...before, deliveredSeq } : before)),
    userTyping: ({ conversationId, ...typing }) => {
      if (typing.userId !== environment.me._id) socket.typists.started(conversationId, typing)
    },
    userStopTyping: ({ conversationId, userId }) => socket.typists.stopped(conversationId, userId),
    conversationCreated: (conversation) => receiveConversation(client, conversation),
    conversationUpdated: (conversation) => receiveConversation(client, conversation),
    conversationRemoved: ({ conversationId }) => observer.onRemoved(conversationId),
    encryptionChanged: ({ conversationId }) => environment.encryption.invalidateKeys(conversationId),
  }
}
