import * as z from 'zod/mini'
import { ChatPerson, ConversationType, Message, SharedConversation } from '#chat/conversations/conversations.shapes.contract.ts'
import type { Errors } from '#contract/errors.ts'
import { Id, Instant } from '#contract/fields.ts'

const Named = z.object({ _id: Id, name: z.string() })

export const Outcome = z.enum(['upheld', 'dismissed'], 'Please choose what comes of the report')
export type Outcome = z.infer<typeof Outcome>

/** All fields except `isFlagged` are null if the message is not flagged; the reason is empty if none was given. */
export const Flagged = z.object({
  isFlagged: z.boolean(),
  flaggedBy: z.nullable(Named),
  reason: z.nullable(z.string()),
  flaggedAt: z.nullable(Instant),
})
export type Flagged = z.infer<typeof Flagged>

/** Content of an encrypted message revealed by a report and proven to be what was sent: docs/encryption.md. */
export const Revealed = z.object({
  /** The reported revision; the message may have been edited since. */
  revision: z.int(),
  /** The sender of the message, or the person who edited it. */
  writtenBy: Named,
  text: z.string(),
  /** What an administrator's browser needs to open the file. `size` is that of the file before encryption. */
  file: z.nullable(z.object({ name: z.string(), type: z.string(), size: z.int(), key: z.string(), iv: z.string(), sha256: z.string() })),
})
export type Revealed = z.infer<typeof Revealed>

/** A member's report as administrators see it. */
export const Report = z.object({
  _id: Id,
  message: Id,
  reporter: Named,
  reason: z.string(),
  createdAt: Instant,
  /** Null until it is decided. */
  outcome: z.nullable(Outcome),
  decidedBy: z.nullable(Named),
  decidedAt: z.nullable(Instant),
  /** Null if the report revealed nothing, and after it was dismissed. */
  disclosed: z.nullable(Revealed),
  /** True if the revealed content is proven; null if the message is not encrypted, and after the report was dismissed. */
  verified: z.nullable(z.boolean()),
})
export type Report = z.infer<typeof Report>

/** A message as administrators see it. A deleted one only has the content kept as evidence. */
export const MonitoredMessage = z.extend(Message, {
  flagged: Flagged,
  reports: z.array(Report),
  /** Its content before each edit, oldest first. */
  versions: z.array(z.object({ content: z.string(), writtenBy: Named, replacedAt: Instant })),
  deletedAt: z.nullable(Instant),
  deletedBy: z.nullable(Named),
})
export type MonitoredMessage = z.infer<typeof MonitoredMessage>

/** A private conversation is named after both people. */
export const MonitoredConversation = z.extend(SharedConversation, {
  /** Includes deleted messages. */
  messageCount: z.int(),
  flaggedCount: z.int(),
  /** Number of undecided reports. */
  reportCount: z.int(),
})
export type MonitoredConversation = z.infer<typeof MonitoredConversation>

/** A message that is flagged, or has an undecided report. */
export const FlaggedMessage = z.extend(MonitoredMessage, {
  conversationName: z.string(),
  conversationType: ConversationType,
  conversationDeleted: z.boolean(),
})
export type FlaggedMessage = z.infer<typeof FlaggedMessage>

/** A report as the reporting member sees it. */
export const OwnReport = z.object({
  _id: Id,
  message: Id,
  conversation: Id,
  sender: Named,
  reason: z.string(),
  createdAt: Instant,
  outcome: z.nullable(Outcome),
  decidedAt: z.nullable(Instant),
  /** True if the outcome was seen, or there is none yet. */
  isSeen: z.boolean(),
})
export type OwnReport = z.infer<typeof OwnReport>

/** A person who is banned from writing. */
export const Stop = z.object({
  user: ChatPerson,
  until: Instant,
  reason: z.string(),
  stoppedBy: Named,
  stoppedAt: Instant,
})
export type Stop = z.infer<typeof Stop>

export const moderationErrors = {
  ownMessage: { code: 'moderation.own_message', status: 403, message: 'You cannot report your own message.' },
  notWhatWasSaid: { code: 'moderation.not_what_was_said', status: 422, message: 'This report does not match the message.' },
  decided: { code: 'moderation.decided', status: 409, message: 'This report has already been decided.' },
  notYourself: { code: 'moderation.not_yourself', status: 403, message: 'You cannot stop yourself from writing.' },
  notAbove: { code: 'moderation.not_above', status: 403, message: 'Admins can stop only students and managers from writing.' },
  past: { code: 'moderation.past', status: 400, message: 'Please choose a date in the future' },
} satisfies Errors
