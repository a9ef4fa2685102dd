import { Suspense } from 'react'
import { fetched } from '#web/shell/screen.ts'
import { useOpenDocument } from './openDocument.ts'

const Dialog = fetched(async () => (await import('./reader/ViewerDialog.tsx')).ViewerDialog)

/** Fetches the viewer's code ahead, on hover or focus of what opens it. */
export const prepareViewer = (): void => void Dialog.load()

/** Shows the document that the address names; any page that opens documents has one of these. */
export const DocumentViewer = () => {
  const { id, document, close } = useOpenDocument()
  if (id === null) return null
  return (
    <Suspense>
      <Dialog.Component key={id} id={id} document={document} onClose={close} />
    </Suspense>
  )
}
