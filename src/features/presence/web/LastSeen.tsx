import { useWords } from '#web/words.ts'
import { presenceEn } from '../presence.en.ts'
import { usePresence } from './presence.queries.ts'

const isToday = (at: string): boolean => new Date(at).toDateString() === new Date().toDateString()

/** Whether somebody is here, in words, or when they last were; nothing where nobody knows. */
export const LastSeen = ({ userId }: { userId: string }) => {
  const words = useWords(presenceEn)
  const presence = usePresence(userId)
  if (!presence) return null
  const { status, lastSeen } = presence
  if (status !== 'offline') return <span className="text-muted text-sm">{words[status]}</span>
  if (!lastSeen) return null
  return <span className="text-muted text-sm">{isToday(lastSeen) ? words.seenToday(lastSeen) : words.seen(lastSeen)}</span>
}
