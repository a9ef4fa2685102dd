import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, formList, formObject, Id } from '#contract/fields.ts'
import { Envelope, envelopeErrors } from './conversations.encryption.contract.ts'
import { chatLimits } from './conversations.limits.ts'
import { ClientId, MessageText, ReplyTo } from './conversations.messages.contract.ts'
import { chatErrors, Message } from './conversations.shapes.contract.ts'

export const fileErrors = {
  empty: { code: 'attachments.empty', status: 400, message: 'This file is empty' },
} satisfies Errors

/** Declared here because the outbox calls it; `chat/attachments` implements it. */
export const sendFile = endpoint({
  method: 'POST',
  path: '/chat/conversations/:id/attachments',
  access: 'member',
  changes: [],
  summary:
    'Sends a file as a message, with a caption as `content` where there is one; a picture is re-encoded, everything else stays as it is. With the same `clientId` it is entered once, however often it is sent',
  params: byId,
  form: {
    file: {
      field: 'file',
      maxBytes: chatLimits.attachmentBytes,
      required: 'Please choose a file',
      tooLarge: 'This file is larger than 25 MB',
    },
  },
  body: z.object({
    content: z.nullish(MessageText({ max: chatLimits.caption })),
    replyTo: z.nullish(ReplyTo),
    clientId: z.optional(ClientId),
    /** The message of an encrypted file. The file is then stored unchanged and without a name. */
    encryption: z.optional(formObject(Envelope, 'Invalid encryption')),
    mentions: z.optional(
      formList(Id, {
        max: chatLimits.mentions,
        tooLong: `Please mention at most ${chatLimits.mentions} people`,
        message: 'Please choose people',
      }),
    ),
  }),
  rate: 'upload',
  reply: Message,
  status: 201,
  errors: { ...fileErrors, ...chatErrors, ...envelopeErrors },
})
