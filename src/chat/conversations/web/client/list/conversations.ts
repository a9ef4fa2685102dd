import { chatLimits } from '../../../conversations.limits.ts'
import { previewOf } from '../../../conversations.preview.policy.ts'
import type { Conversation, LastMessage, Message, Participant, SharedConversation } from '../../../conversations.shapes.contract.ts'
import { lastOf } from '../log/stretch.ts'

/* Pure functions that apply events to the conversations of the list. */

/**
 * Returns the sort key: the time of the latest activity and then the message id, which is greater for the later of two messages
 * in the same millisecond.
 */
const activityOf = ({ updatedAt, lastMessage, _id }: SharedConversation): string => `${updatedAt} ${lastMessage?._id ?? _id}`

/** Orders the list, newest message first. */
export const byNewest = (one: SharedConversation, other: SharedConversation): number => (activityOf(one) < activityOf(other) ? 1 : -1)

/** Marks messages as read up to a number; never moves back. `unread` is the remaining number, if known. */
export const readUpTo = (conversation: Conversation, seq: number, unread?: number): Conversation => {
  const readSeq = Math.max(conversation.readSeq, Math.min(seq, conversation.lastSeq))
  if (readSeq === conversation.readSeq && !conversation.markedUnread) return conversation
  const left = unread ?? conversation.lastSeq - readSeq
  const [unreadCount, unreadMentions] = [Math.min(conversation.unreadCount, left), Math.min(conversation.unreadMentions, left)]
  return { ...conversation, readSeq, unreadCount, unreadMentions, markedUnread: false }
}

/** Updates another person's read position. */
export const othersRead = <C extends SharedConversation>(conversation: C, userId: string, seq: number): C => {
  const isNews = ({ user, readSeq }: Participant) => user._id === userId && readSeq < seq
  if (!conversation.participants.some(isNews)) return conversation
  return { ...conversation, participants: conversation.participants.map((each) => (isNews(each) ? { ...each, readSeq: seq } : each)) }
}

type Seen = { myId: string; isWatched: boolean }

/** Adds a message newer than all others. `isWatched` is true if it appears while the person is looking. */
export const withMessage = (conversation: Conversation, message: Message, { myId, isWatched }: Seen): Conversation => {
  const isUnread = message.sender._id !== myId && !message.isDeleted && !isWatched
  const isMention = isUnread && message.mentions.some(({ _id }) => _id === myId)
  return {
    ...conversation,
    lastSeq: message.seq,
    lastChange: Math.max(conversation.lastChange, message.change),
    lastMessage: lastOf(message),
    updatedAt: message.createdAt,
    unreadCount: Math.min(chatLimits.unreadCounted, conversation.unreadCount + (isUnread ? 1 : 0)),
    unreadMentions: conversation.unreadMentions + (isMention ? 1 : 0),
  }
}

type Encrypted = Partial<Pick<Message, 'encryption' | 'clientId' | 'unreadable'>>
type Edit = Pick<Message, 'change' | 'content' | 'isDeleted'> & Encrypted & { messageId: string }

const editedLast = (
  { unreadable: _, ...last }: LastMessage,
  { content, isDeleted, encryption, clientId, unreadable }: Edit,
): LastMessage => ({
  ...last,
  content: previewOf(content),
  isDeleted,
  ...(isDeleted ? last.encryption && { encryption: null } : encryption !== undefined && { encryption, clientId }),
  ...(unreadable && { unreadable }),
})

/** Applies an edit or a deletion if the list shows that message. */
export const withEdit = (conversation: Conversation, edit: Edit): Conversation => {
  const { lastMessage, lastChange } = conversation
  const isShown = lastMessage?._id === edit.messageId && !lastMessage.isDeleted
  return {
    ...conversation,
    lastChange: Math.max(lastChange, edit.change),
    lastMessage: isShown ? editedLast(lastMessage, edit) : lastMessage,
  }
}

/** Returns whether a response lacks events that are already known. */
export const isOlder = (fresh: SharedConversation, known: SharedConversation): boolean =>
  fresh.lastSeq < known.lastSeq || fresh.lastChange < known.lastChange

/** Keeps the fields that a response read before the last events must not revert. */
const unlessOlder = <C extends SharedConversation>(known: SharedConversation, fresh: C): C => {
  const lacksMessages = fresh.lastSeq < known.lastSeq
  const { lastSeq, lastMessage, updatedAt } = lacksMessages ? known : fresh
  const shown = !lacksMessages && fresh.lastChange < known.lastChange && fresh.lastSeq === known.lastSeq ? known.lastMessage : lastMessage
  const reads = new Map(known.participants.map(({ user, readSeq }) => [user._id, readSeq]))
  const participants = fresh.participants.map((each) => ({ ...each, readSeq: Math.max(each.readSeq, reads.get(each.user._id) ?? 0) }))
  return { ...fresh, lastSeq, lastMessage: shown, updatedAt, lastChange: Math.max(fresh.lastChange, known.lastChange), participants }
}

/** Merges the server's current state into the known one. */
export const merged = (known: Conversation | undefined, fresh: Conversation): Conversation => {
  if (!known) return fresh
  const next = unlessOlder(known, fresh)
  const { unreadCount, unreadMentions } = fresh.lastSeq < known.lastSeq ? known : fresh
  const deliveredSeq = Math.max(known.deliveredSeq, fresh.deliveredSeq)
  const counted = { ...next, unreadCount, unreadMentions, deliveredSeq }
  return known.readSeq > fresh.readSeq ? readUpTo(counted, known.readSeq) : counted
}

/** Merges the fields that all members see alike; one's own read position stays. */
export const mergedShared = (known: Conversation, shared: SharedConversation): Conversation => ({ ...known, ...unlessOlder(known, shared) })
