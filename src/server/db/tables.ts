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
  /** The seat of this student, never without a slot; `seats` has its halves, also while it is only kept after the last day. */
  seatNumber: number | null
  /** A content of `files`; null where the person has no picture. */
  pictureSha256: string | null
  createdAt: string
  deletedAt: string | null
  /** In paise, where this student pays something other than the hall's or the slot's fee. */
  monthlyFee: number | null
  /** The seat that was kept for this student until someone else was given any half of it; extending the account takes it back. */
  formerSeat: number | null
}

/**
 * Who holds which half of a seat, or for whom it is kept because their account is over. The primary key (seatNumber, half) is what keeps a seat from two people, and
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

/**
 * Append-only: who changed what, when; never a password. Only of deleted people some values are blanked. `before` and `after` are JSON
 * objects.
 */
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
  /** Hides the personal values of the entry from those who see only its digest; gone with the person. */
  salt: string | null
  /** The digests of personal values that are gone, as a JSON object. */
  commitments: string | null
}

/** Entries of the audit that the journal does not contain yet. */
export type AuditUnsealedTable = { auditId: string }

/** A chain of hashes over every event of money: docs/journal.md. Its rows are never changed. */
export type JournalTable = { seq: number; kind: string; ref: string; digest: string; prev: string; hash: string }

/** The digests of rows that existed before the journal; its first entry covers them. Primary key (kind, ref). */
export type JournalGenesisTable = { kind: string; ref: string; digest: string }

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
  /** Which the browser gave the upload; a second one with the same is the first, sent again. */
  clientId: string | null
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

/** Custom themes. `place` is 1 to 10 and unique, so that there are never more than ten. */
export type ThemesTable = {
  id: string
  place: number
  name: string
  /** Unique. */
  nameFolded: string
  /** The twelve colours, as JSON. */
  colors: string
  createdBy: string
  createdAt: string
}

/** One row, whose id is `only`, or none before the first change. What is null has its default. */
export type CustomizationTable = {
  id: 'only'
  systemName: string | null
  /** A content of `files`. */
  logoSha256: string | null
  /** The name of the file as it was uploaded. */
  logoName: string | null
  showLogo: 0 | 1
  logoSize: number
  /** The id of a predefined or custom theme. */
  activeTheme: string | null
  /** JSON objects. */
  landing: string | null
  hall: string | null
  documents: string | null
  chat: string | null
  rules: string | null
}

export type NoticesTable = {
  id: string
  title: string
  content: string
  type: 'banner' | 'marquee' | 'tab'
  /** 0: only those in `noticeTargets`. */
  targetAllUsers: 0 | 1
  priority: number
  /** Nobody but staff sees it before; null is from its creation. */
  publishAt: string | null
  expiresAt: string | null
  isActive: 0 | 1
  /** A picture or a PDF in `files`, with the name that it is shown under. */
  attachmentSha256: string | null
  attachmentName: string | null
  createdBy: string
  createdAt: string
  updatedAt: string
}
/** Primary key (noticeId, userId); gone with the notice. */
export type NoticeTargetsTable = { noticeId: string; userId: string }
/** Primary key (noticeId, userId); gone with the notice. */
export type NoticeReadsTable = { noticeId: string; userId: string; readAt: string }

export type AnnouncementsTable = {
  id: string
  title: string
  content: string
  /** Higher is shown first. */
  priority: number
  expiresAt: string | null
  isActive: 0 | 1
  createdBy: string
  createdAt: string
  updatedAt: string
}

/** Pictures of the landing page, each in three sizes. */
export type GalleryImagesTable = {
  id: string
  title: string
  description: string
  /** Lower is shown first. */
  position: number
  isActive: 0 | 1
  largeSha256: string
  mediumSha256: string
  smallSha256: string
  /** Pixels of the large one. */
  width: number
  height: number
  /** A few pixels as a `data:` URL, shown until the picture is there. */
  placeholder: string
  uploadedBy: string
  createdAt: string
}

export type ThoughtsTable = {
  id: string
  thought: string
  /** May be empty. */
  author: string
  /** Lower comes first. */
  position: number
  isActive: 0 | 1
  createdAt: string
}

/*
 * Money. Amounts are integer paise. A `period` is a month as `year * 12 + month - 1`. What is paid stands in payments, which
 * are spread over charges by allocations; no payment is ever deleted, and a mistake is voided.
 */

/** Former periods of membership, both days included; the current one is in users. Primary key (userId, fromDay). */
export type StaysTable = { userId: string; fromDay: string; toDay: string }

