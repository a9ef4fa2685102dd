import * as z from 'zod/mini'
import { RoleName } from '#contract/actor.ts'
import type { Errors } from '#contract/errors.ts'
import { Day, Id, Instant } from '#contract/fields.ts'
import { Slot } from '#people/users/users.contract.ts'

export const NoticeType = z.enum(['banner', 'marquee', 'tab'], 'Please choose a type')
export type NoticeType = z.infer<typeof NoticeType>

/** A picture, as WebP, or a PDF; its bytes are at the notice's own address. */
export const NoticeAttachment = z.object({
  name: z.string(),
  type: z.enum(['image/webp', 'application/pdf']),
  /** Bytes. */
  size: z.int(),
  /** Opens with the Authorization header. */
  url: z.string(),
})
export type NoticeAttachment = z.infer<typeof NoticeAttachment>

const shared = {
  _id: Id,
  title: z.string(),
  /** Plain text with line breaks. */
  content: z.string(),
  type: NoticeType,
  /** Whether it is for everyone, and not for chosen people alone. */
  targetAllUsers: z.boolean(),
  priority: z.int(),
  /** From when readers see it; null is from its creation. */
  publishAt: z.nullable(Instant),
  /** Until when readers see it; null is without an end. */
  expiresAt: z.nullable(Instant),
  isActive: z.boolean(),
  attachment: z.nullable(NoticeAttachment),
  createdAt: Instant,
  updatedAt: Instant,
}

/** A notice as its readers see it. */
export const ReadableNotice = z.object({ ...shared, createdBy: z.object({ name: z.string() }), isRead: z.boolean() })
export type ReadableNotice = z.infer<typeof ReadableNotice>

const Target = z.object({ _id: Id, name: z.string(), email: z.string() })
export type Target = z.infer<typeof Target>

/** What readers see of it now: `scheduled` is before, `expired` behind its time. */
export const NoticeStatus = z.enum(['active', 'inactive', 'scheduled', 'expired'])
export type NoticeStatus = z.infer<typeof NoticeStatus>

/** A notice as staff see it. */
export const Notice = z.object({
  ...shared,
  status: NoticeStatus,
  /** By name; empty where it is for everyone. */
  targetUsers: z.array(Target),
  createdBy: z.object({ name: z.string(), email: z.string() }),
  /** The ids of those who have read it, at most a hundred; `readCount` counts all. */
  readBy: z.array(Id),
  readCount: z.int(),
})
export type Notice = z.infer<typeof Notice>

/** Someone whom a notice can be for: a person whose account works today. */
export const NoticePerson = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  role: RoleName,
  slot: z.nullable(Slot),
  seatNumber: z.nullable(z.int()),
  /** The last day on which the account works, in the institution's zone. */
  terminationDate: z.nullable(Day),
})
export type NoticePerson = z.infer<typeof NoticePerson>

export const NoticeReader = z.object({ _id: Id, name: z.string(), email: z.string(), readAt: z.nullable(Instant) })
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
