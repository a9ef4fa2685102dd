import { useEffect } from 'react'
import { onSocketEvent } from '#web/api/socketEvents.ts'
import { CountBadge } from '#web/ui/CountBadge.tsx'
import { useUnreadInTitle } from '#web/ui/unreadInTitle.ts'
import { useWords } from '#web/words.ts'
import { chatEn } from '../conversations.en.ts'
import { chatEvents } from '../conversations.events.ts'
import { resumeUnsent } from './client/resumeUnsent.ts'
import { useUnread } from './conversations.queries.ts'
import type { LoadEncryption } from './messageEncryption.ts'

/** Minimum time (ms) between two calls, however many messages arrive. */
const paceMs = 1_000

const tellingEvents = [chatEvents.newMessage, chatEvents.messageRead, chatEvents.messageDeleted, chatEvents.conversationRemoved]

/** The number of unread conversations, shown next to the menu entry of chat. */
export const UnreadCount = ({ loadEncryption }: { loadEncryption: LoadEncryption }) => {
  const words = useWords(chatEn)
  const { data, refetch } = useUnread()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      timer = undefined
      void refetch()
    }
    const later = () => {
      timer ??= setTimeout(ask, paceMs)
    }
    const stops = tellingEvents.map((event) => onSocketEvent(event, later))
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [refetch])
  // This component is on every page; if the code cannot be loaded, the next page tries again.
  useEffect(() => void resumeUnsent(loadEncryption).catch(() => undefined), [loadEncryption])
  const count = data?.count ?? 0
  useUnreadInTitle('chat', count)
  return <CountBadge count={count} label={words.unreadConversations(count)} />
}
