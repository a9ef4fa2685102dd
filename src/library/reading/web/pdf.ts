import {
  AnnotationMode,
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { ByteSource } from './byteSource.ts'
import type { Connection } from './connection.ts'
import type { Destination, OutlineItem } from './outline.ts'
import { onPageFault, type PageFault } from './pageFault.ts'
import { assetsBy, fileFrom } from './pdfBytes.ts'
import { outlineItems, type PagePlace, pageOfDestination, placeOfDestination } from './pdfOutline.ts'
import type { PdfStart } from './pdfStart.ts'
import { type LaidText, layText, textOfPage } from './pdfText.ts'
import { declareStandardFonts, standardFontsArrived } from './standardFonts.ts'
import type { Size } from './zoom.ts'

/*
 * A PDF is untrusted code. It is parsed in a worker that is terminated when the document closes, it is drawn as a picture, and nothing in
 * it runs: there is no scripting engine, no form layer and no link. pdf.js falls back to parsing on the main thread if its worker does not
 * start; our own worker prevents that, because a hostile file could then freeze the page.
 */

export type Pdf = {
  readonly pageCount: number
  /** The first page's size in points, A4 if it is unavailable; other pages are assumed to have this size until they are loaded. */
  readonly firstPage: Size
  sizeOf: (page: number) => Promise<Size>
  /** Draws a page that fills the canvas. Rejects if it cannot be drawn or the signal aborts. */
  paint: (page: number, canvas: HTMLCanvasElement, signal: AbortSignal) => Promise<void>
  textOf: (page: number) => Promise<string>
  /** Lays a page's text invisibly over its picture, for selection, search and screen readers. */
  layText: (page: number, host: HTMLElement) => Promise<LaidText>
  /** The document's own outline, as the file contains it. */
  outline: () => Promise<readonly OutlineItem[]>
  /** Returns the page of an outline entry. Rejects if it has no target. Resolving only the page needs fewer bytes of the file. */
  pageOf: (dest: Destination) => Promise<number>
  placeOf: (dest: Destination) => Promise<PagePlace>
  /** Returns why parts of a page are missing, if they are; known once it is painted. */
  faultOf: (page: number) => PageFault | undefined
  /** Frees the decoded data of a page. */
  release: (page: number) => void
  close: () => void
}

/** Larger pictures are left out: decoded, a single one would take 400 MB. */
const largestPicturePixels = 100_000_000

const assets = (folder: string): string => new URL(`/pdfjs/${version}/${folder}/`, location.href).href

type Opening = {
  source: ByteSource
  connection: Connection
  /** Size of the file in bytes. */
  size: number
  /** The first parts of the file, already loading. */
  start: PdfStart
  /** Loads the file in one request, which every network supports, and decodes it with the fewest browser features. */
  light: boolean
  /** The worker from `startPdfThread`; it is terminated with the document. */
  thread: Worker
  signal: AbortSignal
  /** Called when the server refuses the file or the worker crashes. */
  onFailure: () => void
  /** Called whenever something was received or painted. */
  onAlive: () => void
}

/** Options with lower memory use and fewer required browser features; slower, with the same result. */
const lightly = { isOffscreenCanvasSupported: false, isImageDecoderSupported: false, useWasm: false, canvasMaxAreaInBytes: 4 * 1_500_000 }

const load = async (opening: Opening, worker: PDFWorker): Promise<PDFDocumentLoadingTask> => {
  declareStandardFonts(assets('standard_fonts'))
  const { start, light, connection, onAlive } = opening
  const head = await start.head
  return getDocument({
    ...fileFrom(start.isWhole, { ...opening, tail: start.tail }, head),
    worker,
    disableStream: true,
    disableAutoFetch: true,
    cMapUrl: assets('cmaps'),
    standardFontDataUrl: assets('standard_fonts'),
    wasmUrl: assets('wasm'),
    iccUrl: assets('iccs'),
    useWorkerFetch: false,
    BinaryDataFactory: assetsBy(connection, onAlive),
    enableXfa: false,
    maxImageSize: largestPicturePixels,
    ...(light && lightly),
    verbosity: VerbosityLevel.ERRORS,
  })
}

const plainSize = (page: PDFPageProxy): Size => {
  const { width, height } = page.getViewport({ scale: 1 })
  if (!(width > 0 && height > 0)) throw new Error('The page has no size')
  return { width, height }
}

/** Rejects when the signal aborts, because pdf.js waits indefinitely for missing bytes. */
const unlessAborted = <T>(waited: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    waited.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })

const a4: Size = { width: 595, height: 842 }

const paintPage = async (page: PDFPageProxy, canvas: HTMLCanvasElement, signal: AbortSignal, onAlive: () => void): Promise<void> => {
  signal.throwIfAborted()
  const viewport = page.getViewport({ scale: canvas.width / plainSize(page).width })
  const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE })
  task.onContinue = (goOn: () => void) => {
    onAlive()
    goOn()
  }
  const cancel = () => task.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    await task.promise
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  if (await standardFontsArrived()) await paintPage(page, canvas, signal, onAlive)
}

/** Opens a PDF. Rejects if the file is not a PDF, is damaged beyond repair, or requires a password. */
export const openPdf = async (opening: Opening): Promise<Pdf> => {
  const { thread } = opening
  const died = new Promise<never>((_, reject) => {
    thread.addEventListener('error', () => {
      reject(new Error('The PDF worker stopped'))
      opening.onFailure()
    })
    opening.signal.addEventListener('abort', () => reject(opening.signal.reason))
  })
  died.catch(() => undefined)
  const faults = new Map<number, PageFault>()
  let painting = 0
  onPageFault(thread, (fault, page = painting) => {
    if (faults.get(page) !== 'damaged') faults.set(page, fault)
  })
  let task: PDFDocumentLoadingTask | undefined
  const close = () => {
    opening.source.close()
    thread.terminate()
    task?.destroy().catch(() => undefined)
  }
  try {
    const start = async () => {
      // The worker reports page faults as warnings, which are not logged.
      task = await load(opening, PDFWorker.create({ port: thread, verbosity: VerbosityLevel.WARNINGS }))
      const document: PDFDocumentProxy = await task.promise
      return {
        document,
        firstPage: await document
          .getPage(1)
          .then(plainSize)
          .catch(() => a4),
      }
    }
    const { document, firstPage } = await Promise.race([start(), died])
    return {
      pageCount: document.numPages,
      firstPage,
      sizeOf: async (page) => plainSize(await document.getPage(page)),
      paint: async (page, canvas, signal) => {
        painting = page
        await paintPage(await unlessAborted(document.getPage(page), signal), canvas, signal, opening.onAlive)
      },
      textOf: async (page) => textOfPage(await document.getPage(page)),
      layText: async (page, host) => layText(await document.getPage(page), host),
      outline: () => outlineItems(document),
      pageOf: (dest) => pageOfDestination(document, dest),
      placeOf: (dest) => placeOfDestination(document, dest),
      faultOf: (page) => faults.get(page),
      release: (page) =>
        void document
          .getPage(page)
          .then((proxy) => proxy.cleanup())
          .catch(() => undefined),
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}
