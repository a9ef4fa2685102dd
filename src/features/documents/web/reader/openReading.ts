import type { Document } from '../../documents.contract.ts'
import { openByteSource } from './byteSource.ts'
import { addressesOf, plainAddress } from './fileAddresses.ts'
import { toldSlowly, waitWithPatience } from './patience.ts'
import type { Pdf } from './pdf.ts'
import { startPdfThread } from './pdfThread.ts'

export type Reading =
  | { state: 'loading'; received: number }
  | { state: 'open'; pdf: Pdf }
  /** `readOn` is a page after the one that cannot be shown, where there is one. */
  | { state: 'failed'; readOn?: number | undefined }

export type ReadingOptions = {
  /** In one piece and with as little memory as can be: after an attempt that failed. */
  light: boolean
  /** A page that cannot be shown says so in its place, even where no other page was shown before. */
  tolerant: boolean
}

/** Opens a document's PDF and tells how it goes. */
export const openReading = (opened: Document, { light, tolerant }: ReadingOptions, tell: (reading: Reading) => void) => {
  const aborter = new AbortController()
  let loadingCode = true
  let shown = false
  let pdf: Pdf | undefined

  const tellBytes = toldSlowly((received) => tell({ state: 'loading', received }))
  const onBytes = (received: number) => {
    if (!pdf && !aborter.signal.aborted) tellBytes(received)
  }
  const addresses = light ? Promise.resolve([plainAddress(opened)]) : addressesOf(opened)
  const source = openByteSource({ addresses: () => addresses, size: opened.fileSize, onBytes })
  const thread = startPdfThread()

  const close = () => {
    thread.terminate()
    stopWaiting()
    aborter.abort()
    source.close()
    pdf?.close()
  }
  const fail = (readOn?: number) => {
    if (aborter.signal.aborted) return
    close()
    tell({ state: 'failed', readOn })
  }
  const stopWaiting = waitWithPatience({ source, isLoadingCode: () => loadingCode, giveUp: () => fail() })

  const open = async () => {
    const { openPdf } = await import('./pdf.ts')
    loadingCode = false
    pdf = await openPdf({ source, thread, size: opened.fileSize, light, signal: aborter.signal, onFailure: () => fail() })
    if (aborter.signal.aborted) pdf.close()
    else tell({ state: 'open', pdf })
  }
  open().catch(() => fail())

  return {
    close,
    pageShown: () => {
      shown = true
      stopWaiting()
    },
    /** A document whose first page cannot be shown is not available; a bad page after it says so in its place. */
    pageFailed: (page: number) => {
      if (!shown && !tolerant) fail(pdf && page < pdf.pageCount ? page + 1 : undefined)
    },
  }
}
