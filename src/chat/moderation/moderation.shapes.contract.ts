import * as z from 'zod/mini'
import { ChatPerson, ConversationType, Message, SharedConversation } from '#chat/conversations/chat.shapes.contract.ts'
import type { Errors } from '#contract/errors.ts'
import { Id, Instant } from '#contract/fields.ts'

const Named = z.object({ _id: Id, name: z.string() })

export const Outcome = z.enum(['upheld', 'dismissed'], 'Please choose what comes of the report')
export type Outcome = z.infer<typeof Outcome>

/** All but `isFlagged` is null where nobody has flagged the message; the reason is empty where none was given. */
export const Flagged = z.object({
  isFlagged: z.boolean(),
  flaggedBy: z.nullable(Named),
  reason: z.nullable(z.string()),
  flaggedAt: z.nullable(Instant),
})
export type Flagged = z.infer<typeof Flagged>

/** What the report of an encrypted message has revealed of it, proven to be what was said: docs/encryption.md. */
export const Revealed = z.object({
  /** That was reported; the message may have been edited since. */
  revision: z.int(),
  /** The sender of the message, or the person who had edited it. */
  writtenBy: Named,
  text: z.string(),
  /** How the file of the message opens in the browser of an administrator. `size` is that of the file before it was encrypted. */
  file: z.nullable(z.object({ name: z.string(), type: z.string(), size: z.int(), key: z.string(), iv: z.string(), sha256: z.string() })),
})
export type Revealed = z.infer<typeof Revealed>

/** What a member reported, as administrators see it. */
export const Report = z.object({
  _id: Id,
  message: Id,
  reporter: Named,
  reason: z.string(),
  createdAt: Instant,
  /** Null while nobody has decided. */
  outcome: z.nullable(Outcome),
  decidedBy: z.nullable(Named),
  decidedAt: z.nullable(Instant),
  /** Null where the report revealed nothing, and once it was dismissed. */
  disclosed: z.nullable(Revealed),
  /** Whether it is proven what was said; null where the message is not encrypted, and once the report was dismissed. */
  verified: z.nullable(z.boolean()),
})
export type Report = z.infer<typeof Report>

/** A message as administrators see it: of a deleted one there is only what is kept as evidence. */
export const MonitoredMessage = z.extend(Message, {
  flagged: Flagged,
  reports: z.array(Report),
  /** What it said before it was edited, oldest first. */
  versions: z.array(z.object({ content: z.string(), writtenBy: Named, replacedAt: Instant })),
  deletedAt: z.nullable(Instant),
  deletedBy: z.nullable(Named),
})
export type MonitoredMessage = z.infer<typeof MonitoredMessage>

/** A private conversation is called as both people. */
export const MonitoredConversation = z.extend(SharedConversation, {
  /** Deleted ones count. */
  messageCount: z.int(),
  flaggedCount: z.int(),
  /** Reports that nobody has decided. */
  reportCount: z.int(),
})
export type MonitoredConversation = z.infer<typeof MonitoredConversation>

/** A message that is flagged, or that has been reported and not decided. */
export const FlaggedMessage = z.extend(MonitoredMessage, {
  conversationName: z.string(),
  conversationType: ConversationType,
  conversationDeleted: z.boolean(),
})
export type FlaggedMessage = z.infer<typeof FlaggedMessage>

/** A report as the member who made it sees it. */
export const OwnReport = z.object({
  _id: Id,
  message: Id,
  conversation: Id,
  sender: Named,
  reason: z.string(),
  createdAt: Instant,
  outcome: z.nullable(Outcome),
  decidedAt: z.nullable(Instant),
  /** Whether the outcome was seen; true while there is none. */
  isSeen: z.boolean(),
})
export type OwnReport = z.infer<typeof OwnReport>

/** Someone who may not write for now. */
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
