import type { CannotSeal } from '#chat/encryption/web/encryption.ts'
import type { Store } from '#web/api/store.ts'
import type { Conversation, Message, Quoted } from '../../chat.shapes.contract.ts'

export type { Store }

/** What someone writes: blank only as a reply, or with a file. */
export type Draft = {
  content: string
  replyTo: Quoted | null
  mentions: readonly { _id: string; name: string }[]
  /** Attachments that were refused and came back. */
  files?: readonly File[]
}

/** A message that the server does not have yet. It survives a reload until it is sent or discarded. */
export type Pending = Draft & {
  clientId: string
  conversation: string
  file: { name: string; size: number; mediaType: string } | null
  createdAt: string
  /** `waiting` is for the network or for those before it; a message that was refused comes back to the composer instead. */
  state: 'waiting' | 'sending'
  /** The part of a file that has been sent, from 0 to 1. */
  progress: number | null
  /** Why it cannot be encrypted now, and so waits. */
  cannotSeal: CannotSeal | null
}

/** One row of a conversation. `key` is the client's id of the message and stays the same when it is sent. */
export type Row = { key: string; message: Message; pending?: never } | { key: string; pending: Pending; message?: never }

/** What is loaded of a conversation: a stretch without a gap, oldest first, and what is being sent at its end. */
export type Log = {
  rows: readonly Row[]
  /** There is more before the first row; at its end there is more unless `hasNewer` is false. */
  hasOlder: boolean
  hasNewer: boolean
  isLoading: 'first' | 'older' | 'newer' | null
  error: Error | null
  /** Up to where it was read when it was opened: the unread marker stands after it. */
  readSeqAtOpening: number
}

export type ConversationList = {
  /** Newest message first. */
  items: readonly Conversation[]
  hasMore: boolean
  isLoading: boolean
  error: Error | null
}

/** Whether someone is here now, and when they last were; what is unknown has no entry. */
export type Presence = { status: string; lastSeen: string | null }

export type Typing = { userId: string; userName: string; userRole: string }

/** A message that was definitely refused: what was written comes back, with the reason. */
export type Refused = Draft & { conversation: string; file: File | null; message: string }

/** The whole of chat in this tab, apart from the screens. One person's; it ends with the session. */
export type ChatClient = {
  connection: Store<'connected' | 'disconnected'>
  conversations: Store<ConversationList>
  /** What is loaded of a conversation; `open` loads it. */
  log: (conversationId: string) => Store<Log>
  typing: (conversationId: string) => Store<readonly Typing[]>
  /** By the id of the person, as far as it was told since the page was opened. */
  presence: Store<ReadonlyMap<string, Presence>>

  /** Loads more of the list of conversations, or begins it. */
  loadConversations: () => Promise<void>
  /** Tells the server what is looked at, loads its newest messages (or, with unread ones, those around the first), and keeps it up to date; null is nothing. */
  open: (conversationId: string | null) => void
  loadOlder: (conversationId: string) => Promise<void>
  loadNewer: (conversationId: string) => Promise<void>
  /** Replaces what is loaded by the stretch around a message, unless it is loaded already. */
  jumpTo: (conversationId: string, seq: number) => Promise<void>
  /** Goes to the newest messages. */
  jumpToEnd: (conversationId: string) => Promise<void>
  /** Takes over a conversation that a call has just answered. */
  learn: (conversation: Conversation) => void

  /** Resolves once the outbox has it; it is sent from there, however long that takes. */
  send: (conversationId: string, draft: Draft, file?: File) => Promise<void>
  /** Number of messages that wait to be sent, in all conversations. */
  unsent: Store<number>
  /** Takes back what was not sent yet. */
  discard: (clientId: string) => Promise<void>
  onRefused: (handler: (refused: Refused) => void) => () => void

  edit: (message: Message, content: string) => Promise<void>
  remove: (message: Message) => Promise<void>
  /** Shows the change at once, and takes it back if it fails. */
  react: (message: Message, emoji: string, on: boolean) => Promise<void>
  /** Never goes back; silently tried again. */
  markRead: (conversationId: string, seq: number) => void
  markUnread: (conversationId: string) => Promise<void>
  /** To be called with each change of the text, and with an empty one after sending. */
  typed: (conversationId: string, text: string) => void

  /** What was typed and not sent, for each conversation on this device. */
  draft: { read: (conversationId: string) => Promise<Draft | null>; write: (conversationId: string, draft: Draft | null) => void }

  /** Ends it: nothing more is sent or heard. What is in the outbox waits for the same person's next session. */
  close: () => void
}
