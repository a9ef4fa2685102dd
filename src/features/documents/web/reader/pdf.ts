import {
  AnnotationMode,
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { ByteSource } from './byteSource.ts'
import { type LaidText, layText, textOfPage } from './pdfText.ts'
import { onDamagedPage } from './pdfThread.ts'
import type { Size } from './zoom.ts'

/*
 * A PDF is a stranger's program. It is parsed in a worker that is ended by force when the document closes,
 * it is drawn as a picture, and nothing in it runs: there is no scripting engine, no form layer and no link.
 * The library falls back to parsing on the page when its worker does not start; a worker of our own forbids
 * that, because a hostile file could then freeze the page.
 */

export type Pdf = {
  readonly pageCount: number
  /** The first page's size in points; the others are taken to be like it until they are known. */
  readonly firstPage: Size
  sizeOf: (page: number) => Promise<Size>
  /** Draws a page so that it fills the canvas. Rejects when it cannot be drawn or the signal aborts. */
  paint: (page: number, canvas: HTMLCanvasElement, signal: AbortSignal) => Promise<void>
  textOf: (page: number) => Promise<string>
  /** Lays a page's words, unseen, over its picture: they can be selected, found and heard. */
  layText: (page: number, host: HTMLElement) => Promise<LaidText>
  /** Whether parts of a page could not be read; known once it is painted. */
  isDamaged: (page: number) => boolean
  /** Frees what was decoded for a page. */
  release: (page: number) => void
  close: () => void
}

/** Files up to this size come whole, in one request. */
const wholeUpTo = 128 * 1024
const rangeBytes = 64 * 1024
/** Larger pictures are left out: decoded, one alone would take 400 MB. */
const largestPicturePixels = 100_000_000

const assets = (folder: string): string => new URL(`/pdfjs/${version}/${folder}/`, location.href).href

class Ranges extends PDFDataRangeTransport {
  readonly #source: ByteSource
  readonly #onFailure: () => void

  constructor(size: number, head: Uint8Array, source: ByteSource, onFailure: () => void) {
    super(size, head)
    this.#source = source
    this.#onFailure = onFailure
  }

  override requestDataRange(begin: number, end: number): void {
    this.#source.read(begin, end).then((bytes) => this.onDataRange(begin, bytes), this.#onFailure)
  }

  override abort(): void {
    this.#source.close()
  }
}

type Opening = {
  source: ByteSource
  /** Bytes of the file. */
  size: number
  /** Fetches the file in one piece, which every network can carry, and decodes it in the plainest way. */
  light: boolean
  /** Already starting, from `startPdfThread`; it ends with the document. */
  thread: Worker
  signal: AbortSignal
  /** Called when the document cannot go on: its bytes stop coming or its worker dies. */
  onFailure: () => void
}

/** What takes less of a phone's memory, and of what its browser must know; slower, and with the same pictures. */
const lightly = { isOffscreenCanvasSupported: false, isImageDecoderSupported: false, useWasm: false, canvasMaxAreaInBytes: 4 * 1_500_000 }

const load = async ({ source, size, light, onFailure }: Opening, worker: PDFWorker): Promise<PDFDocumentLoadingTask> => {
  const whole = light || size <= wholeUpTo
  const head = await source.read(0, whole ? size : rangeBytes)
  return getDocument({
    ...(whole ? { data: head } : { range: new Ranges(size, head, source, onFailure) }),
    worker,
    rangeChunkSize: rangeBytes,
    disableStream: true,
    disableAutoFetch: true,
    cMapUrl: assets('cmaps'),
    standardFontDataUrl: assets('standard_fonts'),
    // Ours for the fonts that every PDF may name without bringing them: what a phone has in their place is squeezed to fit.
    useSystemFonts: false,
    wasmUrl: assets('wasm'),
    iccUrl: assets('iccs'),
    useWorkerFetch: true,
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

const paintPage = async (page: PDFPageProxy, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted()
  const viewport = page.getViewport({ scale: canvas.width / plainSize(page).width })
  const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE })
  const cancel = () => task.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    await task.promise
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Opens a PDF. Rejects for what is no PDF, is damaged beyond repair, or asks for a password. */
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
  const damaged = new Set<number>()
  onDamagedPage(thread, (page) => damaged.add(page))
  let task: PDFDocumentLoadingTask | undefined
  const close = () => {
    opening.source.close()
    thread.terminate()
    task?.destroy().catch(() => undefined)
  }
  try {
    const start = async () => {
      // The thread tells of damaged pages by a warning, which goes no further than here.
      task = await load(opening, PDFWorker.create({ port: thread, verbosity: VerbosityLevel.WARNINGS }))
      const document: PDFDocumentProxy = await task.promise
      return { document, first: await document.getPage(1) }
    }
    const { document, first } = await Promise.race([start(), died])
    return {
      pageCount: document.numPages,
      firstPage: plainSize(first),
      sizeOf: async (page) => plainSize(await document.getPage(page)),
      paint: async (page, canvas, signal) => paintPage(await document.getPage(page), canvas, signal),
      textOf: async (page) => textOfPage(await document.getPage(page)),
      layText: async (page, host) => layText(await document.getPage(page), host),
      isDamaged: (page) => damaged.has(page),
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
