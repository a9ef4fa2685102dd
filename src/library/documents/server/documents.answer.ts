import type { Document } from '#library/documents/documents.contract.ts'
import { coverPath } from '#library/extraction/extraction.contract.ts'
import type { Platform } from '#server/feature/platform.ts'
import { dailyLinks } from '#server/files/dailyLinks.ts'
import type { DocumentRow } from './documents.db.ts'
import { deletedState } from './documents.deleted.service.ts'

/** The path of a document's file, which stays the same for as long as the document lives. */
export const fileUrl = (id: string): string => `/api/document/${id}/file`

/** Documents as callers see them; deleted ones only as superadmins do. Not inside a transaction: links are signed with a key that the outer database holds. */
export const toDocuments = async (
  ctx: Pick<Platform, 'db' | 'clock'>,
  found: readonly (DocumentRow & { at?: string })[],
): Promise<Document[]> => {
  const link = await dailyLinks(ctx)
  return found.map((row) => ({
    _id: row.id,
    title: row.title,
    category: row.categoryId === null ? null : { _id: row.categoryId, name: row.categoryName ?? '' },
    createdAt: row.createdAt,
    fileName: row.fileName,
    filePath: fileUrl(row.id),
    fileUrl: fileUrl(row.id),
    downloadUrl: `/api/document/${row.id}/download`,
    fileSize: row.size,
    fileType: row.mediaType,
    pages: row.pages,
    coverUrl:
      row.coverSha256 === null ? null : link({ path: coverPath(row.id), sha256: row.coverSha256, state: row.at && deletedState(row.at) }),
  }))
}

export const toDocument = async (ctx: Pick<Platform, 'db' | 'clock'>, row: DocumentRow): Promise<Document> => {
  const [document] = await toDocuments(ctx, [row])
  if (!document) throw new Error('Expected one document for each row')
  return document
}
