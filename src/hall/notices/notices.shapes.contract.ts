import * as z from 'zod/mini'
import type { Errors } from '#contract/errors.ts'
import { Day, Id, Instant, RoleName } from '#contract/fields.ts'
import { Slot } from '#contract/terms.ts'

export const NoticeType = z.enum(['banner', 'marquee', 'tab'], 'Please choose a type')
export type NoticeType = z.infer<typeof NoticeType>

/** A WebP picture or a PDF; its content is at an address of the notice. */
export const NoticeAttachment = z.object({
  name: z.string(),
  type: z.enum(['image/webp', 'application/pdf']),
  /** Bytes. */
  size: z.int(),
  /** Requires the Authorization header. */
  url: z.string(),
})
export type NoticeAttachment = z.infer<typeof NoticeAttachment>

const shared = {
  _id: Id,
  title: z.string(),
  /** Plain text with line breaks. */
  content: z.string(),
  type: NoticeType,
  /** True if it is for everyone, false if only for chosen people. */
  targetAllUsers: z.boolean(),
  priority: z.int(),
  /** When readers start to see it; null means from its creation. */
  publishAt: z.nullable(Instant),
  /** When readers stop seeing it; null means never. */
  expiresAt: z.nullable(Instant),
  isActive: z.boolean(),
  attachment: z.nullable(NoticeAttachment),
  createdAt: Instant,
  updatedAt: Instant,
}

/** A notice as its readers receive it. */
export const ReadableNotice = z.object({ ...shared, createdBy: z.object({ name: z.string() }), isRead: z.boolean() })
export type ReadableNotice = z.infer<typeof ReadableNotice>

const Target = z.object({ _id: Id, name: z.string(), email: z.nullable(z.string()) })
export type Target = z.infer<typeof Target>

/** The state for readers now: `scheduled` is before its time, `expired` after it. */
export const NoticeStatus = z.enum(['active', 'inactive', 'scheduled', 'expired'])
export type NoticeStatus = z.infer<typeof NoticeStatus>

/** A notice as staff receive it. */
export const Notice = z.object({
  ...shared,
  status: NoticeStatus,
  /** Sorted by name; empty for a notice to everyone. */
  targetUsers: z.array(Target),
  createdBy: z.object({ name: z.string(), email: z.nullable(z.string()) }),
  /** Ids of people who have read it, a hundred at most; `readCount` counts all of them. */
  readBy: z.array(Id),
  readCount: z.int(),
})
export type Notice = z.infer<typeof Notice>

/** A possible recipient of notices: a person whose account is active today. */
export const NoticePerson = z.object({
  _id: Id,
  name: z.string(),
  email: z.nullable(z.string()),
  role: RoleName,
  slot: z.nullable(Slot),
  seatNumber: z.nullable(z.int()),
  /** What the hall calls the seat, if that is not its number. */
  seatLabel: z.optional(z.string()),
  /** The last day on which the account is active, in the hall's time zone. */
  terminationDate: z.nullable(Day),
})
export type NoticePerson = z.infer<typeof NoticePerson>

export const NoticeReader = z.object({ _id: Id, name: z.string(), email: z.nullable(z.string()), readAt: z.nullable(Instant) })
export type NoticeReader = z.infer<typeof NoticeReader>

export const noticeErrors = {
  targetMissing: { code: 'notices.target_missing', status: 400, message: 'Some of the chosen people no longer exist' },
  wrongAttachment: { code: 'notices.wrong_attachment', status: 400, message: 'Please select a picture or a PDF' },
  attachmentTooLarge: { code: 'notices.attachment_too_large', status: 413, message: 'The attachment is larger than 10MB' },
  publishedTooLate: { code: 'notices.published_too_late', status: 400, message: 'The notice would expire before it is published' },
  tooMany: { code: 'notices.too_many', status: 409, message: 'There are too many notices. Please delete old ones first' },
  tooManyTargets: {
    code: 'notices.too_many_targets',
    status: 409,
    message: 'All notices together name too many people. Please delete old notices, or choose everyone',
  },
} satisfies Errors
