import { Suspense, useEffect } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
import { resumeMarks } from './marksCode.ts'
import { useOpenDocument } from './openDocument.ts'
import { fetchReaderWhenIdle, OpeningScreen, Viewer } from './readerCode.ts'
import type { Star } from './ViewerHeader.tsx'

/** Shows the document named in the address; every page that opens documents renders one. */
export const DocumentViewer = ({ star }: { star?: Star }) => {
  const { id, page, document, close } = useOpenDocument()
  useEffect(() => {
    void OpeningScreen.load()
    void resumeMarks().catch(() => undefined)
    return fetchReaderWhenIdle()
  }, [])
  if (id === null) return null
  return (
    <Suspense fallback={<Embed screen={OpeningScreen} document={document} star={star} close={close} />}>
      <Viewer.Component key={id} id={id} document={document} page={page} star={star} onClose={close} />
    </Suspense>
  )
}
