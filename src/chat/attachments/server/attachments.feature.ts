import { mustBeMember } from '#chat/conversations/server/chat.membership.service.ts'
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
    guards: { upload: (ctx, { params: { id } }) => mustBeMember(ctx, id) },
    onMessagesErased: async (tx, ids) => dropContents(tx, await removeOfMessages(tx, ids)),
  },
)
