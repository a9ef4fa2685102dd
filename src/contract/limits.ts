import { logoSizes, requestTimeoutMs } from './limits.firstPage.ts'

/** Bytes in one megabyte, wherever a limit says MB. */
export const MB = 1_048_576

/** The limits that both sides know, in one table. Sizes are bytes of the file itself, texts are Unicode code points: 🔑 is one. */
export const limits = {
  requestTimeoutMs,
  socketConnectMs: 20_000,
  /** The delay before the browser reconnects is random between the two. */
  socketReconnectMinMs: 1_000,
  socketReconnectMaxMs: 5_000,
  jsonBodyBytes: MB,
  documentBytes: 10 * MB,
  pictureBytes: 5 * MB,
  listDefault: 50,
  listMax: 1_000,
  personName: 120,
  email: 254,
  passwordMin: 8,
  passwordMax: 128,
  /** One file of a folder for `npm run import`. */
  importBytes: 200 * MB,
  documentTitle: 300,
  /** PDFs that one form uploads. */
  uploadsAtOnce: 50,
  /** Documents that are moved, deleted or restored in one call. */
  documentsAtOnce: 200,
  /** Days after which a deleted document is purged. */
  restoreDays: 30,
  /** Minutes within which the admin who deleted a document can restore it. */
  undoMinutes: 10,
  /** The last possible reading position of a document with an unknown number of pages. */
  readingPage: 100_000,
  categoryName: 120,
  categoryLevels: 3,
  /** The maximum number, since one list returns all of them. */
  categories: 1_000,
  /** The maximum number, since one list returns all of them. */
  notices: 1_000,
  noticeTitle: 200,
  noticeContent: 5_000,
  noticePriority: 10,
  /** People whom one notice names; more are everyone. */
  noticeTargets: 1_000,
  /** People whom all notices together name. */
  allNoticeTargets: 20_000,
  /** Readers whose ids are in the list of notices; the list of readers has all. */
  noticeReadersListed: 100,
  /** Days within which a membership counts as expiring soon. */
  expiringDays: 7,
  /** Concurrent downloads of one person. A browser opens six, or as many as a page requests behind a proxy. */
  downloadsPerPerson: 12,
  /** The same for everyone behind one address, which may be a whole hall. */
  downloadsPerAddress: 300,
  search: 200,
  /** Documents that one page of a search in texts shows. */
  textHits: 20,
  /** Pages of one document whose text is read, and searched. */
  pagesRead: 5_000,
  galleryBytes: 10 * MB,
  galleryTitle: 200,
  galleryDescription: 500,
  galleryImages: 100,
  galleryOrder: 999_999_999,
  announcementTitle: 200,
  announcementContent: 1_000,
  /** The maximum number, since one list returns all of them. */
  announcements: 1_000,
  /** Higher priorities are shown first. */
  priorityMax: 10,
  /** The number of seats by default, and at most. */
  seatsDefault: 38,
  seatsMax: 500,
  systemName: 120,
  themeName: 60,
  customThemes: 10,
  /** CSS pixels. */
  ...logoSizes,
  address: 300,
  phone: 30,
  mapAddress: 2_000,
  closures: 50,
  closureReason: 120,
  /** One amount of money: a crore. */
  rupees: 10_000_000,
  /** The default monthly fee, in rupees. */
  monthlyFeeDefault: 1_000,
  feeNotes: 500,
  feeReason: 300,
  /** Frequent purposes of cash payments, shown as chips of a dialog. */
  boxPurposes: 12,
  boxPurpose: 60,
  /** The purpose of one entry of the cash box. */
  boxEntryPurpose: 120,
  feeYearMin: 2_000,
  feeYearMax: 2_100,
  /** How many days everyone who takes payments may date back. */
  freeDaysBack: 7,
  /** Days after its end on which a month is locked automatically. */
  lockMonthsAfterDays: 45,
  /** Fees that one payment chooses. */
  feesAtOnce: 100,
  paymentReference: 60,
  /** Lines of one statement. */
  statementEntries: 2_000,
  /** Months that one report shows. */
  reportMonths: 60,
  /** Days that one report of collections shows. */
  reportDays: 366,
  upiId: 100,
  reminderText: 500,
  /** Students who are chosen to be reminded one after the other. */
  remindersAtOnce: 10,
  /** Figures of the landing page. */
  figures: 4,
  figureValue: 12,
  figureLabel: 60,
  recentDocuments: 5,
  thought: 500,
  thoughtAuthor: 120,
  /** The maximum number, since one list returns all of them. */
  thoughts: 1_000,
  /** Thoughts imported in one call. */
  thoughtsAtOnce: 500,
  /** Students imported in one call. */
  studentsAtOnce: 1_000,
  /** Students in one file; more than `studentsAtOnce` are imported in parts. */
  studentsInFile: 10_000,
  /** Cells of one file that are corrected on the screen. */
  fixedCells: 2_000,
  /** Characters of one of them. */
  fixedCell: 300,
  /** An imported table. */
  sheetBytes: 5 * MB,
  /** All parts of a workbook together, by its own declaration; a few hundred kilobytes can unpack to a hundred times that. */
  sheetUnpackedBytes: 64 * MB,
  sheetColumns: 60,
  /** Rows of a CSV file, including blank ones. */
  sheetRows: 100_000,
  /** Unfinished documents that are offered for reading on. */
  continueReading: 3,
  /** A message of a hundred kilobytes can still be read. */
  messageContent: 102_400,
  messagesDefault: 50,
  messagesMax: 100,
  /** Hours within which a message can be edited. */
  editHours: 4,
  /** Messages on one page of search results, by default and at most. */
  messageHits: 20,
  messageHitsMax: 50,
  /** Characters of a message that a quote or a list of conversations shows. */
  messagePreview: 120,
  /** A family of four with skin tones has 11. */
  emoji: 14,
  /** Reactions to one message, of everyone together. */
  reactions: 500,
  /** People whom one message mentions. */
  mentions: 50,
  /** People whom a conversation lists; the list of participants has all. */
  participantsListed: 100,
  /** Unread messages are counted up to this number. */
  unreadCounted: 1_000,
  /** Ids in one `join_conversations`. */
  joinedAtOnce: 1_000,
  /** Group rooms that one socket joins automatically, the most active first. */
  roomsOfSocket: 1_000,
  /** People whose presence one person sees: those of their latest private conversations. */
  presencePeople: 500,
  attachmentBytes: 25 * MB,
  /** Files that are chosen to be sent one after the other. */
  attachmentsAtOnce: 30,
  /** The text beside a file; a form takes less than a message alone. */
  caption: 20_000,
  /** Milliseconds after the last key until typing counts as stopped. */
  typingStopMs: 1_000,
  /** Minimum milliseconds between two hints that the same person is typing. */
  typingEveryMs: 2_000,
  peopleSearchMs: 300,
  groupName: 120,
  groupDescription: 500,
  /** Members added by one call. */
  membersAtOnce: 1_000,
  flagReason: 500,
  reportReason: 500,
  /** The reason of a ban from writing. */
  stopReason: 500,
  /** Maximum number of hours whose messages are deleted at once. */
  deleteHours: 168,
  /** Devices of one person that can read encrypted chats. */
  devices: 20,
  deviceName: 60,
  /** Characters of a public key as PEM; RSA of 4096 bits takes 800. */
  publicKeyPem: 1_600,
  /** Highest number of a device list, and of restarts with list 0. */
  deviceLists: 10_000,
  generations: 1_000_000,
  /** An encrypted trust book as base64: slightly less than one call can carry. */
  trustBookBytes: 720_000,
  /** People, and conversations, in one trust book. */
  trustBookEntries: 5_000,
  /** People in a group that can be encrypted. */
  encryptedMembers: 500,
  /** Devices for which one key is wrapped: as many as one call can carry. */
  wrappedKeys: 1_500,
  /** The highest version of a conversation's key, and of a message's text. */
  keyVersion: 1_000_000_000,
  revision: 1_000_000,
  /** The longest text as JSON, with all escapes, and its envelope. */
  ciphertextBytes: 655_360,
  /** Characters of an encrypted message's text, as base64, in a quote or a list of conversations. */
  encryptedPreview: 8_192,
  /** A conversation needs a new key after this number of messages or days. */
  keyMessages: 10_000,
  keyDays: 30,
  /** A device unseen for this number of days is left out of new keys. */
  deviceUnseenDays: 90,
  /** A pending device unseen for this number of days is deleted. */
  devicePendingDays: 30,
  /** Signed device lists in one request or reply. */
  listsAtOnce: 50,
  /** Signed lists of the members of a conversation in one reply. */
  memberListsAtOnce: 100,
  /** Headers of key versions in one request. */
  versionsAsked: 50,
  /** Keys that one call shares with another device of the same person. */
  keysAtOnce: 200,
  /** Earlier keys in one reply. */
  earlierKeys: 1_000,
  /** Devices in one request. */
  devicesAsked: 100,
  /** Backups on the page /system. */
  archivesListed: 100,
} as const
