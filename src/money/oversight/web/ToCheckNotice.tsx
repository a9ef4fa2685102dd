import { Notice } from '#web/ui/Notice.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { useWords } from '#web/words.ts'
import { oversightEn } from '../oversight.en.ts'
import { useCheckSummary } from './oversight.queries.ts'

/** How much there is to look at, on the owner's dashboard; takes no room where there is nothing. */
export const ToCheckNotice = () => {
  const words = useWords(oversightEn)
  const count = useCheckSummary().data?.count ?? 0
  if (count === 0) return null
  return (
    <Notice tone="info">
      {words.banner(count)} <TextLink to="/fees/check">{words.open}</TextLink>
    </Notice>
  )
}
