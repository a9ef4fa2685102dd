import type { Store } from '#web/api/store.ts'
import type { Conversation, Message, Quoted } from '../../conversations.shapes.contract.ts'
import type { CannotEncrypt } from '../messageEncryption.ts'

export type { Store }

/** The content of a message to send: blank only as a reply, or with a file. */
export type Draft = {
  content: string
  replyTo: Quoted | null
  mentions: readonly { _id: string; name: string }[]
  /** Attachments that the server rejected. */
  files?: readonly File[]
}

/** A message that the server does not have yet. It survives a reload until it is sent or discarded. */
export type Pending = Draft & {
  clientId: string
  conversation: string
  file: { blob: Blob; name: string; size: number; mediaType: string } | null
  createdAt: string
  /** `waiting` for the network or for earlier messages. A rejected message returns to the composer instead. */
  state: 'waiting' | 'sending'
  /** The fraction of a file that has been sent, from 0 to 1. */
  progress: number | null
  /** Why the message cannot be encrypted now and therefore waits. */
  cannotEncrypt: CannotEncrypt | null
}

/** One row of a conversation. `key` is the client's id of the message and does not change when it is sent. */
export type Row = { key: string; message: Message; pending?: never } | { key: string; pending: Pending; message?: never }

/** The loaded part of a conversation: a range without gaps, oldest first, followed by the messages being sent. */
export type Log = {
  rows: readonly Row[]
  /** True if there are messages before the first row. `hasNewer` is the same for the end. */
  hasOlder: boolean
  hasNewer: boolean
  isLoading: 'first' | 'older' | 'newer' | null
  error: Error | null
  /** The last message read when the conversation was opened: the unread marker is shown after it. */
  readSeqAtOpening: number
}

export type ConversationList = {
  /** Newest message first. */
  items: readonly Conversation[]
  hasMore: boolean
  isLoading: boolean
  error: Error | null
}

export type Typing = { userId: string; userName: string; userRole: string }

/** A message that the server rejected for good: its content is returned with the reason. */
export type Refused = Draft & { conversation: string; file: File | null; message: string }

/** The state of chat in this tab, without the screens. Belongs to one person and ends with the session. */
export type ChatClient = {
  connection: Store<'connected' | 'disconnected'>
  conversations: Store<ConversationList>
  /** Returns the message log of a conversation; `open` loads it. */
  log: (conversationId: string) => Store<Log>
  typing: (conversationId: string) => Store<readonly Typing[]>

  /** Loads the first page of conversations, or the next one. */
  loadConversations: () => Promise<void>
  /**
   * Notifies the server which conversation is shown, loads its newest messages (or those around the first unread one), and keeps
   * it up to date. Null closes it.
   */
  open: (conversationId: string | null) => void
  loadOlder: (conversationId: string) => Promise<void>
  loadNewer: (conversationId: string) => Promise<void>
  /** Loads the messages around a message in place of the current ones, unless it is already loaded. */
  jumpTo: (conversationId: string, seq: number) => Promise<void>
  /** Shows the newest messages. */
  jumpToEnd: (conversationId: string) => Promise<void>
  /** Returns whether this browser knows that a conversation is encrypted, regardless of what the server claims. */
  isEncrypted: (conversationId: string) => Promise<boolean>
  /** Adds a conversation that a call has just returned. */
  learn: (conversation: Conversation) => void

  /** Resolves once the message is in the outbox, which sends it later, however long that takes. */
  send: (conversationId: string, draft: Draft, file?: File) => Promise<void>
  /** Number of messages waiting to be sent, in all conversations. */
  unsent: Store<number>
  /** Discards an unsent message. */
  discard: (clientId: string) => Promise<void>
  onRefused: (handler: (refused: Refused) => void) => () => void

  edit: (message: Message, content: string) => Promise<void>
  remove: (message: Message) => Promise<void>
  /** Shows the change at once, and reverts it if the call fails. */
  react: (message: Message, emoji: string, on: boolean) => Promise<void>
  /** Never moves back; retried without an error message. */
  markRead: (conversationId: string, seq: number) => void
  markUnread: (conversationId: string) => Promise<void>
  /** Must be called with each change of the text, and with an empty text after sending. */
  typed: (conversationId: string, text: string) => void

  /** The unsent text of each conversation on this device. */
  draft: { read: (conversationId: string) => Promise<Draft | null>; write: (conversationId: string, draft: Draft | null) => void }

  /**
   * Closes the client: it no longer sends or receives anything. Messages in the outbox wait for the same person's next session.
   */
  close: () => void
}
