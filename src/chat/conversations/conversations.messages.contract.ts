import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { byId, Id, idOr, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { list, numberText, paging } from '#contract/paging.ts'
import { Envelope, envelopeErrors } from './conversations.encryption.contract.ts'
import { chatLimits } from './conversations.limits.ts'
import { ChatPerson, ConversationType, chatErrors, Message } from './conversations.shapes.contract.ts'
import { writtenText } from './conversations.text.policy.ts'

/** The text of a message. Trims both ends; a text with no visible character counts as empty. */
export const MessageText = (rule: { max: number; required?: string }) =>
  text(rule).check(z.overwrite(writtenText), z.minLength(rule.required === undefined ? 0 : 1, rule.required))

const clientIdMessage = 'Invalid clientId'
/** A UUID, with or without its hyphens. */
export const ClientId = z
  .string(clientIdMessage)
  .check(z.regex(/^(?:[0-9a-f]{32}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/i, clientIdMessage))

export const ReplyTo = idOr(chatErrors.replyMissing.message)

const emojiMessage = 'Please choose an emoji'
/** One emoji as written: with its skin tone, several joined into one, or a flag spelled in tags, such as Scotland's. */
const Emoji = z
  .string(emojiMessage)
  .check(
    z.maxLength(chatLimits.emoji, emojiMessage),
    z.regex(
      /^(?:\p{Regional_Indicator}{2}|\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}|[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*)$/u,
      emojiMessage,
    ),
  )

const seq = z.optional(numberText(0, 999_999_999))

/** `lastSeq` and `lastChange` are read before the messages, so that nothing after them is missed. */
const Messages = z.object({
  items: z.array(Message),
  page: z.optional(z.int()),
  hasMore: z.boolean(),
  lastSeq: z.int(),
  lastChange: z.int(),
})

/** A message that was found, and its conversation. A private conversation is named after the other person. */
export const MessageHit = z.object({
  message: Message,
  conversation: z.object({ _id: Id, name: z.string(), type: ConversationType }),
})
export type MessageHit = z.infer<typeof MessageHit>

export const messageCalls = {
  search: endpoint({
    method: 'GET',
    path: '/chat/search',
    access: 'member',
    shows: ['chat', 'conversations', 'users'],
    summary:
      'Searches the texts of your conversations that are not encrypted, newest first: a message has all words of `q`, quote "phrases", the last word may be incomplete',
    query: z.object({
      q: z._default(z.optional(text({ max: limits.search })), ''),
      cursor: paging.cursor,
      limit: z._default(z.optional(numberText(1, chatLimits.messageHitsMax)), chatLimits.messageHits),
    }),
    rate: 'search',
    reply: list(MessageHit),
  }),
  messages: endpoint({
    method: 'GET',
    path: '/chat/conversations/:id/messages',
    access: 'member',
    shows: [],
    summary:
      'Messages of one of your conversations, oldest first: a `page` (1 is the newest), those `after` or `before` a number, or those that changed after `changedAfter`',
    params: byId,
    query: z.object({
      page: z.optional(numberText(1, 999_999_999)),
      limit: z._default(z.optional(numberText(1, chatLimits.messagesMax)), chatLimits.messagesDefault),
      after: seq,
      before: seq,
      changedAfter: seq,
    }),
    reply: Messages,
  }),
  post: endpoint({
    method: 'POST',
    path: '/chat/conversations/:id/messages',
    access: 'member',
    changes: [],
    summary: 'Sends a message. With the same `clientId` it is entered once, however often it is sent. Blank only with `replyTo`',
    params: byId,
    body: z.object({
      content: z.nullish(MessageText({ max: chatLimits.messageContent })),
      type: z.optional(z.literal('text')),
      replyTo: z.nullish(ReplyTo),
      clientId: z.optional(ClientId),
      encryption: z.nullish(Envelope),
      mentions: z.optional(z.array(Id).check(z.maxLength(chatLimits.mentions, `Please mention at most ${chatLimits.mentions} people`))),
    }),
    rate: 'send',
    reply: Message,
    status: 201,
    errors: { ...chatErrors, ...envelopeErrors },
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/chat/messages/:id',
    access: 'member',
    changes: [],
    summary: `Changes the text of a message within ${chatLimits.editHours} hours: your own or, for admins who are members, anybody's`,
    params: byId,
    body: z.object({ content: z.nullish(MessageText({ max: chatLimits.messageContent })), encryption: z.nullish(Envelope) }),
    rate: 'send',
    reply: Message,
    errors: { ...chatErrors, ...envelopeErrors },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/chat/messages/:id',
    access: 'member',
    changes: [],
    summary: "Deletes a message: your own or, for admins, anybody's; its place in the conversation stays",
    params: byId,
  }),
  react: endpoint({
    method: 'POST',
    path: '/chat/messages/:id/reactions',
    access: 'member',
    changes: [],
    summary: 'Adds or takes away your emoji, or with `on` sets which of the two',
    params: byId,
    body: z.object({ emoji: Emoji, on: z.optional(z.boolean('Please choose yes or no')) }),
    rate: 'send',
    reply: Message,
    errors: chatErrors,
  }),
  readers: endpoint({
    method: 'GET',
    path: '/chat/messages/:id/readers',
    access: 'member',
    shows: [],
    summary: 'Who has read a message, by name, without its sender',
    params: byId,
    query: z.object(paging),
    reply: list(ChatPerson),
  }),
}
