import * as z from 'zod/mini'
import { chatLimits } from '#chat/conversations/conversations.limits.ts'
import { ConversationType } from '#chat/conversations/conversations.shapes.contract.ts'
import { Disclosure } from '#chat/encryption/encryption.disclosure.contract.ts'
import { endpoint } from '#contract/endpoint.ts'
import { byId, InstantOrDay, orEmpty, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { list, numberText, paging, wholeNumber } from '#contract/paging.ts'
import {
  FlaggedMessage,
  MonitoredConversation,
  MonitoredMessage,
  moderationErrors,
  Outcome,
  OwnReport,
  Report,
  Stop,
} from './moderation.shapes.contract.ts'

export const moderationLimits = {
  flagReason: 500,
  reportReason: 500,
  /** The reason of a ban from writing. */
  stopReason: 500,
  /** Maximum number of hours whose messages are deleted at once. */
  deleteHours: 168,
} as const

const yesOrNo = 'Please choose yes or no'

export const ReportBody = z.object({
  reason: orEmpty(text({ max: moderationLimits.reportReason })),
  /** The content of an encrypted message in its current revision; ignored for other messages, which administrators can read. */
  disclosure: z.nullish(Disclosure),
})

export const moderationApi = {
  conversations: endpoint({
    method: 'GET',
    path: '/chat/admin/conversations',
    access: 'admin',
    shows: ['conversations', 'moderation', 'users'],
    summary: 'All conversations, newest message first; `search` matches the names of groups and people',
    query: z.object({ ...paging, search: z.optional(text({ max: limits.search })), type: z.optional(ConversationType) }),
    rate: 'search',
    reply: list(MonitoredConversation),
  }),
  conversation: endpoint({
    method: 'GET',
    path: '/chat/admin/conversations/:id',
    access: 'admin',
    shows: ['conversations', 'moderation', 'users'],
    summary: 'Any conversation',
    params: byId,
    reply: MonitoredConversation,
  }),
  messages: endpoint({
    method: 'GET',
    path: '/chat/admin/conversations/:id/messages',
    access: 'admin',
    shows: [],
    summary:
      'Messages of any conversation, oldest first: a `page` (1 is the newest) or those `before` a number. Reading it is written down',
    params: byId,
    query: z.object({
      page: z.optional(numberText(1, 999_999_999)),
      limit: z._default(z.optional(numberText(1, chatLimits.messagesMax)), chatLimits.messagesDefault),
      before: z.optional(numberText(0, 999_999_999)),
    }),
    reply: z.object({ items: z.array(MonitoredMessage), page: z.optional(z.int()), hasMore: z.boolean() }),
  }),
  download: endpoint({
    method: 'GET',
    path: '/chat/admin/conversations/:id/export',
    access: 'admin',
    shows: [],
    summary:
      'A whole conversation as JSON, with edits, reactions, flags and reports; what is encrypted as all of its ciphertexts. It is written down',
    params: byId,
    stream: true,
    rate: 'paper',
  }),
  flagged: endpoint({
    method: 'GET',
    path: '/chat/admin/messages/flagged',
    access: 'admin',
    shows: ['conversations', 'moderation', 'users'],
    summary: 'Messages that are flagged or reported and not decided yet, latest first',
    query: z.object(paging),
    reply: list(FlaggedMessage),
  }),
  openReports: endpoint({
    method: 'GET',
    path: '/chat/admin/reports',
    access: 'admin',
    shows: ['moderation'],
    summary: 'How many messages have a report that is not decided yet',
    reply: z.object({ count: z.int() }),
  }),
  flag: endpoint({
    method: 'PUT',
    path: '/chat/messages/:id/flag',
    access: 'admin',
    changes: ['moderation'],
    summary: 'Flags a message of any conversation, or takes the flag away; a flagged message is kept when it is deleted',
    params: byId,
    body: z.object({ flag: z.boolean(yesOrNo), reason: orEmpty(text({ max: moderationLimits.flagReason })) }),
    reply: MonitoredMessage,
  }),
  report: endpoint({
    method: 'POST',
    path: '/chat/messages/:id/report',
    access: 'member',
    changes: ['moderation'],
    summary:
      'Reports a message of one of your conversations to the administrators; repeating it has no effect, but that a `disclosure` is added where there was none',
    params: byId,
    body: z.optional(ReportBody),
    rate: 'send',
    reply: OwnReport,
    status: 201,
    errors: moderationErrors,
  }),
  reports: endpoint({
    method: 'GET',
    path: '/chat/reports',
    access: 'member',
    shows: ['moderation', 'users'],
    summary: 'What you have reported and what came of it, latest first; `unseen` counts the outcomes that you have not seen',
    query: z.object(paging),
    reply: z.extend(list(OwnReport), { unseen: z.int() }),
  }),
  markReportsSeen: endpoint({
    method: 'PUT',
    path: '/chat/reports/seen',
    access: 'member',
    changes: ['moderation'],
    summary: 'Marks every outcome of your reports as seen',
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/chat/admin/reports/:id',
    access: 'admin',
    changes: ['moderation'],
    summary: 'Decides all open reports of the same message; `deleteMessage` deletes it too',
    params: byId,
    body: z.object({ outcome: Outcome, deleteMessage: z.optional(z.boolean(yesOrNo)) }),
    reply: Report,
    errors: moderationErrors,
  }),
  stops: endpoint({
    method: 'GET',
    path: '/chat/admin/people/stopped',
    access: 'admin',
    shows: ['conversations', 'users'],
    summary: 'Who may not write for now, by the end of it',
    query: z.object(paging),
    reply: list(Stop),
  }),
  stop: endpoint({
    method: 'PUT',
    path: '/chat/admin/people/:id/stop',
    access: 'admin',
    changes: ['conversations'],
    summary: 'Stops a person from writing until a date; `deleteHours` deletes what they wrote in the last hours too',
    params: byId,
    body: z.object({
      until: InstantOrDay,
      reason: orEmpty(text({ max: moderationLimits.stopReason })),
      deleteHours: z.nullish(wholeNumber(0, moderationLimits.deleteHours)),
    }),
    reply: z.extend(Stop, { deletedMessages: z.int() }),
    errors: moderationErrors,
  }),
  endStop: endpoint({
    method: 'DELETE',
    path: '/chat/admin/people/:id/stop',
    access: 'admin',
    changes: ['conversations'],
    summary: 'Lets a person write again; repeating it has no effect',
    params: byId,
    errors: moderationErrors,
  }),
}
