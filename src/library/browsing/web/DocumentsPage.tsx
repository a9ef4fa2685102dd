import { type RefObject, Suspense, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { may } from '#contract/endpoint.ts'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { starInViewer } from '#library/favorites/web/ViewerStar.tsx'
import { DocumentViewer } from '#library/reading/web/DocumentViewer.tsx'
import { useSession } from '#web/api/session.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { ListSkeleton, TreeSkeleton } from '#web/ui/Skeleton.tsx'
import { useSearchText } from '#web/ui/useSearchText.ts'
import { useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'
import { useTree } from './browsing.queries.ts'
import { DocumentList } from './DocumentList.tsx'
import { PageActions } from './PageActions.tsx'

/** Only a few roles can open it. */
export const removedScreen = lazyScreen(async () => (await import('./RemovedDocuments.tsx')).RemovedDocuments)

const Library = () => {
  const words = useWords(browsingEn)
  const tree = useTree()
  const { text, setText, query } = useSearchText()
  return (
    <Page
      title={words.title}
      action={<PageActions isEmpty={tree.data?.total === 0} />}
      filters={<SearchField label={words.searchLabel} placeholder={words.search} value={text} onChange={setText} />}
    >
      <Loaded of={tree} skeleton={<TreeSkeleton rows={8} />} failed={words.loadFailed}>
        {(loaded) => <DocumentList tree={loaded} query={query} onClear={() => setText('')} />}
      </Loaded>
      <DocumentViewer star={starInViewer} />
    </Page>
  )
}

type View = 'library' | 'removed'

/** Switching views keeps the page but removes the pressed link, so the focus moves to the new heading. */
const FocusOnView = ({ view, shown }: { view: View; shown: RefObject<View> }) => {
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    const heading = document.querySelector<HTMLElement>('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [view, shown])
  return null
}

/** Documents by category, with search and the viewer; `?view=removed` shows the trash to people who may restore documents. */
export const DocumentsPage = () => {
  const me = useSession()?.user
  const [parameters] = useSearchParams()
  const view: View = may(documentsApi.removed, me) && parameters.get('view') === 'removed' ? 'removed' : 'library'
  const shown = useRef(view)
  return (
    <Suspense fallback={<ListSkeleton rows={8} />}>
      {view === 'removed' ? <removedScreen.Component /> : <Library />}
      <FocusOnView view={view} shown={shown} />
    </Suspense>
  )
}
