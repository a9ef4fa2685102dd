/** Bytes in one megabyte, wherever a limit says MB. */
export const MB = 1_048_576

/** The limits that both sides know, in one table. Sizes are bytes of the file itself, texts are Unicode code points: 🔑 is one. */
export const limits = {
  requestTimeoutMs: 10_000,
  socketConnectMs: 20_000,
  /** How long the browser waits before it connects again, at random between the two. */
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
  /** One file of a folder that `npm run import` imports. */
  importBytes: 200 * MB,
  documentTitle: 300,
  /** PDFs that one form uploads. */
  uploadsAtOnce: 50,
  /** As many as are moved, deleted or restored in one call. */
  documentsAtOnce: 200,
  /** Days after which a deleted document is gone for good. */
  restoreDays: 30,
  /** Minutes within which the admin who deleted a document can restore it. */
  undoMinutes: 10,
  /** The last page that someone can have reached, where nobody knows how many there are. */
  readingPage: 100_000,
  categoryName: 120,
  categoryLevels: 3,
  /** As many as one list answers whole. */
  categories: 1_000,
  /** As many as one list answers whole. */
  notices: 1_000,
  noticeTitle: 200,
  noticeContent: 5_000,
  noticePriority: 10,
  /** People whom one notice names; more are everyone. */
  noticeTargets: 1_000,
  /** People whom all notices together name. */
  allNoticeTargets: 20_000,
  /** Readers whose ids stand in the list of notices; the list of readers has all. */
  noticeReadersListed: 100,
  /** Days within which a membership counts as expiring soon. */
  expiringDays: 7,
  /** Files that one person downloads at the same time. A browser fetches six, or as many as a page asks for behind a proxy. */
  downloadsPerPerson: 12,
  /** The same of everybody behind one address, which a whole hall may be. */
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
  /** As many as one list answers whole. */
  announcements: 1_000,
  /** Of what is shown by priority; higher is shown first. */
  priorityMax: 10,
  /** As many seats as a hall has until someone says otherwise, and as it can have. */
  seatsDefault: 38,
  seatsMax: 500,
  systemName: 120,
  themeName: 60,
  customThemes: 10,
  /** CSS pixels. */
  logoSizeMin: 20,
  logoSizeMax: 120,
  logoSizeStep: 5,
  logoSizeDefault: 40,
  address: 300,
  phone: 30,
  mapAddress: 2_000,
  closures: 50,
  closureReason: 120,
  /** One amount of money: a crore. */
  rupees: 10_000_000,
  /** The monthly fee until someone says otherwise, in rupees. */
  monthlyFeeDefault: 1_000,
  feeNotes: 500,
  feeReason: 300,
  /** What cash is usually paid out for: chips of a dialog. */
  boxPurposes: 12,
  boxPurpose: 60,
  /** What one entry of the cash box was for. */
  boxEntryPurpose: 120,
  feeYearMin: 2_000,
  feeYearMax: 2_100,
  /** Days that everybody who takes payments may go back with a date. */
  freeDaysBack: 7,
  /** Days after its end on which a month is locked by itself. */
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
  /** Figures of the landing page. */
  figures: 4,
  figureValue: 12,
  figureLabel: 60,
  recentDocuments: 5,
  thought: 500,
  thoughtAuthor: 120,
  /** As many as one list answers whole. */
  thoughts: 1_000,
  /** As many as are imported in one call. */
  thoughtsAtOnce: 500,
  /** As many as are imported in one call. */
  studentsAtOnce: 1_000,
  /** An imported table. */
  sheetBytes: 5 * MB,
  /** All parts of a workbook together, as it says itself; a few hundred kilobytes can unpack to a hundred times that. */
  sheetUnpackedBytes: 64 * MB,
  sheetColumns: 60,
  /** Rows of a CSV file, with the blank ones. */
  sheetRows: 100_000,
  /** Unfinished documents that someone is offered to go on with. */
  continueReading: 3,
  /** A message of a hundred kilobytes is still read in one go. */
  messageContent: 102_400,
  messagesDefault: 50,
  messagesMax: 100,
  /** Hours within which a message can be edited. */
  editHours: 4,
  /** Messages that one page of a search shows, and can show. */
  messageHits: 20,
  messageHitsMax: 50,
  /** Characters of a message that a quote or a list of conversations shows. */
  messagePreview: 120,
  /** A family of four with skin tones has 11. */
  emoji: 14,
  /** On one message, by everybody together. */
  reactions: 500,
  /** People whom one message names. */
  mentions: 50,
  /** People whom a conversation lists by itself; the list of participants has all. */
  participantsListed: 100,
  /** Unread messages are counted up to so many. */
  unreadCounted: 1_000,
  /** Ids that one `join_conversations` names. */
  joinedAtOnce: 1_000,
  /** Rooms of groups that one socket is in by itself, the most active first. */
  roomsOfSocket: 1_000,
  /** People whose presence one person is told: those they chatted with last in private. */
  presencePeople: 500,
  attachmentBytes: 25 * MB,
  /** Files that are chosen to be sent one after the other. */
  attachmentsAtOnce: 30,
  /** What is said beside a file; a form takes less than a message by itself. */
  caption: 20_000,
  /** Milliseconds after the last key until others are told that typing has stopped. */
  typingStopMs: 1_000,
  /** At least so long (ms) between two hints that the same person is typing. */
  typingEveryMs: 2_000,
  peopleSearchMs: 300,
  groupName: 120,
  groupDescription: 500,
  /** Members whom one call adds. */
  membersAtOnce: 1_000,
  flagReason: 500,
  reportReason: 500,
  /** Why someone may not write for now. */
  stopReason: 500,
  /** As many hours as messages are deleted back from in one go. */
  deleteHours: 168,
  /** Devices of one person that can read encrypted chats. */
  devices: 20,
  deviceName: 60,
  /** Characters of a public key as PEM; RSA of 4096 bits takes 800. */
  publicKeyPem: 1_600,
  /** Highest number of a device list, and of the times that a person starts over with list 0. */
  deviceLists: 10_000,
  generations: 1_000_000,
  /** An encrypted trust book, as base64 a little less than one call can carry. */
  trustBookBytes: 720_000,
  /** People, and conversations, in one trust book. */
  trustBookEntries: 5_000,
  /** People in a group that can be encrypted. */
  encryptedMembers: 500,
  /** Devices that one key is wrapped for: as many as one call can carry. */
  wrappedKeys: 1_500,
  /** The highest version of a conversation's key, and of a message's text. */
  keyVersion: 1_000_000_000,
  revision: 1_000_000,
  /** The longest text as JSON, whatever has to be escaped in it, with what stands beside it. */
  ciphertextBytes: 655_360,
  /** Characters of what an encrypted message says, as base64, that a quote or a list of conversations carries along. */
  sealedPreview: 8_192,
  /** After so many messages or days a conversation needs a new key. */
  keyMessages: 10_000,
  keyDays: 30,
  /** A device that was not seen for so many days is left out of new keys. */
  deviceUnseenDays: 90,
  /** A pending device that was not seen for so many days is forgotten. */
  devicePendingDays: 30,
  /** Signed lists of devices that one call sends or answers. */
  listsAtOnce: 50,
  /** Signed lists of the members of a conversation that one call answers. */
  memberListsAtOnce: 100,
  /** Headers of key versions that one call asks for. */
  versionsAsked: 50,
  /** Keys that one call shares with another device of one's own. */
  keysAtOnce: 200,
  /** Earlier keys that one answer has. */
  earlierKeys: 1_000,
  /** Devices that one call asks for. */
  devicesAsked: 100,
  /** Backups that the page /system lists. */
  archivesListed: 100,
} as const
