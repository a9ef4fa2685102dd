import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'
import type { Conversation } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import type { Log } from '../client/chatClient.ts'
import { seqUpTo } from './rows.ts'
import { useIsTabVisible } from './useIsTabVisible.ts'

export type MessageVirtualizer = Virtualizer<HTMLElement, HTMLDivElement>

/** Number of pixels of a row that may be out of view. */
const edge = 16

/** Uses the list's own state: reading the height from the page, like `isAtEnd` does, would force a layout while scrolling. */
const lastSeen = (virtual: MessageVirtualizer, { rows, hasNewer }: Log): number => {
  const bottom = (virtual.scrollOffset ?? 0) + (virtual.scrollRect?.height ?? 0) - edge
  if (!hasNewer && bottom + 2 * edge >= virtual.getTotalSize()) return seqUpTo(rows, rows.length - 1)
  const item = virtual.getVirtualItemForOffset(bottom)
  return item ? seqUpTo(rows, item.end <= bottom + edge ? item.index : item.index - 1) : 0
}

/** Marks visible messages as read while the tab is visible. Returns the number of the last message seen. */
export const useReading = (virtual: MessageVirtualizer, log: Log, { _id, readSeq, markedUnread }: Conversation): number => {
  const { client } = useChat()
  const [seen, setSeen] = useState(readSeq)
  const isVisible = useIsTabVisible()
  useEffect(() => {
    if (!isVisible || virtual.scrollElement === null) return
    const seq = lastSeen(virtual, log)
    if (seq > seen) setSeen(seq)
    if (seq > readSeq || (markedUnread && seq > 0)) client.markRead(_id, seq)
  })
  return seen
}
