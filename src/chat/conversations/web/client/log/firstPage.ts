import { isConnectionError } from '#web/api/connection.ts'
import { chatLimits } from '../../../conversations.limits.ts'
import type { Conversation } from '../../../conversations.shapes.contract.ts'
import type { Page } from './logState.ts'

export type Where = { page: string } | { after: string } | { before: string } | { changedAfter: string }

/** With more unread messages than fit on the newest page, loading starts at the first unread one. */
const unreadAtOnce = chatLimits.messagesDefault - 10
/** Number of messages loaded before one that is jumped to. */
const before = 25

export const startBefore = (seq: number): string => String(Math.max(0, seq - 1 - before))

type First = readonly [page: Page, hasOlder: boolean] | undefined

/** Returns the page that a conversation opens with, unless its reply is outdated. Without a connection, it is what is stored here. */
export const firstPage = async (
  { firstSeq, lastSeq, readSeq, unreadCount }: Conversation,
  ask: (where: Where) => Promise<Page | undefined>,
): Promise<First> => {
  const newest = async (): Promise<First> => {
    const page = await ask({ page: '1' })
    return page && [page, page.hasMore]
  }
  if (unreadCount === 0 || lastSeq - readSeq <= unreadAtOnce) return newest()
  try {
    const page = await ask({ after: startBefore(readSeq + 1) })
    return page && [page, (page.items[0]?.seq ?? 0) > firstSeq]
  } catch (error) {
    if (!isConnectionError(error)) throw error
    return newest()
  }
}
