import type { Kysely } from 'kysely'
import type { Role } from '#contract/actor.ts'

/*
 * The data model on one page. Ids are texts made by us (UUIDv7), instants ISO-8601 UTC texts, plain days
 * `YYYY-MM-DD`. `…Folded` columns hold the text in NFKC and lower case, folded by us, because SQLite's own
 * `lower()` knows ASCII alone: both databases compare and search the same bytes. Newest first is `id` descending:
 * ids rise even when the clock is set back. Rows of users and documents stay when they are deleted.
 */

export type UsersTable = {
  id: string
  name: string
  nameFolded: string
  /** As typed; null once the person is deleted, which frees it. */
  email: string | null
  /** Unique. */
  emailFolded: string | null
  role: Role
  passwordHash: string
  phone: string | null
  dob: string | null
  dateJoined: string | null
  /** The last day on which the account works, in the institution's zone. */
  terminationDate: string | null
  slot: 'morning' | 'afternoon' | 'full-day' | null
  /** The seat this student is meant to have, never without a slot; `seats` says who holds it. */
  seatNumber: number | null
  /** A content of `files`; null where the person has no picture. */
  pictureSha256: string | null
  createdAt: string
  deletedAt: string | null
}

/**
 * Who holds which half of a seat. The primary key (seatNumber, half) is what keeps a seat from two people, and
 * a unique index over (userId, half) one person from two seats.
 */
export type SeatsTable = { seatNumber: number; half: 'morning' | 'afternoon'; userId: string }

export type SessionsTable = {
  id: string
  userId: string
  /** SHA-256 of the token in hex: a stolen database opens no session. */
  tokenHash: string
  device: string
  createdAt: string
  lastUsedAt: string
  expiresAt: string
}

/** Where a person has signed in before, as network addresses. Primary key (userId, address). */
export type SignInAddressesTable = { userId: string; address: string; lastAt: string }

/** Keys of printed one-time links, as SHA-256 in hex. Using one deletes it. */
export type OneTimeKeysTable = { keyHash: string; purpose: 'setup' | 'reset'; userId: string | null; createdAt: string; expiresAt: string }

/** Append-only: who changed what, when; never a password. `before` and `after` are JSON objects. */
export type AuditTable = {
  id: string
  at: string
  actorId: string | null
  /** As the name was then. */
  actorName: string
  /** `feature.action`, such as `users.create`. */
  action: string
  targetId: string | null
  before: string | null
  after: string | null
}

/** Keys that the program made for itself, such as the one that signs file links. */
export type SecretsTable = { name: string; value: string; createdAt: string }

/** A counter for each topic, raised at the end of every transaction that changes it: cached replies and other processes see it. */
export type RevisionsTable = { name: string; value: number }

/** Rows that transactions lock which must run one after the other. */
export type LocksTable = { name: string }

/** The ledger of stored contents: a content with no row here is swept, a row whose content is missing is reported. */
export type FilesTable = { sha256: string; size: number; mediaType: string; createdAt: string }

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
}

/** How many living documents stand directly in each category; the empty text is Uncategorized. Triggers keep it. */
export type DocumentCountsTable = { categoryId: string; count: number }

/** Primary key (userId, documentId). */
export type FavoritesTable = { userId: string; documentId: string; createdAt: string }

/**
 * What was read out of a content in the background: one row for each content that was tried, so that a
 * document stored twice is read once. A content without a row is still to be read.
 */
export type ExtractionsTable = { sha256: string; outcome: 'done' | 'failed'; pages: number | null; coverSha256: string | null; at: string }

/** The text of each page that has any, counted from 1. Primary key (sha256, page). */
export type PageTextsTable = { sha256: string; page: number; text: string }

/** Where a person stopped reading, page counted from 1. Primary key (userId, documentId). */
export type ReadingProgressTable = { userId: string; documentId: string; page: number; updatedAt: string }

export type Tables = {
  users: UsersTable
  seats: SeatsTable
  sessions: SessionsTable
  signInAddresses: SignInAddressesTable
  oneTimeKeys: OneTimeKeysTable
  audit: AuditTable
  secrets: SecretsTable
  revisions: RevisionsTable
  locks: LocksTable
  files: FilesTable
  categories: CategoriesTable
  documents: DocumentsTable
  documentCounts: DocumentCountsTable
  favorites: FavoritesTable
  extractions: ExtractionsTable
  pageTexts: PageTextsTable
  readingProgress: ReadingProgressTable
}

/** The database, or the transaction that a function is given. */
export type Db = Kysely<Tables>
