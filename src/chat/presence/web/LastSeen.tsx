import { calendarToday, dayThere } from '#web/api/timeZone.ts'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { useWords } from '#web/words.ts'
import { presenceEn } from '../presence.en.ts'
import { usePresence } from './presence.queries.ts'

const isToday = (at: string): boolean => dayThere(at) === calendarToday()

const useSeen = () => {
  const words = useWords(presenceEn)
  const isNarrow = useIsNarrow()
  const [sameDay, before] = isNarrow ? [words.seenTodayShort, words.seenShort] : [words.seenToday, words.seen]
  return (at: string): string => (isToday(at) ? sameDay(at) : before(at))
}

/** Shows a person's status in words, or when they were last seen; nothing if unknown. */
export const LastSeen = ({ userId }: { userId: string }) => {
  const words = useWords(presenceEn)
  const seen = useSeen()
  const presence = usePresence(userId)
  if (!presence) return null
  const { status, lastSeen } = presence
  if (status !== 'offline') return <span>{words[status]}</span>
  return lastSeen && <span>{seen(lastSeen)}</span>
}