/** Someone who was here before Carrel: months before `chargeFrom` are never charged. */
export type OpeningsTable = {
  userId: string
  chargeFrom: number
  /** The last month that was paid on paper. */
  paidUpTo: number | null
  /** What was owed on paper; a charge of the kind `other` stands for it. */
  oldDues: number | null
  createdBy: string | null
  createdAt: string
}

export type ChargeKind = 'monthly' | 'admission' | 'locker' | 'deposit' | 'late' | 'other'

/** What someone owes. Of the kind `monthly` there is at most one for each person and month. */
export type ChargesTable = {
  id: string
  userId: string
  kind: ChargeKind
  period: number
  /** As it was charged. */
  originalAmount: number
  /** With all its adjustments. */
  amount: number
  /** The allocations of payments that are not voided, less what was refunded of them; never more than `amount`. */
  paidAmount: number
  dueOn: string
  notes: string
  /** 0 after a payment of it was voided: credit does not pay it by itself again. */
  takesCredit: 0 | 1
  /** Since when nothing is owed; null exactly while something is. */
  settledAt: string | null
  createdBy: string | null
  createdAt: string
}

export type AdjustmentsTable = {
  id: string
  chargeId: string
  kind: 'concession' | 'waiver' | 'write-off' | 'correction' | 'refund'
  /** What was added to the amount, or taken from it. */
  amount: number
  reason: string
  createdBy: string
  createdByName: string
  createdAt: string
}

export type PaymentMethod = 'cash' | 'upi' | 'bank' | 'other'

/** What payments and refunds have alike. Names are as they were issued. */
type Entry = {
  id: string
  userId: string
  studentName: string
  amount: number
  method: PaymentMethod
  /** The number of the transfer, or empty. */
  reference: string
  /** The day on which reports count it: its own. Rows from before the running cash box have the day of entry where their own was closed. */
  bookedOn: string
  enteredAt: string
  enteredBy: string
  enteredByName: string
  /** Made by the browser, so that a call that is sent twice enters it once. Unique. */
  clientId: string | null
  /** A digest of what was sent with the `clientId`: a call that sends it again must send the same. */
  clientDigest: string | null
  voidedAt: string | null
  voidedOn: string | null
  voidedBy: string | null
  voidedByName: string | null
  voidReason: string | null
}

/** One payment is one receipt. */
export type PaymentsTable = Entry & {
  /** The year in which the financial year begins; with the count, unique and without a gap. */
  receiptYear: number
  receiptCount: number
  /** `2026-27/000123`. Unique. */
  receiptNumber: string
  /** What no charge has taken yet, and no refund. */
  credit: number
  referenceFolded: string
  /** Why the reference of another payment was entered again. */
  referenceReason: string
  /** The clerk chose to enter no reference. */
  referenceSkipped: 0 | 1
  receivedOn: string
  /** Why a day was entered that is more than a week back. */
  dateReason: string
  /** The voided payment that this one was entered again for. */
  replaces: string | null
}

/** How a payment is spread over charges. Rows stay when the payment is voided, and count no more. */
export type AllocationsTable = { id: string; paymentId: string; chargeId: string; amount: number; createdAt: string }

/** Money that was given back, with a voucher of its own. */
export type RefundsTable = Entry & {
  voucherYear: number
  voucherCount: number
  /** `R/2026-27/000012`. Unique. */
  voucherNumber: string
  /** Why the reference of another refund was entered again. */
  referenceReason: string
  reason: string
  paidOn: string
  /** Why a day was entered that is more than a week back. */
  dateReason: string
}

/** What a refund was taken from: what a payment gave to a charge or, without a charge, its credit. */
export type RefundLinesTable = { id: string; refundId: string; paymentId: string; chargeId: string | null; amount: number }

/** The last number that was given in each financial year. Primary key (series, year). */
export type NumberSeriesTable = { series: 'receipt' | 'refund'; year: number; last: number }

/** One row, or none. Since a restore no number is given until a superadmin has entered the last receipt on paper. */
export type ReceiptBookTable = { id: 'only'; checkNeededSince: string | null }

/** A count of the cash box; several of one day are numbered by `nth`. */
export type ClosingsTable = {
  id: string
  day: string
  nth: number
  openingFloat: number
  cashIn: number
  cashRefunds: number
  cashVoids: number
  expected: number
  counted: number
  handedTo: string
  notes: string
  closedBy: string
  closedByName: string
  closedAt: string
  /** Counts what moved after the closing before it and up to this instant. */
  asOf: string
  paidOut: number
  otherIn: number
  /** Unique: a closing that is sent again is entered once. */
  clientId: string | null
}

