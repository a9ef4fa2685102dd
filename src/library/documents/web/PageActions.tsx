import { Upload } from 'lucide-react'
import { may } from '#contract/endpoint.ts'
import { useSession } from '#web/api/session.ts'
import { Slot } from '#web/shell/Slot.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { documentsApi } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'

/** Menus take code that most who come here never need. */
export const MoreScreen = lazyScreen(async () => (await import('./MoreMenu.tsx')).MoreMenu)

/** What is done here most, and in a menu what is seldom needed; an empty library asks for its first document by itself. */
export const PageActions = ({ isEmpty }: { isEmpty: boolean }) => {
  const words = useWords(documentsEn)
  const me = useSession()?.user
  return (
    <>
      {may(documentsApi.create, me) && !isEmpty && (
        <ButtonLink to="/upload" variant="primary" icon={<Upload aria-hidden="true" />}>
          {words.uploadDocument}
        </ButtonLink>
      )}
      {may(documentsApi.removed, me) && <Slot screen={MoreScreen} instead={<span className="size-10 grow-0! max-md:size-11" />} />}
    </>
  )
}
