import { Notice } from '#web/ui/Notice.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { useWords } from '#web/words.ts'
import { oversightEn } from '../oversight.en.ts'

/** The number of entries to review, on the owner's dashboard; renders nothing if there are none. */
export const ToCheckNotice = ({ count }: { count: number }) => {
  const words = useWords(oversightEn)
  if (count === 0) return null
  return (
    <Notice tone="info">
      {words.banner(count)} <TextLink to="/fees/check">{words.open}</TextLink>
    </Notice>
  )
}
