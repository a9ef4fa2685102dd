import type { AttachmentsTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'

/** Returns an attachment with its contents and its message. */
export const byId = (db: Db, id: string) =>
  db
    .selectFrom('attachments')
    .innerJoin('messages', 'messages.id', 'attachments.messageId')
    .innerJoin('files', 'files.sha256', 'attachments.sha256')
    .leftJoin('files as previews', 'previews.sha256', 'attachments.previewSha256')
    .selectAll('attachments')
    .select([
      'messages.conversationId',
      'messages.senderId',
      'messages.deletedAt',
      'files.size',
      'files.mediaType',
      'previews.size as previewSize',
      'previews.mediaType as previewType',
    ])
    .where('attachments.id', '=', id)
    .executeTakeFirst()

export type AttachmentRow = NonNullable<Awaited<ReturnType<typeof byId>>>

export const insert = (tx: Db, row: AttachmentsTable) => tx.insertInto('attachments').values(row).execute()

/** Returns the ids of the contents that they referred to. */
export const removeOfMessages = async (tx: Db, messageIds: readonly string[]): Promise<string[]> => {
  const removed = tx.deleteFrom('attachments').where('messageId', 'in', messageIds).returning(['sha256', 'previewSha256'])
  return (await removed.execute()).flatMap(({ sha256, previewSha256 }) => [sha256, ...(previewSha256 === null ? [] : [previewSha256])])
}

/** Returns which files a person has opened in conversations of others since an instant, according to the audit log. */
export const openedSince = async (tx: Db, actorId: string, since: string): Promise<(string | null)[]> =>
  (
    await tx
      .selectFrom('audit')
      .select('after')
      .where('actorId', '=', actorId)
      .where('action', '=', 'attachments.open')
      .where('at', '>', since)
      .execute()
  ).map(({ after }) => after)