export type CashMoveKind = 'payment' | 'payment-void' | 'refund' | 'refund-void' | 'out' | 'out-void' | 'in' | 'in-void'

/** Every movement of cash. The instants increase strictly, in the order in which the transactions were committed. */
export type CashMovesTable = {
  id: string
  at: string
  kind: CashMoveKind
  /** The row that moved it: a payment, a refund or an entry of the box. */
  ref: string
  /** Negative where cash left the box. */
  amount: number
}

/** Cash that was paid out of the box, or came in and is no payment of a student. */
export type BoxEntriesTable = Pick<
  Entry,
  | 'id'
  | 'amount'
  | 'bookedOn'
  | 'enteredAt'
  | 'enteredBy'
  | 'enteredByName'
  | 'clientId'
  | 'voidedAt'
  | 'voidedOn'
  | 'voidedBy'
  | 'voidedByName'
  | 'voidReason'
> & {
  kind: 'out' | 'in'
  purpose: string
  /** A content of `files`: the picture of a bill. */
  photoSha256: string | null
}

/** Cash that left the box at a closing. */
export type HandOversTable = {
  id: string
  closingId: string
  amount: number
  receiver: string
  createdAt: string
  createdBy: string
  createdByName: string
}

/** A month in which nothing can be booked any more. */
export type MonthLocksTable = {
  period: number
  lockedAt: string
  /** Null where Carrel locked it by itself. */
  lockedBy: string | null
  lockedByName: string
}

/** When the receipt of a payment was first printed or sent. */
export type ReceiptPrintsTable = { paymentId: string; printedAt: string; printedBy: string; printedByName: string }

/** What makes a student pay less than others from now on, with the reason that the owner reads. */
export type ConcessionsTable = {
  id: string
  userId: string
  kind: 'monthly-fee' | 'paid-up-to'
  /** Amounts, or months as numbers. */
  beforeValue: number | null
  afterValue: number | null
  reason: string
  createdAt: string
  createdBy: string | null
  createdByName: string
}

/** Where someone said that the last number of a year is another one. */
export type NumberCorrectionsTable = {
  id: string
  series: 'receipt' | 'refund'
  year: number
  beforeLast: number
  afterLast: number
  createdAt: string
  createdBy: string
  createdByName: string
}

/** Who was reminded of what they owed, and by whom. */
export type RemindersTable = {
  id: string
  userId: string
  channel: 'whatsapp' | 'sms' | 'other'
  owed: number
  createdBy: string
  createdByName: string
  createdAt: string
}

/** Sums over charges by month and by whether they are settled. Triggers keep them. Primary key (period, settled). */
export type FeeTotalsTable = { period: number; settled: 0 | 1; charges: number; amount: number; paidAmount: number }

/** Sums over the charges of each person. Triggers keep them. */
export type FeeAccountsTable = {
  userId: string
  charges: number
  openCharges: number
  amount: number
  paidAmount: number
  /** The oldest due date of what is open; null where nothing is. */
  since: string | null
  /** Whether the person is deleted. */
  isDeleted: 0 | 1
}

/** What someone owes of one due date, of so many charges. Triggers keep it. Primary key (userId, dueOn). */
export type FeeDueDaysTable = {
  userId: string
  dueOn: string
  /** Whether the person is deleted. */
  isDeleted: 0 | 1
  /** The next due date of theirs of which something is owed; `never` behind the last one. */
  until: string
  charges: number
  owed: number
}

/** How many people owe how much, by the columns of `FeeDueDaysTable`. Triggers keep it. Primary key (isDeleted, dueOn, until). */
export type FeeDuesTable = Omit<FeeDueDaysTable, 'userId'> & { students: number }

/** One row, or none before it is first asked for. A restore begins another epoch, which clients are told. */
export type InstanceTable = {
  id: 'only'
  epoch: string
  createdAt: string
  restoredAt: string | null
  /** The name of the archive. */
  restoredFrom: string | null
}

/** Long work that a program of its own does, one at a time: who does it now, and what became of it the last time. */
export type ChoresTable = {
  name: 'backup' | 'doctor'
  /** Someone asked for it, and it has not begun. */
  wantedAt: string | null
  runner: string | null
  /** When the runner was last heard of. */
  heardAt: string | null
  /** JSON objects. */
  progress: string | null
  finishedAt: string | null
  outcome: 'done' | 'failed' | null
  report: string | null
}

