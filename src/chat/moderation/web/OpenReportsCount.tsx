import { CountBadge } from '#web/ui/CountBadge.tsx'
import { useWords } from '#web/words.ts'
import { moderationEn } from '../moderation.en.ts'
import { useOpenReports } from './moderation.queries.ts'

/** The number of messages with an undecided report, next to the menu entry of Chat Monitoring. */
export const OpenReportsCount = () => {
  const words = useWords(moderationEn)
  const count = useOpenReports().data?.count ?? 0
  return <CountBadge count={count} label={words.openReports(count)} />
}
