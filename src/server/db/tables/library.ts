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

/**
 * Who extracts a content now, until `expiresAt` (milliseconds by the clock of the database). `attempts` counts those that began and
 * never ended, because their process was killed.
 */
export type ExtractionLeasesTable = { sha256: string; holder: string; expiresAt: number; attempts: number }

/** The text of each page that has any, counted from 1. Primary key (sha256, page). */
export type PageTextsTable = { sha256: string; page: number; text: string }

/** Where a person stopped reading, with pages counted from 1. Primary key (userId, documentId). */
export type ReadingProgressTable = { userId: string; documentId: string; page: number; updatedAt: string }

/** The last change of a person's marks. */
export type MarkChangesTable = { userId: string; last: number }

/**
 * Bookmarks, highlights and notes. Primary key (userId, documentId, id); the browser makes the id. Of a deleted one, everything else is
 * null.
 */
export type MarksTable = {
  userId: string
  documentId: string
  id: string
  /** The number of the change that made it as it is; unique for each person and document. */
  change: number
  kind: 'bookmark' | 'note' | 'highlight' | 'deleted'
  page: number | null
  /** Of the first letter in the text of the page. */
  startPosition: number | null
  /** After the last letter. */
  endPosition: number | null
  quote: string | null
  color: string | null
  note: string | null
}

export type LibraryTables = {
  categories: CategoriesTable
  documents: DocumentsTable
  documentCounts: DocumentCountsTable
  favorites: FavoritesTable
  extractions: ExtractionsTable
  extractionLeases: ExtractionLeasesTable
  pageTexts: PageTextsTable
  readingProgress: ReadingProgressTable
  markChanges: MarkChangesTable
  marks: MarksTable
}
