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

/** A chain of hashes over every event of money: docs/journal.md. Its rows are never changed. */
export type JournalTable = { seq: number; kind: string; ref: string; digest: string; prev: string; hash: string }

/** The digests of rows that existed before the journal; its first entry covers them. Primary key (kind, ref). */
export type JournalGenesisTable = { kind: string; ref: string; digest: string }

/** Keys that the program made, such as the one that signs file links. */
export type SecretsTable = { name: string; value: string; createdAt: string }

/** A counter for each topic, raised at the end of every transaction that changes it: cached replies and other processes see it. */
export type RevisionsTable = { name: string; value: number }

/** Rows that transactions lock to run one after the other. */
export type LocksTable = { name: string }

/** The ledger of stored contents: a content without a row is swept, and a row without its content is reported. */
export type FilesTable = { sha256: string; size: number; mediaType: string; createdAt: string }

/**
 * A content that this installation has put into its bucket. `keptBy` is unique for each keeping. Until `removingUntil` it may
 * disappear at any moment, so nobody may keep it meanwhile. Empty without a bucket.
 */
export type KeptContentsTable = { sha256: string; keptAt: string; keptBy: string; removingUntil: string | null }

/** A content that a process is putting into the bucket. The name identifies the process, as those of temporary files do. */
export type ContentMarksTable = { name: string; sha256: string; markedAt: string }

/**
 * Messages of a node to the others that Redis may not have delivered, as JSON; the revision `nodeMessages` is the newest batch.
 * Deleted after a minute. Times here and below are milliseconds by the clock of the database (`databaseTime`).
 */
export type NodeMessagesTable = { batch: number; sender: string; messages: string; storedAt: number }

/** How often something was counted for a limit that several nodes share. The key is a digest. */
export type LimitCountsTable = { key: string; points: number; expiresAt: number }

/** One row, or none before it is first requested. A restore begins a new epoch, which clients receive. */
export type InstanceTable = {
  id: 'only'
  epoch: string
  createdAt: string
  restoredAt: string | null
  /** The name of the archive. */
  restoredFrom: string | null
}

/** Long work in separate programs, one at a time: who runs it now, and how it ended the last time. */
export type ChoresTable = {
  name: 'backup' | 'doctor'
  /** When it was requested, until it begins. */
  wantedAt: string | null
  runner: string | null
  /** When the runner last reported. */
  heardAt: string | null
  /** JSON objects. */
  progress: string | null
  finishedAt: string | null
  outcome: 'done' | 'failed' | null
  report: string | null
}

/** The methods of `contract/terms.ts`, for payments and refunds to refer to. Each start adds those that are missing. */
export type PaymentMethodsTable = { name: string }

export type PlatformTables = {
  sessions: SessionsTable
  secrets: SecretsTable
  revisions: RevisionsTable
  locks: LocksTable
  files: FilesTable
  keptContents: KeptContentsTable
  contentMarks: ContentMarksTable
  nodeMessages: NodeMessagesTable
  limitCounts: LimitCountsTable
  instance: InstanceTable
  chores: ChoresTable
  paymentMethods: PaymentMethodsTable
  journal: JournalTable
  journalGenesis: JournalGenesisTable
}
