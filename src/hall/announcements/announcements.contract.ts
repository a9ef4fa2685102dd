import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Id, Instant, InstantOrDay, orNone, text } from '#contract/fields.ts'
import { list, wholeNumber } from '#contract/paging.ts'

export const announcementLimits = {
  title: 200,
  content: 1_000,
  /** The maximum number, since one list returns all of them. */
  most: 1_000,
  /** Higher priorities are shown first. */
  priority: 10,
} as const

/** An announcement as visitors read it. */
export const PublicAnnouncement = z.object({ _id: Id, title: z.string(), content: z.string(), createdAt: Instant })
export type PublicAnnouncement = z.infer<typeof PublicAnnouncement>

export const Announcement = z.object({
  ...PublicAnnouncement.shape,
  /** 0 to 10; higher is shown first. */
  priority: z.int(),
  /** The instant from which it is hidden; null means never. */
  expiresAt: z.nullable(Instant),
  isActive: z.boolean(),
})
export type Announcement = z.infer<typeof Announcement>

const title = text({ max: announcementLimits.title, required: 'Title is required' })
const content = text({ max: announcementLimits.content, required: 'Content is required' })
const priority = wholeNumber(0, announcementLimits.priority, `Priority must be a number from 0 to ${announcementLimits.priority}`)

const expiresAt = orNone(InstantOrDay, 'Please enter a date')

export const announcementErrors = {
  tooMany: { code: 'announcements.too_many', status: 409, message: `There can be at most ${announcementLimits.most} announcements` },
} satisfies Errors

export const announcementsApi = {
  publicList: endpoint({
    method: 'GET',
    path: '/announcement/public',
    access: 'anyone',
    shows: ['announcements'],
    summary: 'The announcements of the landing page: active and unexpired, by priority, then newest first',
    reply: list(PublicAnnouncement),
  }),
  list: endpoint({
    method: 'GET',
    path: '/announcement/admin',
    access: 'admin',
    shows: ['announcements'],
    summary: 'All announcements, by priority, then newest first',
    reply: list(Announcement),
  }),
  create: endpoint({
    method: 'POST',
    path: '/announcement',
    access: 'admin',
    changes: ['announcements'],
    summary: 'Creates an announcement; `expiresAt` is an instant or the last day on which it is shown',
    body: z.object({ title, content, priority: z._default(z.optional(priority), 0), expiresAt: expiresAt }),
    reply: Announcement,
    status: 201,
    errors: announcementErrors,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/announcement/:id',
    access: 'admin',
    changes: ['announcements'],
    summary: 'Changes an announcement; omitted fields stay unchanged, and `expiresAt: null` is never',
    params: byId,
    body: z.object({
      title: z.optional(title),
      content: z.optional(content),
      priority: z.optional(priority),
      expiresAt,
      isActive: z.optional(z.boolean('Please choose yes or no')),
    }),
    reply: Announcement,
  }),
  toggle: endpoint({
    method: 'PATCH',
    path: '/announcement/:id/toggle',
    access: 'admin',
    changes: ['announcements'],
    summary: 'Makes an active announcement inactive, and an inactive one active',
    params: byId,
    reply: Announcement,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/announcement/:id',
    access: 'admin',
    changes: ['announcements'],
    summary: 'Deletes an announcement',
    params: byId,
  }),
}
