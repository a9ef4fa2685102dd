import { Suspense, useEffect } from 'react'
import type { Document } from '#features/documents/documents.contract.ts'
import { useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'
import { useOpenDocument } from './openDocument.ts'
import { ReaderLoading } from './ReaderLoading.tsx'
import { fetchReaderWhenIdle, Viewer } from './readerCode.ts'
import { ViewerHeader, viewerOverlay, viewerWindow } from './ViewerHeader.tsx'

/** Stands in the viewer's place while its code is on its way, with all that is known of the document. */
const Opening = ({ document, close }: { document: Document | undefined; close: () => void }) => (
  <div className={`${viewerOverlay} h-dvh`}>
    <div className={viewerWindow}>
      <ViewerHeader title={document?.title} state={useWords(readingEn).loading} onClose={close} />
      <ReaderLoading document={document} />
    </div>
  </div>
)

/** Shows the document that the address names; any page that opens documents has one of these. */
export const DocumentViewer = () => {
  const { id, page, document, close } = useOpenDocument()
  useEffect(fetchReaderWhenIdle, [])
  if (id === null) return null
  return (
    <Suspense fallback={<Opening document={document} close={close} />}>
      <Viewer.Component key={id} id={id} document={document} page={page} onClose={close} />
    </Suspense>
  )
}
