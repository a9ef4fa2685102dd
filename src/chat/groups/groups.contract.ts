import * as z from 'zod/mini'
import { ChatPerson, Participant, SharedConversation } from '#chat/conversations/conversations.shapes.contract.ts'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Id, orEmpty, RoleName, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { list, paging } from '#contract/paging.ts'
import { Slot } from '#contract/terms.ts'

export const groupLimits = {
  name: 120,
  description: 500,
  /** Members added by one call. */
  membersAtOnce: 1_000,
} as const

export const groupErrors = {
  personMissing: { code: 'groups.person_missing', status: 400, message: 'Some of these people no longer have an account' },
  builtInStays: { code: 'groups.built_in_stays', status: 409, message: 'This group comes with the library and cannot be deleted.' },
  builtInHasAll: { code: 'groups.built_in_has_all', status: 409, message: 'Everybody is always a member of this group.' },
} satisfies Errors

const name = text({ max: groupLimits.name, required: 'Please enter a name' })
const description = text({ max: groupLimits.description })
const people = z
  .array(Id, 'Please choose people')
  .check(z.maxLength(groupLimits.membersAtOnce, `Please add at most ${groupLimits.membersAtOnce} people at once`))

/** A person who can be added to a group. */
export const Candidate = z.extend(ChatPerson, { slot: z.nullable(Slot) })
export type Candidate = z.infer<typeof Candidate>

export const groupsApi = {
  create: endpoint({
    method: 'POST',
    path: '/chat/admin/groups',
    access: 'admin',
    changes: ['conversations'],
    summary: 'Makes a group with you and these people in it; in one called Announcement only admins can post',
    body: z.object({ name, description: orEmpty(description), participants: z.nullish(people) }),
    reply: SharedConversation,
    status: 201,
    errors: groupErrors,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/chat/admin/groups/:id',
    access: 'admin',
    changes: ['conversations'],
    summary: 'Renames and describes a group; omitted fields stay unchanged. Once called Announcement, only admins can post in it for good',
    params: byId,
    body: z.object({ name: z.optional(name), description: orEmpty(description) }),
    reply: SharedConversation,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/chat/admin/groups/:id',
    access: 'admin',
    changes: ['chat', 'conversations'],
    summary: 'Deletes a group with everything that was said in it, except flagged and reported messages',
    params: byId,
    errors: groupErrors,
  }),
  members: endpoint({
    method: 'GET',
    path: '/chat/admin/groups/:id/members',
    access: 'admin',
    shows: ['conversations', 'users'],
    summary: 'Everybody in a group, by name; `search` matches names',
    params: byId,
    query: z.object({ ...paging, search: z.optional(text({ max: limits.search })) }),
    rate: 'search',
    reply: list(Participant),
  }),
  addMembers: endpoint({
    method: 'POST',
    path: '/chat/admin/groups/:id/members',
    access: 'admin',
    changes: ['conversations'],
    summary: 'Adds people to a group; those who are in it stay as they are',
    params: byId,
    body: z.object({ userIds: people }),
    reply: SharedConversation,
    errors: groupErrors,
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/chat/admin/groups/:id/members/:userId',
    access: 'admin',
    changes: ['chat', 'conversations'],
    summary: 'Removes someone from a group; repeating it has no effect',
    params: z.object({ id: Id, userId: Id }),
    errors: groupErrors,
  }),
  people: endpoint({
    method: 'GET',
    path: '/chat/admin/users',
    access: 'admin',
    shows: ['conversations', 'users'],
    summary:
      'People to choose from, by name; `search` matches names, email addresses and phone numbers, `notIn` leaves out the members of a group',
    query: z.object({
      ...paging,
      search: z.optional(text({ max: limits.search })),
      role: z.optional(RoleName),
      slot: z.optional(Slot),
      notIn: z.optional(Id),
    }),
    rate: 'search',
    reply: list(Candidate),
  }),
}
