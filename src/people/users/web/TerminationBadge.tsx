import { addDays } from '#contract/day.ts'
import { today } from '#web/api/timeZone.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { useWords } from '#web/words.ts'
import { usersEn } from '../users.en.ts'
import { soonDays } from './lastDay.ts'

/** The last day of an account, which is valid until its end. A distant end is plain text. */
export const TerminationBadge = ({ date }: { date: string | null }) => {
  const words = useWords(usersEn)
  const now = today()
  if (date === null) return null
  if (date > addDays(now, soonDays)) return <span className="text-muted text-sm">{words.expires(date)}</span>
  return date < now ? <Badge tone="error">{words.expired(date)}</Badge> : <Badge tone="warning">{words.expires(date)}</Badge>
}
