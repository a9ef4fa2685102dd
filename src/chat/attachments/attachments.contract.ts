import * as z from 'zod/mini'
import { fileErrors, sendFile } from '#chat/conversations/conversations.files.contract.ts'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Instant } from '#contract/fields.ts'
import { fileLinkQuery } from '#contract/fileLink.ts'

export const attachmentLimits = {
  /** Files that are chosen to be sent one after the other. */
  atOnce: 30,
} as const

export const attachmentErrors = {
  ...fileErrors,
  linkInvalid: { code: 'attachments.link_invalid', status: 403, message: 'This link has expired or is invalid' },
} satisfies Errors

export const attachmentsApi = {
  upload: sendFile,
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
