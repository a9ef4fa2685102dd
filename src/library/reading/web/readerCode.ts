import type { Document } from '#library/documents/documents.contract.ts'
import { queryClient } from '#web/api/queryClient.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { isPdf } from './documentType.ts'

export const Viewer = lazyScreen(async () => (await import('./ViewerDialog.tsx')).ViewerDialog)

/** Stands in the viewer's place until then. */
export const OpeningScreen = lazyScreen(async () => (await import('./Opening.tsx')).Opening)

export const AttachedFileViewer = lazyScreen(async () => (await import('./AttachedFileDialog.tsx')).AttachedFileDialog)

/** Fetches the viewer's code ahead. */
export const prepareViewer = (): Promise<void> => Viewer.load()

// A browser that has no threads cannot read a PDF.
const readsPdfs = (): boolean => typeof Worker === 'function'

/** Fetches what shows this document, on hover, focus or touch of what opens it. */
export const prepareViewerFor = (document: Document): void => {
  void prepareViewer()
  if (isPdf(document) && readsPdfs()) import('./pdf.ts').catch(() => undefined)
}

/** So long a page stands still before code is fetched for the document that may be opened next. */
const restMs = 1_500

const savesData = (): boolean => (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

let isFetched = false

const fetchAll = async (): Promise<void> => {
  if (isFetched || !readsPdfs()) return
  isFetched = true
  await prepareViewer()
  const { prefetchPdfThread } = await import('./pdfThread.ts')
  prefetchPdfThread()
  await import('./pdf.ts')
}

/** Fetches what shows a PDF once everything else is there, unless the device saves data. Returns how to stop waiting. */
export const fetchReaderWhenIdle = (): (() => void) => {
  if (savesData()) return () => {}
  let timer: ReturnType<typeof setTimeout>
  const look = () => {
    timer = setTimeout(() => (queryClient.isFetching() > 0 ? look() : void fetchAll().catch(() => undefined)), restMs)
  }
  look()
  return () => clearTimeout(timer)
}
