import type { Platform } from '#server/feature/platform.ts'
import { dailyLinks } from '#server/files/dailyLinks.ts'
import { coverPath, type Document } from '../documents.contract.ts'
import type { DocumentRow } from './documents.db.ts'
import { deletedState } from './documents.deleted.service.ts'

/** Returns the path of a document's file, which never changes. */
export const fileUrl = (id: string): string => `/api/document/${id}/file`

/**
 * Converts documents for API callers; `at` is the instant of a deletion, with which the cover address is signed. Must run outside
 * transactions: links are signed with a key that is read from the outer database.
 */
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
