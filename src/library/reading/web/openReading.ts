import { openConnection } from './connection.ts'
import { sourceOf } from './fileSource.ts'
import type { OpenedFile } from './openedFile.ts'
import { startPatience, throttledProgress } from './patience.ts'
import type { Pdf } from './pdf.ts'
import { readStart } from './pdfStart.ts'
import { startPdfThread } from './pdfThread.ts'

export type Reading = { state: 'loading' } | { state: 'open'; pdf: Pdf } | { state: 'failed'; needsPassword: boolean; isChanged: boolean }

export type ReadingOptions = {
  /** Loads the file in one request and with the lowest memory use, after a failed attempt. */
  light: boolean
}

type Tell = {
  reading: (reading: Reading) => void
  /** Called with the number of bytes received, until the first page is available. */
  received: (bytes: number) => void
  /** Called when missing parts stop arriving and when they arrive again. */
  waiting: (isWaiting: boolean) => void
}

/** Opens a document's PDF and reports its state. */
export const openReading = (opened: OpenedFile, { light }: ReadingOptions, tell: Tell) => {
  const aborter = new AbortController()
  /** The code of the reader and of the worker. */
  let codeOnItsWay = 2
  let shown = false
  let pdf: Pdf | undefined

  const tellBytes = throttledProgress(tell.received)
  const onBytes = (received: number) => {
    patience.alive()
    if (!shown && !aborter.signal.aborted) tellBytes(received)
  }
  const size = opened.fileSize
  const connection = openConnection(tell.waiting)
  const source = sourceOf(opened, {
    connection,
    isLight: light,
    onBytes,
    onGone: () => fail(),
    onChanged: () => fail(undefined, true),
  })
  const thread = startPdfThread()
  const start = readStart(source, size, light)

  const close = () => {
    thread.terminate()
    patience.stop()
    aborter.abort()
    source.close()
    connection.close()
    pdf?.close()
  }
  const fail = (error?: unknown, isChanged = false) => {
    if (aborter.signal.aborted) return
    close()
    // Identified by name, because pdf.js may not be loaded.
    const needsPassword = error instanceof Error && error.name === 'PasswordException'
    tell.reading({ state: 'failed', needsPassword, isChanged })
  }
  const patience = startPatience(
    () => fail(),
    () => codeOnItsWay > 0,
  )
  const codeCame = () => {
    codeOnItsWay -= 1
    patience.alive()
  }
  thread.addEventListener('message', codeCame, { once: true })
  thread.addEventListener('message', patience.alive)

  const open = async () => {
    const { openPdf } = await import('./pdf.ts')
    codeCame()
    const { alive: onAlive } = patience
    pdf = await openPdf({ source, connection, thread, size, start, light, signal: aborter.signal, onAlive, onFailure: () => fail() })
    if (aborter.signal.aborted) pdf.close()
    else tell.reading({ state: 'open', pdf })
  }
  open().catch(fail)

  return {
    close,
    pageShown: () => {
      shown = true
      patience.stop()
    },
    noPageShown: () => fail(),
  }
}
