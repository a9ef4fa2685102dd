import { useEffect } from 'react'
import { onSocketEvent } from '#web/api/socketEvents.ts'
import { formatNumber, useWords } from '#web/words.ts'
import { chatEn } from '../chat.en.ts'
import { useUnread } from './chat.queries.ts'
import { resumeUnsent } from './delivery/resumeUnsent.ts'

const most = 99

/** At least so long (ms) between two calls, however many messages come. */
const paceMs = 1_000

const tellingEvents = ['new_message', 'message_read', 'message_deleted', 'conversation_removed']

/** How many conversations have something unread, behind the entry of chat in the menu. */
export const UnreadCount = () => {
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
  // This stands on every page; where the code cannot be loaded, the next page tries again.
  useEffect(() => void resumeUnsent().catch(() => undefined), [])
  const count = data?.count ?? 0
  if (count === 0) return null
  return (
    <span className="ml-auto inline-flex min-w-6 shrink-0 items-center justify-center rounded-full bg-primary-fill px-1.5 py-0.5 font-semibold text-on-primary-fill text-xs tabular-nums">
      <span aria-hidden="true">{count > most ? `${most}+` : formatNumber(count)}</span>
      <span className="sr-only">{` ${words.unreadConversations(count)}`}</span>
    </span>
  )
}
