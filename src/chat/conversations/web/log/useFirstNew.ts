import { useMemo, useState } from 'react'
import type { Conversation } from '../../chat.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import type { Log } from '../delivery/chatClient.ts'
import { firstUnread, type Unseen } from './rows.ts'
import { useIsTabVisible } from './useIsTabVisible.ts'

/**
 * Where the messages begin that came while nobody looked: before the conversation was opened or, later, while the tab was hidden;
 * -1 where none did. What comes before one's eyes is seen as it comes.
 */
export const useFirstNew = ({ rows }: Log, { readSeq, lastSeq }: Conversation): number => {
  const { me } = useChat()
  const isVisible = useIsTabVisible()
  const [was, setWas] = useState(isVisible)
  const everythingAfter = (seq: number): Unseen => ({ after: seq, upTo: Number.POSITIVE_INFINITY, before: 0 })
  const [unseen, setUnseen] = useState<Unseen>(() => (isVisible ? { after: readSeq, upTo: lastSeq, before: 0 } : everythingAfter(readSeq)))
  if (was !== isVisible) {
    setWas(isVisible)
    // Of a tab that was asleep, what was sent meanwhile arrives only now.
    setUnseen(isVisible ? { ...unseen, upTo: lastSeq, before: Date.now() } : everythingAfter(readSeq))
  }
  return useMemo(() => firstUnread(rows, unseen, me), [rows, unseen, me])
}
