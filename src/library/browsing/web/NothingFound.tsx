import { may } from '#contract/endpoint.ts'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { useSession } from '#web/api/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'

/** The empty state; its hint differs while searching. */
export const NothingFound = ({ query, onClear }: { query: string; onClear: () => void }) => {
  const words = useWords(browsingEn).empty
  const me = useSession()?.user
  if (query !== '') {
    return <EmptyState title={words.title} hint={words.search} action={<Button onPress={onClear}>{words.clear}</Button>} />
  }
  const uploads = may(documentsApi.create, me)
  return (
    <EmptyState
      title={words.title}
      hint={uploads ? words.noneAdmin : words.none}
      action={
        uploads && (
          <ButtonLink to="/upload" variant="primary">
            {words.upload}
          </ButtonLink>
        )
      }
    />
  )
}
