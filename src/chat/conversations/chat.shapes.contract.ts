import * as z from 'zod/mini'
import { type Openable, Sealed } from '#chat/encryption/encryption.shapes.contract.ts'
import { RoleName } from '#contract/actor.ts'
import { builtInConversations } from '#contract/builtInConversations.ts'
import type { Errors } from '#contract/errors.ts'
import { Id, Instant } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'

/** Someone as chat shows them. */
export const ChatPerson = z.object({
  _id: Id,
  name: z.string(),
  role: RoleName,
  /** An address that opens by itself today and tomorrow; null where there is no picture. */
  profilePicture: z.nullable(z.string()),
  /** For staff alone. */
  email: z.optional(z.string()),
})
export type ChatPerson = z.infer<typeof ChatPerson>

/** `readSeq` is the number of the last message that they have read. */
export const Participant = z.object({ user: ChatPerson, readSeq: z.int() })
export type Participant = z.infer<typeof Participant>

export const MessageType = z.enum(['text', 'image', 'file'])
export type MessageType = z.infer<typeof MessageType>

export const Attachment = z.object({
  /** Opens with the Authorization header; answers ranges. */
  url: z.string(),
  /** A smaller copy of a picture, as WebP; opens with the Authorization header. */
  previewUrl: z.nullable(z.string()),
  originalName: z.string(),
  mediaType: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Pixels of a picture. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
})
export type Attachment = z.infer<typeof Attachment>

/** One person's emoji on a message. */
export const Reaction = z.object({ emoji: z.string(), user: z.object({ _id: Id, name: z.string() }) })
export type Reaction = z.infer<typeof Reaction>

/** Of an encrypted message alone: what it says, or null where that is long or was deleted, and what it is opened with besides. */
const sealedPart = { encryption: z.optional(z.nullable(Sealed)), clientId: z.optional(z.string()) }

/** What a reply quotes, as it is now: a deleted message has no content any more. */
export const Quoted = z.object({
  _id: Id,
  seq: z.int(),
  type: MessageType,
  /** At most the first characters of it; without a text the name of its file. */
  content: z.nullable(z.string()),
  sender: z.object({ _id: Id, name: z.string() }),
  isDeleted: z.boolean(),
  ...sealedPart,
})
export type Quoted = z.infer<typeof Quoted> & Openable

export const Message = z.object({
  _id: Id,
  conversation: Id,
  /** Messages of a conversation are numbered without a gap. */
  seq: z.int(),
  /** What `lastChange` of the conversation was when this message last changed; 0 where it never has. */
  change: z.int(),
  /** Names the message from before it was sent; a person who sends it again gets the same message. */
  clientId: z.string(),
  /** What an encrypted message says; absent where it is not encrypted, null where it was deleted. */
  encryption: z.optional(z.nullable(Sealed)),
  type: MessageType,
  /** Null where it was deleted or is encrypted, and may be null where there is a quote or a file. */
  content: z.nullable(z.string()),
  sender: ChatPerson,
  createdAt: Instant,
  isEdited: z.boolean(),
  editedAt: z.nullable(Instant),
  /** Who edited it last, where that was not the sender. */
  editedBy: z.nullable(z.object({ _id: Id, name: z.string() })),
  isDeleted: z.boolean(),
  reactions: z.array(Reaction),
  attachment: z.nullable(Attachment),
  replyTo: z.nullable(Quoted),
  /** Whom it names with @. */
  mentions: z.array(z.object({ _id: Id, name: z.string() })),
})
export type Message = z.infer<typeof Message> & { replyTo: Quoted | null } & Openable

export const LastMessage = z.object({
  _id: Id,
  seq: z.int(),
  type: MessageType,
  /** At most the first characters of it; without a text the name of its file. */
  content: z.nullable(z.string()),
  sender: z.object({ _id: Id, name: z.string() }),
  timestamp: Instant,
  isDeleted: z.boolean(),
  ...sealedPart,
})
export type LastMessage = z.infer<typeof LastMessage> & Openable

