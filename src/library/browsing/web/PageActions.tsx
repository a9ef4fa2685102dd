import { FolderDown, Upload } from 'lucide-react'
import { may } from '#contract/endpoint.ts'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { canKeepBooks } from '#library/reading/web/booksHere.ts'
import { useSession } from '#web/api/session.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'

/** Loaded separately: most visitors never open the menu. */
export const MoreScreen = lazyScreen(async () => (await import('./MoreMenu.tsx')).MoreMenu)

/** The main actions of the page, with a menu for rare ones. An empty library offers the upload in its empty state instead. */
export const PageActions = ({ isEmpty }: { isEmpty: boolean }) => {
  const words = useWords(browsingEn)
  const me = useSession()?.user
  return (
    <>
      {canKeepBooks() && (
        <ButtonLink to="/documents?view=kept" icon={<FolderDown aria-hidden="true" />}>
          {words.kept}
        </ButtonLink>
      )}
      {may(documentsApi.create, me) && !isEmpty && (
        <ButtonLink to="/upload" variant="primary" icon={<Upload aria-hidden="true" />}>
          {words.uploadDocument}
        </ButtonLink>
      )}
      {may(documentsApi.removed, me) && <Embed screen={MoreScreen} instead={<span className="size-10 grow-0! max-md:size-11" />} />}
    </>
  )
}
