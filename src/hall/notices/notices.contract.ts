import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { byId, formBoolean, formList, Id, InstantOrDay, orNone, text } from '#contract/fields.ts'
import { limits, MB } from '#contract/limits.ts'
import { list, numberText, paging } from '#contract/paging.ts'
import { pictureErrors } from '#contract/picture.ts'
import { Slot } from '#contract/terms.ts'
import { Notice, NoticePerson, NoticeReader, NoticeType, noticeErrors, ReadableNotice } from './notices.shapes.contract.ts'

export const noticeLimits = {
  attachmentBytes: 10 * MB,
  /** The maximum number, since one list returns all of them. */
  most: 1_000,
  title: 200,
  content: 5_000,
  priority: 10,
  /** People whom one notice names; more are everyone. */
  targets: 1_000,
  /** People whom all notices together name. */
  allTargets: 20_000,
  /** Readers whose ids are in the list of notices; the list of readers has all. */
  readersListed: 100,
  /** Days within which a membership counts as expiring soon. */
  expiringDays: 7,
} as const

const title = text({ max: noticeLimits.title, required: 'Title is required' })
const content = text({ max: noticeLimits.content, required: 'Content is required' })

const priorityMessage = `Priority must be from 0 to ${noticeLimits.priority}`
const priority = z.union(
  [
    z.int(priorityMessage).check(z.minimum(0, priorityMessage), z.maximum(noticeLimits.priority, priorityMessage)),
    numberText(0, noticeLimits.priority, priorityMessage),
  ],
  priorityMessage,
)

/** The list of notices contains people as objects; clients that send a notice back may keep them so. */
const TargetId = z.union([
  Id,
  z.pipe(
    z.object({ _id: Id }),
    z.transform(({ _id }) => _id),
  ),
])
const targetUsers = formList(TargetId, {
  max: noticeLimits.targets,
  tooLong: `Please choose at most ${noticeLimits.targets} people, or everyone`,
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

/** A notice without an audience or named people is for everyone. */
export const NewNotice = z.object({ title, content, type: NoticeType, ...optionalFields })
export type NewNotice = z.infer<typeof NewNotice>

/** Fields that are left out do not change. */
export const NoticeChange = z.object({
  title: z.optional(title),
  content: z.optional(content),
  type: z.optional(NoticeType),
  ...optionalFields,
  removeAttachment: z.optional(formBoolean),
  /** Marks it as unread for everyone; otherwise read marks survive a change. */
  showAgain: z.optional(formBoolean),
})
export type NoticeChange = z.infer<typeof NoticeChange>

const attachment = {
  field: 'attachment',
  maxBytes: noticeLimits.attachmentBytes,
  tooLarge: noticeErrors.attachmentTooLarge.message,
} as const
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
    summary: `Whom a notice can be for, by name; \`search\` matches names and emails, \`expiring\` memberships that end within ${noticeLimits.expiringDays} days`,
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
    offline: true,
    summary: 'Your current notices, highest priority first',
    reply: list(ReadableNotice),
  }),
  bannerMarquee: endpoint({
    method: 'GET',
    path: '/notice/banner-marquee',
    access: 'member',
    shows: ['notices'],
    offline: true,
    summary: 'Your current notices that stand across every page: banners and marquees',
    reply: list(ReadableNotice),
  }),
  tab: endpoint({
    method: 'GET',
    path: '/notice/tab',
    access: 'member',
    shows: ['notices'],
    offline: true,
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
    query: z.object({ ...paging, state: z._default(z.optional(z.enum(['read', 'unread'], 'Please choose read or unread')), 'read') }),
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
