import type { Document } from '#library/documents/documents.contract.ts'
import { queryClient } from '#web/api/queryClient.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { savesData } from './dataSaver.ts'
import { isPdf } from './documentType.ts'
import { firstPageSettled } from './firstPagePicture.ts'

export const Viewer = lazyScreen(async () => (await import('./ViewerDialog.tsx')).ViewerDialog)

/** Shown until the viewer's code is loaded. */
export const OpeningScreen = lazyScreen(async () => (await import('./Opening.tsx')).Opening)

export const AttachedFileViewer = lazyScreen(async () => (await import('./AttachedFileDialog.tsx')).AttachedFileDialog)

/** Preloads the viewer's code. */
export const prepareViewer = (): Promise<void> => Viewer.load()

// Reading a PDF requires web workers.
export const readsPdfs = (): boolean => typeof Worker === 'function'

/** Preloads the code that shows this document, on hover, focus or touch of its link. */
export const prepareViewerFor = (document: Document): void => {
  void prepareViewer()
  if (isPdf(document) && readsPdfs()) import('./pdf.ts').catch(() => undefined)
}

/** Idle time of a page before code for the next document is prefetched. */
const restMs = 1_500

let isFetched = false

const fetchAll = async (): Promise<void> => {
  if (isFetched || !readsPdfs()) return
  isFetched = true
  await firstPageSettled()
  await prepareViewer()
  const { prefetchPdfThread } = await import('./pdfThread.ts')
  prefetchPdfThread()
  await import('./pdf.ts')
}

/** Prefetches the PDF reader once the page is idle, unless the device saves data. Returns a function that cancels it. */
export const fetchReaderWhenIdle = (): (() => void) => {
  if (savesData()) return () => {}
  let timer: ReturnType<typeof setTimeout>
  const look = () => {
    timer = setTimeout(() => (queryClient.isFetching() > 0 ? look() : void fetchAll().catch(() => undefined)), restMs)
  }
  look()
  return () => clearTimeout(timer)
}
