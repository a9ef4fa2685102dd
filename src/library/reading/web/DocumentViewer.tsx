import { Suspense, useEffect, useLayoutEffect } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
import { isPdf } from './documentType.ts'
import { showFirstPage } from './firstPage.ts'
import { resumeMarks } from './marksCode.ts'
import { useOpenDocument } from './openDocument.ts'
import { fetchReaderWhenIdle, OpeningScreen, readsPdfs, Viewer } from './readerCode.ts'
import type { Star } from './ViewerHeader.tsx'

/** Shows the document named in the address; every page that opens documents renders one. */
export const DocumentViewer = ({ star }: { star?: Star }) => {
  const { id, page, document, close } = useOpenDocument()
  useEffect(() => {
    void OpeningScreen.load()
    void resumeMarks().catch(() => undefined)
    return fetchReaderWhenIdle()
  }, [])
  // Before the effects of the viewer, which waits for it.
  const mayBePdf = (document === undefined || isPdf(document)) && readsPdfs()
  useLayoutEffect(() => (id !== null && mayBePdf ? showFirstPage(id, page) : undefined), [id, page, mayBePdf])
  if (id === null) return null
  return (
    <Suspense fallback={<Embed screen={OpeningScreen} id={id} document={document} star={star} close={close} />}>
      <Viewer.Component key={id} id={id} document={document} page={page} star={star} onClose={close} />
    </Suspense>
  )
}