export const ConversationType = z.enum(['private', 'group'], 'Please choose groups or private conversations')
export type ConversationType = z.infer<typeof ConversationType>
export const Notify = z.enum(['all', 'mentions', 'none'], 'Please choose what you want to be notified about')
export type Notify = z.infer<typeof Notify>

/** What everybody in it sees alike; the events `conversation_created` and `conversation_updated` of a group carry this alone. */
const shared = {
  _id: Id,
  type: ConversationType,
  /** Of a private conversation the name of the other person. */
  name: z.string(),
  description: z.string(),
  /** The groups that come with the institution: everybody is in them. */
  builtIn: z.nullable(z.enum(builtInConversations)),
  /** Who may write: all members, or admins alone. */
  postPolicy: z.enum(['all', 'admins']),
  isEncrypted: z.boolean(),
  /** At most a hundred of them, by name; `participantCount` counts all. */
  participants: z.array(Participant),
  participantCount: z.int(),
  lastMessage: z.nullable(LastMessage),
  firstSeq: z.int(),
  lastSeq: z.int(),
  lastChange: z.int(),
  createdAt: Instant,
  /** When the newest message was sent or, before there is one, when the conversation began. */
  updatedAt: Instant,
}
export const SharedConversation = z.object(shared)
export type SharedConversation = z.infer<typeof SharedConversation> & { lastMessage: LastMessage | null }

/** A conversation as one of its members sees it. */
export const Conversation = z.object({
  ...shared,
  /** Messages of others after the last one that was read, counted up to a thousand. */
  unreadCount: z.int(),
  /** How many of them name you. */
  unreadMentions: z.int(),
  /** You marked it as unread, whatever you have read. */
  markedUnread: z.boolean(),
  readSeq: z.int(),
  mutedUntil: z.nullable(Instant),
  notify: Notify,
  /** Why you can write nothing here now, or null. */
  whyNotWrite: z.nullable(z.object({ code: z.string(), message: z.string() })),
})
export type Conversation = z.infer<typeof Conversation> & { lastMessage: LastMessage | null }

export const chatErrors = {
  announcementOnly: { code: 'chat.announcement_only', status: 403, message: 'Only admins can post in Announcement.' },
  notToStudents: { code: 'chat.not_to_students', status: 403, message: 'Students can write in private to staff only.' },
  notToAnyone: { code: 'chat.not_to_anyone', status: 403, message: 'Students cannot start private conversations here.' },
  blocked: { code: 'chat.blocked', status: 403, message: 'You cannot write to this person.' },
  youBlocked: { code: 'chat.you_blocked', status: 403, message: 'You have blocked this person. Unblock them to write.' },
  personGone: { code: 'chat.person_gone', status: 403, message: 'This account was deleted.' },
  stopped: { code: 'chat.stopped', status: 403, message: 'An administrator has stopped you from writing for now.' },
  blank: { code: 'chat.blank', status: 400, message: 'Please enter a message' },
  replyMissing: { code: 'chat.reply_missing', status: 400, message: 'The message you are replying to is not in this conversation' },
  mentionMissing: { code: 'chat.mention_missing', status: 400, message: 'Some of the people you mention are not in this conversation' },
  yourself: { code: 'chat.yourself', status: 400, message: 'You cannot start a conversation with yourself' },
  editTooLate: { code: 'chat.edit_too_late', status: 403, message: `Messages can be edited for ${limits.editHours} hours.` },
  editTextOnly: { code: 'chat.edit_text_only', status: 403, message: 'Only text messages can be edited.' },
  plaintextRefused: {
    code: 'chat.plaintext_refused',
    status: 422,
    message: 'This chat is end-to-end encrypted, so nothing can be sent here without encryption.',
  },
  tooManyReactions: { code: 'chat.too_many_reactions', status: 409, message: 'This message has too many reactions.' },
} satisfies Errors
