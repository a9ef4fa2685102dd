import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Conversation } from '../../chat.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import type { Log } from '../delivery/chatClient.ts'
import { seqUpTo } from './rows.ts'

const watchVisibility = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
const isTabVisible = (): boolean => document.visibilityState === 'visible'

export type MessageVirtualizer = Virtualizer<HTMLElement, HTMLDivElement>

/** Most of a row must be in sight. */
const edge = 16

const lastSeen = (virtual: MessageVirtualizer, { rows, hasNewer }: Log): number => {
  if (!hasNewer && virtual.isAtEnd(edge)) return seqUpTo(rows, rows.length - 1)
  const bottom = (virtual.scrollOffset ?? 0) + (virtual.scrollRect?.height ?? 0) - edge
  const item = virtual.getVirtualItemForOffset(bottom)
  return item ? seqUpTo(rows, item.end <= bottom + edge ? item.index : item.index - 1) : 0
}

/** What came into view counts as read, while the tab is looked at. Returns the number of the last message that has been seen. */
export const useReading = (virtual: MessageVirtualizer, log: Log, { _id, readSeq, markedUnread }: Conversation): number => {
  const { client } = useChat()
  const [seen, setSeen] = useState(readSeq)
  const isVisible = useSyncExternalStore(watchVisibility, isTabVisible)
  useEffect(() => {
    if (!isVisible || virtual.scrollElement === null) return
    const seq = lastSeen(virtual, log)
    if (seq > seen) setSeen(seq)
    if (seq > readSeq || (markedUnread && seq > 0)) client.markRead(_id, seq)
  })
  return seen
}
