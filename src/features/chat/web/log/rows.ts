import { dayOf } from '../conversationFacts.ts'
import type { Row } from '../delivery/chatClient.ts'

const GROUP_MS = 5 * 60_000

export const createdAt = (row: Row): string => (row.message ?? row.pending).createdAt

export const senderOf = (row: Row, me: { _id: string }): string => row.message?.sender._id ?? me._id

/** Whether a day begins with this row. */
export const beginsDay = (row: Row, before: Row | undefined): boolean =>
  before === undefined || dayOf(createdAt(row)) !== dayOf(createdAt(before))

/** Messages that one person sends within minutes stand together under one name. */
export const beginsGroup = (row: Row, before: Row | undefined, me: { _id: string }): boolean =>
  before === undefined ||
  beginsDay(row, before) ||
  senderOf(row, me) !== senderOf(before, me) ||
  Date.parse(createdAt(row)) - Date.parse(createdAt(before)) > GROUP_MS

/** The first message of others that was unread when the conversation was opened; -1 where all was read, or nothing before it is loaded. */
export const firstUnread = (rows: readonly Row[], readSeq: number, lastSeq: number, me: { _id: string }): number => {
  if (readSeq >= lastSeq) return -1
  return rows.findIndex(({ message }) => message && message.seq > readSeq && message.seq <= lastSeq && message.sender._id !== me._id)
}

/** How many messages of others come after a number. */
export const countAfter = (rows: readonly Row[], seq: number, me: { _id: string }): number =>
  rows.filter(({ message }) => message && message.seq > seq && message.sender._id !== me._id && !message.isDeleted).length

/** The number of the last message at this place or before it. */
export const seqUpTo = (rows: readonly Row[], index: number): number => {
  for (let at = Math.min(index, rows.length - 1); at >= 0; at -= 1) {
    const seq = rows[at]?.message?.seq
    if (seq !== undefined) return seq
  }
  return 0
}
