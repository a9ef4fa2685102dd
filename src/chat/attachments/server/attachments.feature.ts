import { assertReadable } from '#chat/conversations/server/conversations.authorize.service.ts'
import { messagesErased } from '#chat/conversations/server/conversations.hooks.ts'
import { feature } from '#server/feature/feature.ts'
import { dropContents } from '#server/files/dropped.ts'
import { attachmentsApi } from '../attachments.contract.ts'
import { removeOfMessages } from './attachments.db.ts'
import { file, link, preview, upload } from './attachments.service.ts'

export const attachmentsFeature = feature(
  attachmentsApi,
  { upload, file, preview, link },
  {
    tables: { attachments: null },
    files: [
      { table: 'attachments', column: 'sha256' },
      { table: 'attachments', column: 'previewSha256' },
    ],
    guards: { upload: assertReadable },
    hooks: [messagesErased.by(async (tx, ids) => dropContents(tx, await removeOfMessages(tx, ids)))],
  },
)