/** A conversation is encrypted from `encryptedAt` on, for good. */
export type ConversationsTable = {
  id: string
  type: 'private' | 'group'
  /** The two that come with the institution: everybody is in them, without a row in `conversationMembers`. Unique. */
  builtIn: 'general' | 'announcement' | null
  /** Of groups alone. */
  name: string | null
  nameFolded: string | null
  description: string
  /** The ids of the two people, the lower one first. Unique; of private ones alone. */
  pairKey: string | null
  postPolicy: 'all' | 'admins'
  /** Messages are numbered from `firstSeq` to `lastSeq` without a gap; an empty one has `lastSeq` 0. */
  firstSeq: number
  lastSeq: number
  /** Counts edits, reactions and deletions. */
  lastChange: number
  /** The id of the newest message or, before there is one, the conversation's own: lists are in this order. */
  activity: string
  encryptedAt: string | null
  /** The version of its key; 0 before it is encrypted. */
  keyVersion: number
  /** Nothing is accepted that was encrypted with an older version. */
  requiredKeyVersion: number
  /** When the current key was made, and the `lastSeq` of that moment. */
  keyMadeAt: string | null
  keyMadeAfter: number
  createdBy: string | null
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}

/** Primary key (conversationId, userId). What was before `joinedSeq` counts as read. */
export type ConversationMembersTable = { conversationId: string; userId: string; joinedSeq: number; joinedAt: string }

/** Up to where someone has read. Primary key (conversationId, userId). */
export type ConversationReadsTable = { conversationId: string; userId: string; readSeq: number; markedUnread: 0 | 1 }

/** What someone wants to be told of. Primary key (conversationId, userId). */
export type ConversationSettingsTable = {
  conversationId: string
  userId: string
  mutedUntil: string | null
  notify: 'all' | 'mentions' | 'none'
}

/** A deleted message stays as a row; its content goes unless it is flagged or reported. */
export type MessagesTable = {
  id: string
  conversationId: string
  /** Unique in the conversation. */
  seq: number
  /** What `lastChange` was when it last changed; 0 before. */
  change: number
  type: 'text' | 'image' | 'file'
  senderId: string
  /** Unique in the conversation for each sender: a message that is sent again is entered once. */
  clientId: string
  content: string | null
  /** The id of a message in the same conversation. */
  replyTo: string | null
  createdAt: string
  editedAt: string | null
  editedBy: string | null
  deletedAt: string | null
  deletedBy: string | null
  /** Of `messageCiphertexts`, where what it says is there; null where it is not encrypted. */
  revision: number | null
}

/** What an edited message said before. */
export type MessageVersionsTable = { id: string; messageId: string; content: string; writtenBy: string; replacedAt: string }

/** Unique (messageId, userId, emoji); their order is that of their ids. */
export type MessageReactionsTable = { id: string; messageId: string; userId: string; emoji: string }

/** Primary key (messageId, userId). */
export type MessageMentionsTable = { messageId: string; userId: string; conversationId: string; seq: number }

/** Who does not want to hear from whom. Primary key (blockerId, blockedId). */
export type BlocksTable = { blockerId: string; blockedId: string; createdAt: string }

/** The file of a message. */
export type AttachmentsTable = {
  id: string
  /** Unique. */
  messageId: string
  sha256: string
  /** A smaller copy of a picture, as WebP. */
  previewSha256: string | null
  originalName: string
  /** Pixels of a picture. */
  width: number | null
  height: number | null
  createdAt: string
}

export type PresenceTable = { userId: string; lastSeen: string | null; isHidden: 0 | 1 }

export type MessageFlagsTable = { messageId: string; flaggedBy: string; reason: string; flaggedAt: string }

/** Unique (messageId, reporterId). */
export type MessageReportsTable = {
  id: string
  messageId: string
  reporterId: string
  reason: string
  createdAt: string
  outcome: 'upheld' | 'dismissed' | null
  decidedBy: string | null
  decidedAt: string | null
  /** When the reporter was shown the outcome. */
  seenAt: string | null
  /** What the report of an encrypted message discloses, as JSON. */
  disclosed: string | null
}

/** The public halves of the keys of one person in one browser. The id is the SHA-256 of the wrapping key. */
export type DevicesTable = {
  id: string
  userId: string
  kind: 'browser' | 'recovery'
  name: string
  publicKeyPem: string
  signingKeyPem: string | null
  /** The private halves of a recovery device, which only its code opens. */
  sealedKeys: string | null
  createdAt: string
  lastSeenAt: string
  revokedAt: string | null
  /** `registered` where its person has no list, `trusted` where the newest list has it, and `pending` otherwise. */
  state: 'registered' | 'pending' | 'trusted'
  /** JSON: what a pending device signed to enter a list, `{generation, previous, signature}`. */
  consent: string | null
}

