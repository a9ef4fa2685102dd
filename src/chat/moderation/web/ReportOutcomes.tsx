import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { moderationEn } from '../moderation.en.ts'
import { useMarkReportsSeen, useOwnReports } from './moderation.queries.ts'

/** Shows members the outcomes of their reports until they have read them; nothing if there are no new ones. */
export const ReportOutcomes = () => {
  const words = useWords(moderationEn).outcomes
  const reports = useOwnReports()
  const mark = useMarkReportsSeen()
  const fresh = (reports.data?.items ?? []).filter(({ isSeen }) => !isSeen)
  if (fresh.length === 0 || mark.isSuccess) return null
  return (
    <Notice tone="info">
      <ul className="flex flex-col gap-1">
        {fresh.map(({ _id, outcome, sender, createdAt }) => (
          <li key={_id}>{outcome && words[outcome](sender.name, createdAt)}</li>
        ))}
      </ul>
      <Button className="mt-2" isPending={mark.isPending} onPress={() => mark.mutate()}>
        {words.close}
      </Button>
    </Notice>
  )
}
