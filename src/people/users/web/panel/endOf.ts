import { addDays } from '#contract/day.ts'
import { soonDays } from '../lastDay.ts'

/** Returns how near the end of an account is: from `ends` on, renewing is the first action. */
export const endOf = (lastDay: string | null, today: string): 'ended' | 'ends' | 'until' => {
  if (lastDay === null) return 'until'
  if (lastDay < today) return 'ended'
  return lastDay <= addDays(today, soonDays) ? 'ends' : 'until'
}
