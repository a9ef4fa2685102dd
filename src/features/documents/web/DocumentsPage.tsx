import { Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { may } from '#contract/endpoint.ts'
import { DocumentViewer } from '#features/reading/web/DocumentViewer.tsx'
import { useSession } from '#web/api/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { TreeSkeleton } from '#web/ui/Skeleton.tsx'
import { useSearchText } from '#web/ui/useSearchText.ts'
import { useWords } from '#web/words.ts'
import { documentsApi } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'
import { DocumentList } from './DocumentList.tsx'
import { useTree } from './documents.queries.ts'
import { RemovedDocuments } from './RemovedDocuments.tsx'

const Library = ({ mayRestore }: { mayRestore: boolean }) => {
  const words = useWords(documentsEn)
  const tree = useTree()
  const { text, setText, query } = useSearchText()
  return (
    <Page
      title={words.title}
      about={words.lead}
      action={
        mayRestore && (
          <ButtonLink to="/documents?view=removed" icon={<Trash2 aria-hidden="true" />}>
            {words.removed.open}
          </ButtonLink>
        )
      }
      filters={<SearchField label={words.searchLabel} placeholder={words.search} value={text} onChange={setText} />}
    >
      <Loaded of={tree} skeleton={<TreeSkeleton rows={8} />} failed={words.loadFailed}>
        {(loaded) => <DocumentList tree={loaded} query={query} onClear={() => setText('')} />}
      </Loaded>
      <DocumentViewer />
    </Page>
  )
}

/** From one view to the other the page stays the same one, but the link that was pressed goes: the keyboard goes on at the new heading. */
const useFocusOnView = (view: string) => {
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    const heading = document.querySelector<HTMLElement>('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [view])
}

/** Documents by category, with search and the viewer; `?view=removed` shows the deleted ones to those who may restore them. */
export const DocumentsPage = () => {
  const me = useSession()?.user
  const [parameters] = useSearchParams()
  const mayRestore = may(documentsApi.restore, me)
  const isRemoved = mayRestore && parameters.get('view') === 'removed'
  useFocusOnView(isRemoved ? 'removed' : 'library')
  return isRemoved ? <RemovedDocuments /> : <Library mayRestore={mayRestore} />
}
