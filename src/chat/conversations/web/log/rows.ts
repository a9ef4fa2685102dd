import type { Message } from '../../conversations.shapes.contract.ts'
import type { Row } from '../client/chatClient.ts'
import { dayOf } from '../conversationFacts.ts'

const GROUP_MS = 5 * 60_000

/** Returns whether the message has content that could have been encrypted. */
const hasText = ({ content, attachment }: Message): boolean => (content ?? '') !== '' || attachment !== null

export const createdAt = (row: Row): string => (row.message ?? row.pending).createdAt

const senderOf = (row: Row, me: { _id: string }): string => row.message?.sender._id ?? me._id

/** Returns whether this row is the first of a day. */
export const beginsDay = (row: Row, before: Row | undefined): boolean =>
  before === undefined || dayOf(createdAt(row)) !== dayOf(createdAt(before))

/** Returns whether this row starts a group: consecutive messages of one person within minutes are shown under one name. */
export const beginsGroup = (row: Row, before: Row | undefined, me: { _id: string }): boolean =>
  before === undefined ||
  beginsDay(row, before) ||
  senderOf(row, me) !== senderOf(before, me) ||
  Date.parse(createdAt(row)) - Date.parse(createdAt(before)) > GROUP_MS

/**
 * Returns the index of the first encrypted message after all unencrypted ones; earlier messages may have been edited since.
 * Returns -1 if the conversation is not encrypted, or that place is not loaded.
 */
export const firstEncrypted = (rows: readonly Row[], hasOlder: boolean): number => {
  const isPlain = ({ message }: Row) => message !== undefined && message.encryption === undefined && hasText(message)
  const plain = rows.findLastIndex(isPlain)
  if (plain === -1 && hasOlder) return -1
  return rows.findIndex(({ message }, index) => index > plain && message?.encryption !== undefined)
}

/** Messages after a number that arrived unseen: those up to another number, and those sent before an instant (in ms). */
export type Unseen = { after: number; upTo: number; before: number }

/** Returns the index of the first unseen message of others; -1 if there is none, or no message before it is loaded. */
export const firstUnread = (rows: readonly Row[], { after, upTo, before }: Unseen, me: { _id: string }): number =>
  rows.findIndex(
    ({ message }) =>
      message && message.seq > after && message.sender._id !== me._id && (message.seq <= upTo || Date.parse(message.createdAt) <= before),
  )

/** Returns the number of messages of others after a number. */
export const countAfter = (rows: readonly Row[], seq: number, me: { _id: string }): number =>
  rows.filter(({ message }) => message && message.seq > seq && message.sender._id !== me._id && !message.isDeleted).length

/** Returns the number of the last message at or before an index. */
export const seqUpTo = (rows: readonly Row[], index: number): number => {
  for (let at = Math.min(index, rows.length - 1); at >= 0; at -= 1) {
    const seq = rows[at]?.message?.seq
    if (seq !== undefined) return seq
  }
  return 0
}
