/** A conversation is encrypted from `encryptedAt` on, permanently. */
export type ConversationsTable = {
  id: string
  type: 'private' | 'group'
  /** The two built-in groups: everyone is a member, without a row in `conversationMembers`. Unique. */
  builtIn: 'general' | 'announcement' | null
  /** Only for groups. */
  name: string | null
  nameFolded: string | null
  description: string
  /** The ids of the two people, the lower one first. Unique; only for private conversations. */
  pairKey: string | null
  postPolicy: 'all' | 'admins'
  /** Messages are numbered from `firstSeq` to `lastSeq` without a gap; an empty conversation has `lastSeq` 0. */
  firstSeq: number
  lastSeq: number
  /** Counts edits, reactions and deletions. */
  lastChange: number
  /** The id of the newest message or, before there is one, the conversation's own: lists are in this order. */
  activity: string
  encryptedAt: string | null
  /** The version of its key; 0 before it is encrypted. */
  keyVersion: number
  /** Messages encrypted with an older version are rejected. */
  requiredKeyVersion: number
  /** When the current key was made, and the `lastSeq` of that moment. */
  keyMadeAt: string | null
  keyMadeAfter: number
  createdBy: string | null
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}

/** Primary key (conversationId, userId). Messages before `joinedSeq` count as read. */
export type ConversationMembersTable = { conversationId: string; userId: string; joinedSeq: number; joinedAt: string }

/** How far a person has read, and how far a device of theirs has received it, never less. Primary key (conversationId, userId). */
export type ConversationReadsTable = { conversationId: string; userId: string; readSeq: number; markedUnread: 0 | 1; deliveredSeq: number }

/** What a person wants to be notified about. Primary key (conversationId, userId). */
export type ConversationSettingsTable = {
  conversationId: string
  userId: string
  mutedUntil: string | null
  notify: 'all' | 'mentions' | 'none'
}

/** A deleted message keeps its row; its content is deleted unless it is flagged or reported. */
export type MessagesTable = {
  id: string
  conversationId: string
  /** Unique in the conversation. */
  seq: number
  /** The conversation's `lastChange` when the message last changed; 0 before. */
  change: number
  type: 'text' | 'image' | 'file'
  senderId: string
  /** Unique in the conversation per sender: a message that is sent again is stored once. */
  clientId: string
  content: string | null
  /** The id of a message in the same conversation. */
  replyTo: string | null
  createdAt: string
  editedAt: string | null
  editedBy: string | null
  deletedAt: string | null
  deletedBy: string | null
  /** The revision in `messageCiphertexts` with the content; null if the message is not encrypted. */
  revision: number | null
}

/** An earlier text of an edited message. */
export type MessageVersionsTable = { id: string; messageId: string; content: string; writtenBy: string; replacedAt: string }

/** Unique (messageId, userId, emoji); ordered by id. */
export type MessageReactionsTable = { id: string; messageId: string; userId: string; emoji: string }

/** Primary key (messageId, userId). */
export type MessageMentionsTable = { messageId: string; userId: string; conversationId: string; seq: number }

/** Who blocked whom. Primary key (blockerId, blockedId). */
export type BlocksTable = { blockerId: string; blockedId: string; createdAt: string }

/** The file of a message. */
export type AttachmentsTable = {
  id: string
  /** Unique. */
  messageId: string
  sha256: string
  /** A smaller copy of a picture, as WebP. */
  previewSha256: string | null
  originalName: string
  /** Pixels of a picture. */
  width: number | null
  height: number | null
  createdAt: string
}

export type PresenceTable = { userId: string; lastSeen: string | null; isHidden: 0 | 1 }

export type MessageFlagsTable = { messageId: string; flaggedBy: string; reason: string; flaggedAt: string }

/** The flags and open reports of a conversation's messages. Maintained by triggers; conversations that never had any are missing. */
export type ConversationMarksTable = { conversationId: string; flags: number; reports: number }

/** Unique (messageId, reporterId). */
export type MessageReportsTable = {
  id: string
  messageId: string
  reporterId: string
  reason: string
  createdAt: string
  outcome: 'upheld' | 'dismissed' | null
  decidedBy: string | null
  decidedAt: string | null
  /** When the reporter was shown the outcome. */
  seenAt: string | null
  /** What the report of an encrypted message discloses, as JSON. */
  disclosed: string | null
}

/** People who may not write in chat until a date. */
export type WritingStopsTable = { userId: string; until: string; reason: string; stoppedBy: string; stoppedAt: string }

export type ChatTables = {
  conversations: ConversationsTable
  conversationMembers: ConversationMembersTable
  conversationReads: ConversationReadsTable
  conversationSettings: ConversationSettingsTable
  messages: MessagesTable
  messageVersions: MessageVersionsTable
  messageReactions: MessageReactionsTable
  messageMentions: MessageMentionsTable
  blocks: BlocksTable
  attachments: AttachmentsTable
  presence: PresenceTable
  messageFlags: MessageFlagsTable
  messageReports: MessageReportsTable
  conversationMarks: ConversationMarksTable
  writingStops: WritingStopsTable
}