/** A signed list of a person's devices. Primary key (userId, generation, number). */
export type DeviceListsTable = {
  userId: string
  generation: number
  number: number
  hash: string
  /** JSON: a `SignedList`. */
  list: string
  createdAt: string
}

/** What a person's devices know about others, encrypted for these devices. Primary key userId. */
export type TrustBooksTable = { userId: string; number: number; book: string }

/** A version of a conversation's key, which the server does not know. Primary key (conversationId, keyVersion). */
export type ConversationKeysTable = {
  conversationId: string
  keyVersion: number
  byUser: string
  byDevice: string | null
  /** JSON: whom it covers, `[{userId, deviceIds}]`. */
  members: string
  createdAt: string
  /** JSON: the signed `VersionHeader`, and its hash; null in version 1 of the protocol. */
  header: string | null
  versionHash: string | null
}

/** A key as one device can open it. Primary key (conversationId, keyVersion, deviceId). */
export type ConversationKeyWrapsTable = {
  conversationId: string
  keyVersion: number
  deviceId: string
  wrappedKey: string
  signature: string
  /** The device of the same person that shared it, where the maker of the version did not cover this one. */
  sharedBy: string | null
}

/** A revision of an encrypted message. Primary key (messageId, revision), unique (conversationId, keyVersion, iv). What was said is null once it was deleted. */
export type MessageCiphertextsTable = {
  messageId: string
  revision: number
  conversationId: string
  keyVersion: number
  iv: string
  algorithm: string
  deviceId: string
  writtenBy: string
  ciphertext: string | null
  commitment: string | null
  signature: string | null
  /** Says that the server received it so: docs/encryption.md. */
  serverMac: string | null
  writtenAt: string
  /** Version of the protocol; the columns below are null in version 1. */
  v: number
  versionHash: string | null
  firstDeviceId: string | null
  head: string | null
}

/** Who may write nothing in chat until when. */
export type WritingStopsTable = { userId: string; until: string; reason: string; stoppedBy: string; stoppedAt: string }

export type Tables = {
  users: UsersTable
  seats: SeatsTable
  sessions: SessionsTable
  signInAddresses: SignInAddressesTable
  oneTimeKeys: OneTimeKeysTable
  audit: AuditTable
  auditUnsealed: AuditUnsealedTable
  journal: JournalTable
  journalGenesis: JournalGenesisTable
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
  themes: ThemesTable
  customization: CustomizationTable
  notices: NoticesTable
  noticeTargets: NoticeTargetsTable
  noticeReads: NoticeReadsTable
  announcements: AnnouncementsTable
  galleryImages: GalleryImagesTable
  thoughts: ThoughtsTable
  stays: StaysTable
  openings: OpeningsTable
  charges: ChargesTable
  adjustments: AdjustmentsTable
  payments: PaymentsTable
  allocations: AllocationsTable
  refunds: RefundsTable
  refundLines: RefundLinesTable
  numberSeries: NumberSeriesTable
  receiptBook: ReceiptBookTable
  closings: ClosingsTable
  cashMoves: CashMovesTable
  boxEntries: BoxEntriesTable
  handOvers: HandOversTable
  monthLocks: MonthLocksTable
  receiptPrints: ReceiptPrintsTable
  concessions: ConcessionsTable
  numberCorrections: NumberCorrectionsTable
  reminders: RemindersTable
  feeTotals: FeeTotalsTable
  feeAccounts: FeeAccountsTable
  feeDueDays: FeeDueDaysTable
  feeDues: FeeDuesTable
  instance: InstanceTable
  chores: ChoresTable
  conversations: ConversationsTable
  conversationMembers: ConversationMembersTable
  conversationReads: ConversationReadsTable
  conversationSettings: ConversationSettingsTable
  messages: MessagesTable
  messageVersions: MessageVersionsTable
  messageReactions: MessageReactionsTable
  messageMentions: MessageMentionsTable
  blocks: BlocksTable
  attachments: AttachmentsTable
  presence: PresenceTable
  messageFlags: MessageFlagsTable
  messageReports: MessageReportsTable
  devices: DevicesTable
  deviceLists: DeviceListsTable
  trustBooks: TrustBooksTable
  conversationKeys: ConversationKeysTable
  conversationKeyWraps: ConversationKeyWrapsTable
  messageCiphertexts: MessageCiphertextsTable
  writingStops: WritingStopsTable
}

/** The database, or the transaction that a function is given. */
export type Db = Kysely<Tables>
