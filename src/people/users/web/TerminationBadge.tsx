import { addDays } from '#contract/day.ts'
import { today } from '#web/api/timeZone.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { useWords } from '#web/words.ts'
import { usersEn } from '../users.en.ts'
import { soonDays } from './lastDay.ts'

const toneOf = (lastDay: string, now: string): Tone => {
  if (lastDay < now) return 'error'
  return lastDay <= addDays(now, soonDays) ? 'warning' : 'neutral'
}

/** The last day of an account, which is valid until its end. A distant end has no warning color. */
export const TerminationBadge = ({ date }: { date: string | null }) => {
  const words = useWords(usersEn)
  const now = today()
  return date !== null && <Badge tone={toneOf(date, now)}>{date < now ? words.expired(date) : words.expires(date)}</Badge>
}
