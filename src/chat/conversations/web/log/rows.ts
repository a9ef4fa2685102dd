import type { Message } from '../../chat.shapes.contract.ts'
import { dayOf } from '../conversationFacts.ts'
import type { Row } from '../delivery/chatClient.ts'

const GROUP_MS = 5 * 60_000

/** Something that could have been encrypted. */
const hasText = ({ content, attachment }: Message): boolean => (content ?? '') !== '' || attachment !== null

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

/**
 * The first message since which the conversation is encrypted: the first encrypted one after all that are not. A message from
 * before may have been edited since. -1 where it is not encrypted, or that place is not loaded.
 */
export const firstSealed = (rows: readonly Row[], hasOlder: boolean): number => {
  const isPlain = ({ message }: Row) => message !== undefined && message.encryption === undefined && hasText(message)
  const plain = rows.findLastIndex(isPlain)
  if (plain === -1 && hasOlder) return -1
  return rows.findIndex(({ message }, index) => index > plain && message?.encryption !== undefined)
}

/** Messages after a number were not seen as they came: those up to another number, and those that were sent before an instant (in ms). */
export type Unseen = { after: number; upTo: number; before: number }

/** The first message of others that was not seen as it came; -1 where all was, or nothing before it is loaded. */
export const firstUnread = (rows: readonly Row[], { after, upTo, before }: Unseen, me: { _id: string }): number =>
  rows.findIndex(
    ({ message }) =>
      message && message.seq > after && message.sender._id !== me._id && (message.seq <= upTo || Date.parse(message.createdAt) <= before),
  )

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
