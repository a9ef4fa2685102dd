export type CategoriesTable = {
  id: string
  name: string
  /** Unique below one parent. */
  nameFolded: string
  parentId: string | null
  /** 0 to 2; 0 has no parent. */
  level: number
  /** A content of `files`; null where the category has no picture. */
  imageSha256: string | null
  createdAt: string
}

export type DocumentsTable = {
  id: string
  title: string
  titleFolded: string
  /** Null is Uncategorized. */
  categoryId: string | null
  fileSha256: string
  fileName: string
  uploadedBy: string
  createdAt: string
  deletedAt: string | null
  deletedBy: string | null
  /** Chosen by the browser; an upload with the same id is a repetition of the first. */
  clientId: string | null
}

/** The number of living documents directly in each category; the empty text is Uncategorized. Maintained by triggers. */
export type DocumentCountsTable = { categoryId: string; count: number }

/** Primary key (userId, documentId). */
export type FavoritesTable = { userId: string; documentId: string; createdAt: string }

/**
 * The data extracted from a content in the background: one row for each content that was tried, so that a document stored twice is
 * read once. A content without a row has still to be read.
 */
export type ExtractionsTable = { sha256: string; outcome: 'done' | 'failed'; pages: number | null; coverSha256: string | null; at: string }

/** The text of each page that has any, counted from 1. Primary key (sha256, page). */
export type PageTextsTable = { sha256: string; page: number; text: string }

/** Where a person stopped reading, with pages counted from 1. Primary key (userId, documentId). */
export type ReadingProgressTable = { userId: string; documentId: string; page: number; updatedAt: string }

export type LibraryTables = {
  categories: CategoriesTable
  documents: DocumentsTable
  documentCounts: DocumentCountsTable
  favorites: FavoritesTable
  extractions: ExtractionsTable
  pageTexts: PageTextsTable
  readingProgress: ReadingProgressTable
}
