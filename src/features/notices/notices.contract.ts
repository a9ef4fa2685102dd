import * as z from 'zod/mini'
import { RoleName } from '#contract/actor.ts'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Day, formBoolean, formList, Id, Instant, InstantOrDay, orNone, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { list, numberText, paging } from '#contract/paging.ts'
import { pictureErrors } from '#contract/picture.ts'
import { Slot } from '#features/users/users.contract.ts'

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

/** Somebody whom a notice can be for: a person whose account works today. */
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
  tooMany: { code: 'notices.too_many', status: 409, message: 'There are too many notices. Please delete old ones first' },
  tooManyTargets: {
    code: 'notices.too_many_targets',
    status: 409,
    message: 'All notices together name too many people. Please delete old notices, or choose everyone',
  },
} satisfies Errors

const title = text({ max: limits.noticeTitle, required: 'Title is required' })
const content = text({ max: limits.noticeContent, required: 'Content is required' })

const priorityMessage = `Priority must be from 0 to ${limits.noticePriority}`
const priority = z.union(
  [
    z.int().check(z.minimum(0, priorityMessage), z.maximum(limits.noticePriority, priorityMessage)),
    numberText(0, limits.noticePriority, priorityMessage),
  ],
  priorityMessage,
)

/** The list of notices has whole people, and whoever sends such a notice back names them so. */
const TargetId = z.union([
  Id,
  z.pipe(
    z.object({ _id: Id }),
    z.transform(({ _id }) => _id),
  ),
])
const targetUsers = formList(TargetId, {
  max: limits.noticeTargets,
  tooLong: `Please choose at most ${limits.noticeTargets} people, or everyone`,
  message: 'Please choose people',
})

const optionalFields = {
  targetAllUsers: z.optional(formBoolean),
  targetUsers: z.nullish(targetUsers),
  priority: z.optional(priority),
  publishAt: orNone(InstantOrDay, 'Please enter a date'),
  expiresAt: orNone(InstantOrDay, 'Please enter a date'),
  isActive: z.optional(formBoolean),
}

/** A notice that says neither for whom it is nor names anybody is for everyone. */
export const NewNotice = z.object({ title, content, type: NoticeType, ...optionalFields })
export type NewNotice = z.infer<typeof NewNotice>

/** What is left out stays as it is. */
export const NoticeChange = z.object({
  title: z.optional(title),
  content: z.optional(content),
  type: z.optional(NoticeType),
  ...optionalFields,
  removeAttachment: z.optional(formBoolean),
  /** Makes it unread for everyone; otherwise a change keeps who has read it. */
  showAgain: z.optional(formBoolean),
})
export type NoticeChange = z.infer<typeof NoticeChange>

const attachment = { field: 'attachment', maxBytes: limits.documentBytes, tooLarge: noticeErrors.attachmentTooLarge.message } as const
const changeErrors = { ...noticeErrors, ...pictureErrors }

export const noticesApi = {
  all: endpoint({
    method: 'GET',
    path: '/notice/admin',
    access: 'staff',
    shows: ['notices', 'users'],
    summary: 'All notices, newest first, with whom they are for and who has read them',
    reply: list(Notice),
  }),
  people: endpoint({
    method: 'GET',
    path: '/notice/users',
    access: 'staff',
    shows: ['users'],
    summary: `Whom a notice can be for, by name; \`search\` matches names and emails, \`expiring\` memberships that end within ${limits.expiringDays} days`,
    query: z.object({
      ...paging,
      search: z.optional(text({ max: limits.search })),
      slot: z.optional(Slot),
      expiring: z.optional(formBoolean),
    }),
    rate: 'search',
    reply: list(NoticePerson),
  }),
  mine: endpoint({
    method: 'GET',
    path: '/notice/user',
    access: 'member',
    shows: ['notices'],
    summary: 'Your current notices, highest priority first',
    reply: list(ReadableNotice),
  }),
  bannerMarquee: endpoint({
    method: 'GET',
    path: '/notice/banner-marquee',
    access: 'member',
    shows: ['notices'],
    summary: 'Your current notices that stand across every page: banners and marquees',
    reply: list(ReadableNotice),
  }),
  tab: endpoint({
    method: 'GET',
    path: '/notice/tab',
    access: 'member',
    shows: ['notices'],
    summary: 'Your current notices of the notices page',
    reply: list(ReadableNotice),
  }),
  create: endpoint({
    method: 'POST',
    path: '/notice',
    access: 'staff',
    changes: ['notices'],
    summary: 'Creates a notice; a plain day as `publishAt` begins at its midnight, as `expiresAt` it lasts to its end',
    form: { file: attachment },
    body: NewNotice,
    rate: 'upload',
    reply: Notice,
    status: 201,
    errors: changeErrors,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/notice/:id',
    access: 'staff',
    changes: ['notices'],
    summary: 'Changes a notice; omitted fields stay unchanged',
    params: byId,
    form: { file: attachment },
    body: NoticeChange,
    rate: 'upload',
    reply: Notice,
    errors: changeErrors,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/notice/:id',
    access: 'staff',
    changes: ['notices'],
    summary: 'Deletes a notice',
    params: byId,
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/notice/:id/read',
    access: 'member',
    changes: ['notices'],
    summary: 'Marks one of your current notices as read; repeating it has no effect',
    params: byId,
  }),
  readers: endpoint({
    method: 'GET',
    path: '/notice/:id/readers',
    access: 'staff',
    shows: ['notices', 'users'],
    summary: 'Who has read a notice, or (`state=unread`) who of those it is for has not, by name; `readCount` and `unreadCount` count them',
    params: byId,
    query: z.object({ ...paging, state: z._default(z.optional(z.enum(['read', 'unread'])), 'read') }),
    reply: z.object({
      items: z.array(NoticeReader),
      nextCursor: z.nullable(z.string()),
      readCount: z.int(),
      unreadCount: z.int(),
    }),
  }),
  attachment: endpoint({
    method: 'GET',
    path: '/notice/:id/attachment',
    access: 'member',
    shows: ['notices'],
    summary: 'The attachment of a notice that you can see',
    params: byId,
    stream: true,
  }),
}
