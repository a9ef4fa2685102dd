import { useMemo, useState } from 'react'
import type { Conversation } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import type { Log } from '../client/chatClient.ts'
import { firstUnread, type Unseen } from './rows.ts'
import { useIsTabVisible } from './useIsTabVisible.ts'

/**
 * Returns the index of the first message that arrived unseen: before the conversation was opened or, later, while the tab was
 * hidden; -1 if there is none. Messages that arrive while the tab is visible count as seen.
 */
export const useFirstNew = ({ rows }: Log, { readSeq, lastSeq }: Conversation): number => {
  const { me } = useChat()
  const isVisible = useIsTabVisible()
  const [was, setWas] = useState(isVisible)
  const everythingAfter = (seq: number): Unseen => ({ after: seq, upTo: Number.POSITIVE_INFINITY, before: 0 })
  const [unseen, setUnseen] = useState<Unseen>(() => (isVisible ? { after: readSeq, upTo: lastSeq, before: 0 } : everythingAfter(readSeq)))
  if (was !== isVisible) {
    setWas(isVisible)
    // A tab that was suspended receives messages sent in the meantime only now.
    setUnseen(isVisible ? { ...unseen, upTo: lastSeq, before: Date.now() } : everythingAfter(readSeq))
  }
  return useMemo(() => firstUnread(rows, unseen, me), [rows, unseen, me])
}
