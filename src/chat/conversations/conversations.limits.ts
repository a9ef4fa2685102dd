import { MB } from '#contract/limits.ts'

/** Limits of conversations and messages, encrypted or not. Sizes are bytes, texts are Unicode code points. */
export const chatLimits = {
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
  /** Conversations in one `messages_received`. */
  receivedAtOnce: 100,
  attachmentBytes: 25 * MB,
  /** The text beside a file; a form takes less than a message alone. */
  caption: 20_000,
  /** Milliseconds after the last key until typing counts as stopped. */
  typingStopMs: 1_000,
  /** Minimum milliseconds between two hints that the same person is typing. */
  typingEveryMs: 2_000,
  peopleSearchMs: 300,
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
} as const
