import { Suspense } from 'react'
import { fetched } from '#web/shell/screen.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { useWords } from '#web/words.ts'
import { documentsEn } from '../documents.en.ts'
import { useOpenDocument } from './openDocument.ts'

const Dialog = fetched(async () => (await import('./reader/ViewerDialog.tsx')).ViewerDialog)

/** Fetches the viewer's code ahead, on hover or focus of what opens it. */
export const prepareViewer = (): Promise<void> => Dialog.load()

/** Stands in the viewer's place while its code is on its way, so that the press is seen to have been heard. */
const Opening = () => (
  <div role="status" className="fixed inset-0 z-50 flex items-center justify-center bg-surface text-muted md:m-4 md:rounded-lg">
    <Spinner className="size-8" />
    <span className="sr-only">{useWords(documentsEn).reader.loading}</span>
  </div>
)

/** Shows the document that the address names; any page that opens documents has one of these. */
export const DocumentViewer = () => {
  const { id, page, document, close } = useOpenDocument()
  if (id === null) return null
  return (
    <Suspense fallback={<Opening />}>
      <Dialog.Component key={id} id={id} document={document} page={page} onClose={close} />
    </Suspense>
  )
}
