import { Badge } from '#web/ui/Badge.tsx'
import { useWords } from '#web/words.ts'
import { usersEn } from '../users.en.ts'

/** Today's date on this device, `YYYY-MM-DD`. */
const today = (now = new Date()): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** The account works until the end of its last day. The server judges by the institution's zone; this shows the reader's. */
export const TerminationBadge = ({ date }: { date: string | null }) => {
  const words = useWords(usersEn)
  if (date === null) return null
  return date < today() ? <Badge tone="error">{words.expired(date)}</Badge> : <Badge tone="warning">{words.expires(date)}</Badge>
}
