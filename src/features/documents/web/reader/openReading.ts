import { call } from '#web/api/call.ts'
import { getSession } from '#web/api/session.ts'
import { type Document, documentsApi } from '../../documents.contract.ts'
import { type Address, openByteSource } from './byteSource.ts'
import type { Pdf } from './pdf.ts'
import { startPdfThread } from './pdfThread.ts'

/** A document shows its first page within 20 seconds, or says that it cannot; one second is for opening and telling. */
const patienceMs = 19_000
/** A slow line may take longer, as long as bytes of the file keep coming. */
const silenceMs = 5_000
/** The reader's own code is fetched once, on a slow line for longer than a document may take. */
const codePatienceMs = 60_000

export type Reading = { state: 'loading'; received: number } | { state: 'open'; pdf: Pdf } | { state: 'failed' }

/** A link that opens by itself, then the plain address with the session's token, should the link not be had or die. */
const addressesOf = async ({ _id, fileUrl }: Document): Promise<Address[]> => {
  const token = getSession()?.token
  const plain: Address = { url: fileUrl, ...(token && { headers: { authorization: token } }) }
  try {
    const { downloadUrl } = await call(documentsApi.link, { params: { id: _id } })
    return [{ url: downloadUrl }, plain]
  } catch {
    return [plain]
  }
}

/**
 * Opens a document's PDF and tells how it goes. A tab in the background paints nothing, so there the clock
 * does not run out.
 */
export const openReading = (opened: Document, tell: (reading: Reading) => void) => {
  const aborter = new AbortController()
  const started = performance.now()
  let loadingCode = true
  let told = 0
  let shown = false
  let pdf: Pdf | undefined

  const onBytes = (received: number) => {
    if (pdf || aborter.signal.aborted || performance.now() - told < 150) return
    told = performance.now()
    tell({ state: 'loading', received })
  }
  const addresses = addressesOf(opened)
  const source = openByteSource({ addresses: () => addresses, size: opened.fileSize, onBytes })

  const thread = startPdfThread()

  const close = () => {
    thread.terminate()
    clearInterval(timer)
    aborter.abort()
    source.close()
    pdf?.close()
  }
  const fail = () => {
    if (aborter.signal.aborted) return
    close()
    tell({ state: 'failed' })
  }
  const timer = setInterval(() => {
    const now = performance.now()
    const { at, waiting } = source.activity()
    const coming = waiting && now - at < silenceMs
    if (now - started > (loadingCode ? codePatienceMs : patienceMs) && !document.hidden && !coming) fail()
  }, 500)

  const open = async () => {
    const { openPdf } = await import('./pdf.ts')
    loadingCode = false
    pdf = await openPdf({ source, thread, size: opened.fileSize, signal: aborter.signal, onFailure: fail })
    if (aborter.signal.aborted) pdf.close()
    else tell({ state: 'open', pdf })
  }
  open().catch(fail)

  return {
    close,
    pageShown: () => {
      shown = true
      clearInterval(timer)
    },
    /** A document of which nothing can be shown is not available; a single bad page says so in its place. */
    pageFailed: () => {
      if (!shown) fail()
    },
  }
}
