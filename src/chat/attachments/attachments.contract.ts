import * as z from 'zod/mini'
import { ClientId, MessageText, ReplyTo } from '#chat/conversations/chat.messages.contract.ts'
import { chatErrors, Message } from '#chat/conversations/chat.shapes.contract.ts'
import { Envelope, encryptionErrors } from '#chat/encryption/encryption.shapes.contract.ts'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, formList, formObject, Id, Instant } from '#contract/fields.ts'
import { fileLinkQuery } from '#contract/fileLink.ts'
import { limits } from '#contract/limits.ts'

export const attachmentErrors = {
  empty: { code: 'attachments.empty', status: 400, message: 'This file is empty' },
  linkInvalid: { code: 'attachments.link_invalid', status: 403, message: 'This link has expired or is invalid' },
} satisfies Errors

export const attachmentsApi = {
  upload: endpoint({
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
        maxBytes: limits.attachmentBytes,
        required: 'Please choose a file',
        tooLarge: 'This file is larger than 25 MB',
      },
    },
    body: z.object({
      content: z.nullish(MessageText({ max: limits.caption })),
      replyTo: z.nullish(ReplyTo),
      clientId: z.optional(ClientId),
      /** What the message says, where the file is encrypted: then it is kept as it is, under no name. */
      encryption: z.optional(formObject(Envelope, 'Invalid encryption')),
      mentions: z.optional(
        formList(Id, {
          max: limits.mentions,
          tooLong: `Please mention at most ${limits.mentions} people`,
          message: 'Please choose people',
        }),
      ),
    }),
    rate: 'upload',
    reply: Message,
    status: 201,
    errors: { ...attachmentErrors, ...chatErrors, ...encryptionErrors },
  }),
  file: endpoint({
    method: 'GET',
    path: '/chat/attachments/:id',
    access: 'anyone',
    shows: [],
    summary: 'The file, for someone in the conversation, an administrator, or by a link; supports byte ranges',
    params: byId,
    query: fileLinkQuery,
    stream: true,
    errors: attachmentErrors,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/chat/attachments/:id/preview',
    access: 'member',
    shows: [],
    summary: 'A smaller copy of a picture, of an animation its first frame',
    params: byId,
    stream: true,
  }),
  link: endpoint({
    method: 'GET',
    path: '/chat/attachments/:id/download',
    access: 'member',
    shows: [],
    summary:
      'Creates a link that opens the file without a token for five minutes, while the session lasts and the caller is in the conversation',
    params: byId,
    reply: z.object({ downloadUrl: z.string(), expiresAt: Instant }),
  }),
}
