import { today } from '#web/api/timeZone.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { useWords } from '#web/words.ts'
import { usersEn } from '../users.en.ts'

/** The account works until the end of its last day. */
export const TerminationBadge = ({ date }: { date: string | null }) => {
  const words = useWords(usersEn)
  if (date === null) return null
  return date < today() ? <Badge tone="error">{words.expired(date)}</Badge> : <Badge tone="warning">{words.expires(date)}</Badge>
}
