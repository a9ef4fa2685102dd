import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { byId, formList, Id, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { ClientId, ReplyTo } from './chat.messages.contract.ts'
import { chatErrors, Message } from './chat.shapes.contract.ts'

const tooManyMentions = `Please mention at most ${limits.mentions} people`

export const attachmentCalls = {
  attach: endpoint({
    method: 'POST',
    path: '/chat/conversations/:id/attachments',
    access: 'member',
    changes: [],
    summary: 'Sends a file as a message, with or without text. With the same `clientId` it is entered once, however often it is sent',
    params: byId,
    body: z.object({
      content: z.nullish(text({ max: limits.messageContent })),
      replyTo: z.nullish(ReplyTo),
      clientId: z.optional(ClientId),
      mentions: z.optional(formList(Id, { max: limits.mentions, tooLong: tooManyMentions, message: tooManyMentions })),
    }),
    form: {
      file: {
        field: 'file',
        maxBytes: limits.attachmentBytes,
        required: 'Please choose a file',
        tooLarge: 'Files can be at most 25 MB.',
      },
    },
    rate: 'upload',
    reply: Message,
    status: 201,
    errors: chatErrors,
  }),
}
