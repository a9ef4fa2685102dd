import * as z from 'zod/mini'
import { builtInConversations } from '#contract/builtInConversations.ts'
import type { Errors } from '#contract/errors.ts'
import { Id, Instant, RoleName } from '#contract/fields.ts'
import { formatsFor } from '#contract/format.ts'
import { WhyNot } from '#contract/whyNot.ts'
import { type Decryption, EncryptedRevision } from './conversations.encryption.contract.ts'
import { chatLimits } from './conversations.limits.ts'

/** A person as chat shows them. */
export const ChatPerson = z.object({
  _id: Id,
  name: z.string(),
  role: RoleName,
  /** A URL that opens without authorization today and tomorrow; null without a picture. */
  profilePicture: z.nullable(z.string()),
  /** Only for staff; null if the person has no email address. */
  email: z.optional(z.nullable(z.string())),
})
export type ChatPerson = z.infer<typeof ChatPerson>

/** `readSeq` is the number of the last message this person has read. */
export const Participant = z.object({ user: ChatPerson, readSeq: z.int() })
export type Participant = z.infer<typeof Participant>

const MessageType = z.enum(['text', 'image', 'file'])

export const Attachment = z.object({
  /** Requires the Authorization header; supports range requests. */
  url: z.string(),
  /** A smaller copy of a picture, as WebP; requires the Authorization header. */
  previewUrl: z.nullable(z.string()),
  originalName: z.string(),
  mediaType: z.string(),
  /** In bytes. */
  size: z.int(),
  /** In pixels; null if it is not a picture. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
})
export type Attachment = z.infer<typeof Attachment>

/** One person's emoji on a message. */
export const Reaction = z.object({ emoji: z.string(), user: z.object({ _id: Id, name: z.string() }) })
export type Reaction = z.infer<typeof Reaction>

/** Only for encrypted messages: the ciphertext, null if it is long or was deleted, and the other data needed to decrypt it. */
const encryptedFields = { encryption: z.optional(z.nullable(EncryptedRevision)), clientId: z.optional(z.string()) }

/** The quoted message in its current state; a deleted message no longer has content. */
export const Quoted = z.object({
  _id: Id,
  seq: z.int(),
  type: MessageType,
  /** At most its first characters; the file name if there is no text. */
  content: z.nullable(z.string()),
  sender: z.object({ _id: Id, name: z.string() }),
  isDeleted: z.boolean(),
  ...encryptedFields,
})
export type Quoted = z.infer<typeof Quoted> & Decryption

export const Message = z.object({
  _id: Id,
  conversation: Id,
  /** Messages of a conversation are numbered without gaps. */
  seq: z.int(),
  /** The conversation's `lastChange` when this message last changed; 0 if it never has. */
  change: z.int(),
  /** Identifies the message before it is sent; sending it again returns the same message. */
  clientId: z.string(),
  /** The ciphertext; absent if the message is not encrypted, null if it was deleted. */
  encryption: z.optional(z.nullable(EncryptedRevision)),
  type: MessageType,
  /** Null if it was deleted or is encrypted; may be null if there is a quote or a file. */
  content: z.nullable(z.string()),
  sender: ChatPerson,
  createdAt: Instant,
  isEdited: z.boolean(),
  editedAt: z.nullable(Instant),
  /** The person who last edited it, if not the sender. */
  editedBy: z.nullable(z.object({ _id: Id, name: z.string() })),
  isDeleted: z.boolean(),
  reactions: z.array(Reaction),
  attachment: z.nullable(Attachment),
  replyTo: z.nullable(Quoted),
  /** People mentioned with @. */
  mentions: z.array(z.object({ _id: Id, name: z.string() })),
})
export type Message = z.infer<typeof Message> & { replyTo: Quoted | null } & Decryption

export const LastMessage = z.object({
  _id: Id,
  seq: z.int(),
  type: MessageType,
  /** At most its first characters; the file name if there is no text. */
  content: z.nullable(z.string()),
  sender: z.object({ _id: Id, name: z.string() }),
  timestamp: Instant,
  isDeleted: z.boolean(),
  ...encryptedFields,
})
export type LastMessage = z.infer<typeof LastMessage> & Decryption

export const ConversationType = z.enum(['private', 'group'], 'Please choose groups or private conversations')
export type ConversationType = z.infer<typeof ConversationType>
export const Notify = z.enum(['all', 'mentions', 'none'], 'Please choose what you want to be notified about')
export type Notify = z.infer<typeof Notify>

/**
 * Fields that all members see alike; for a group, the events `conversation_created` and `conversation_updated` carry only these.
 */
const shared = {
  _id: Id,
  type: ConversationType,
  /** In a private conversation, the name of the other person. */
  name: z.string(),
  description: z.string(),
  /** Identifies a built-in group, of which everybody is a member. */
  builtIn: z.nullable(z.enum(builtInConversations)),
  /** Whether all members may write, or only admins. */
  postPolicy: z.enum(['all', 'admins']),
  isEncrypted: z.boolean(),
  /** At most a hundred, ordered by name; `participantCount` counts all. */
  participants: z.array(Participant),
  participantCount: z.int(),
  lastMessage: z.nullable(LastMessage),
  firstSeq: z.int(),
  lastSeq: z.int(),
  lastChange: z.int(),
  createdAt: Instant,
  /** When the newest message was sent; without messages, when the conversation was created. */
  updatedAt: Instant,
}
export const SharedConversation = z.object(shared)
export type SharedConversation = z.infer<typeof SharedConversation> & { lastMessage: LastMessage | null }

/** A conversation as one of its members sees it. */
export const Conversation = z.object({
  ...shared,
  /** Number of unread messages from others, counted up to a thousand. */
  unreadCount: z.int(),
  /** Number of unread messages that mention you. */
  unreadMentions: z.int(),
  /** True if you marked it as unread, even if you have read all messages. */
  markedUnread: z.boolean(),
  readSeq: z.int(),
  /** A device of everyone else has received the messages up to this number; 0 in the built-in groups. */
  deliveredSeq: z.int(),
  mutedUntil: z.nullable(Instant),
  notify: Notify,
  /** Why you cannot write here now, or null. */
  whyNotWrite: z.nullable(WhyNot),
})
export type Conversation = z.infer<typeof Conversation> & { lastMessage: LastMessage | null }

const { day } = formatsFor('en-IN')

export const chatErrors = {
  announcementOnly: {
    code: 'chat.announcement_only',
    status: 403,
    message: 'Only admins can post in Announcement.',
    text: ({ group }: { group: string }) => `Only admins can post in ${group}.`,
  },
  notToStudents: { code: 'chat.not_to_students', status: 403, message: 'Students can write in private to staff only.' },
  notToAnyone: { code: 'chat.not_to_anyone', status: 403, message: 'Students cannot start private conversations here.' },
  blocked: { code: 'chat.blocked', status: 403, message: 'You cannot write to this person.' },
  youBlocked: { code: 'chat.you_blocked', status: 403, message: 'You have blocked this person. Unblock them to write.' },
  personGone: { code: 'chat.person_gone', status: 403, message: 'This account was deleted.' },
  stopped: {
    code: 'chat.stopped',
    status: 403,
    message: 'An administrator has stopped you from writing for now.',
    /** `until` is in the hall's time zone: `YYYY-MM-DD HH:MM`, or only the date if the ban ends with that day. */
    text: ({ until }: { until: string }) => {
      const [date = '', time] = until.split(' ')
      return `An administrator has stopped you from writing until ${time ? `${day(date)}, ${time}` : `the end of ${day(date)}`}.`
    },
  },
  blank: { code: 'chat.blank', status: 400, message: 'Please enter a message' },
  replyMissing: { code: 'chat.reply_missing', status: 400, message: 'The message you are replying to is not in this conversation' },
  mentionMissing: { code: 'chat.mention_missing', status: 400, message: 'Some of the people you mention are not in this conversation' },
  yourself: { code: 'chat.yourself', status: 400, message: 'You cannot start a conversation with yourself' },
  editTooLate: { code: 'chat.edit_too_late', status: 403, message: `Messages can be edited for ${chatLimits.editHours} hours.` },
  editTextOnly: { code: 'chat.edit_text_only', status: 403, message: 'Only text messages can be edited.' },
  plaintextRefused: {
    code: 'chat.plaintext_refused',
    status: 422,
    message: 'This chat is end-to-end encrypted, so nothing can be sent here without encryption.',
  },
  tooManyReactions: { code: 'chat.too_many_reactions', status: 409, message: 'This message has too many reactions.' },
} satisfies Errors
