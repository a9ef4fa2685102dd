/*
 * Attacks, and the line that stops each. A PDF is a program for a large decoder: PDFium runs in WebAssembly, which reaches only its
 * own memory, in a process that has nothing to steal, within time and memory limits that are enforced from outside (`pool.ts`,
 * `guard.ts`). Its output may be endless, so pages, their texts and their total are cut.
 */
import { open, readFile } from 'node:fs/promises'
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { limits } from '#contract/limits.ts'
import { inOrderOfLetters } from './devanagari.ts'
import { asCover, readable } from './picture.ts'

export type DocumentInput = { path: string; kind: 'pdf' | 'picture' | 'text' }

/** `pages` is the number of pages of a PDF; `texts` are of the pages that have any, counted from 1. */
export type ReadDocument = { pages: number | null; cover: Uint8Array | null; texts: { page: number; text: string }[] }

const PAGE_CHARACTERS = 100_000
const TEXT_BYTES = 1_000_000
const DOCUMENT_CHARACTERS = 20_000_000
/** Everything read by then is kept; the whole process is ended somewhat later. */
const READING_MS = 45_000

const COVER = { width: 320, height: 480 }

/** How PDFium marks the hyphen at which a word is broken over two lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it marks by one
const brokenWord = /[\u0002\uFFFE]\s*/g
const unprintable = /(?![\t\n\r])\p{Cc}/gu

const cleaned = (text: string, most = PAGE_CHARACTERS): string =>
  text.slice(0, most).toWellFormed().replace(brokenWord, '').replace(unprintable, ' ').trim()

/** Calls that the library leaves out; it also frees a page only if it was painted. */
type Pdfium = {
  HEAPU8: Uint8Array
  wasmExports: { malloc: (bytes: number) => number; free: (at: number) => void }
  _FPDF_ClosePage: (page: number) => void
  _FPDF_GetPageBoundingBox: (page: number, rectangle: number) => number
  _FPDFText_LoadPage: (page: number) => number
  _FPDFText_ClosePage: (text: number) => void
  _FPDFText_GetBoundedText: (
    text: number,
    ...rest: [left: number, top: number, right: number, bottom: number, at: number, units: number]
  ) => number
}
const insideOf = (page: PDFiumPage): { module: Pdfium; pageIdx: number } => page as unknown as { module: Pdfium; pageIdx: number }

const free = (page: PDFiumPage): void => {
  const { module, pageIdx } = insideOf(page)
  module._FPDF_ClosePage(pageIdx)
}

/** Returns the result of `read` on this many bytes of the decoder's memory. */
const withBytes = <T>(module: Pdfium, bytes: number, read: (at: number) => T): T => {
  const at = module.wasmExports.malloc(bytes)
  try {
    return read(at)
  } finally {
    module.wasmExports.free(at)
  }
}

/** Returns left, top, right and bottom of the visible part of a page; printers keep marks and notes beside it. */
const shownPart = (page: PDFiumPage): [number, number, number, number] => {
  const { module, pageIdx } = insideOf(page)
  return withBytes(module, 16, (at) => {
    module._FPDF_GetPageBoundingBox(pageIdx, at)
    const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(module.HEAPU8.slice(at, at + 16).buffer)
    return [left, top, right, bottom]
  })
}

/** Returns the text that readers of a page see. */
const shownText = (page: PDFiumPage): string => {
  const { module, pageIdx } = insideOf(page)
  const part = shownPart(page)
  const text = module._FPDFText_LoadPage(pageIdx)
  if (!text) return ''
  try {
    const units = module._FPDFText_GetBoundedText(text, ...part, 0, 0)
    if (units <= 0) return ''
    return withBytes(module, units * 2, (at) => {
      const written = module._FPDFText_GetBoundedText(text, ...part, at, units)
      return new TextDecoder('utf-16le').decode(module.HEAPU8.subarray(at, at + written * 2))
    })
  } finally {
    module._FPDFText_ClosePage(text)
  }
}

const textOf = (document: PDFiumDocument, index: number): string => {
  const page = document.getPage(index)
  try {
    return inOrderOfLetters(cleaned(shownText(page)))
  } catch {
    // An unreadable page counts as one without text.
    return ''
  } finally {
    free(page)
  }
}

const textsOf = (document: PDFiumDocument, pages: number): ReadDocument['texts'] => {
  const until = performance.now() + READING_MS
  const texts: ReadDocument['texts'] = []
  let characters = 0
  for (let index = 0; index < Math.min(pages, limits.pagesRead); index++) {
    if (characters >= DOCUMENT_CHARACTERS || performance.now() > until) break
    const text = textOf(document, index)
    if (text === '') continue
    texts.push({ page: index + 1, text })
    characters += text.length
  }
  return texts
}

/** Returns the first page as a picture, or undefined if it cannot be painted. */
const coverOf = async (document: PDFiumDocument): Promise<Uint8Array | null> => {
  try {
    const page = document.getPage(0)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const scale = Math.min(COVER.width / originalWidth, COVER.height / originalHeight)
    const size = { width: Math.max(1, Math.round(originalWidth * scale)), height: Math.max(1, Math.round(originalHeight * scale)) }
    const { data, ...raw } = await page.render({ ...size, render: 'bitmap' })
    return await asCover(sharp(data, { raw: { width: raw.width, height: raw.height, channels: 4 } }), COVER)
  } catch {
    return null
  }
}

let library: Promise<PDFiumLibrary> | undefined

const readPdf = async (path: string): Promise<ReadDocument> => {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(await readFile(path))
  try {
    const pages = document.getPageCount()
    if (pages < 1) throw new Error('The PDF has no pages')
    return { pages, cover: await coverOf(document), texts: textsOf(document, pages) }
  } finally {
    document.destroy()
  }
}

const readText = async (path: string): Promise<ReadDocument> => {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(TEXT_BYTES), 0, TEXT_BYTES, 0)
    // A character that the limit cuts through is left out.
    const text = cleaned(new TextDecoder().decode(buffer.subarray(0, bytesRead), { stream: true }), TEXT_BYTES)
    return { pages: null, cover: null, texts: text === '' ? [] : [{ page: 1, text }] }
  } finally {
    await handle.close()
  }
}

/** Extracts what is readable from a document: the number of pages, a cover, and the text of each page. */
export const readDocument = async ({ path, kind }: DocumentInput): Promise<ReadDocument> => {
  if (kind === 'pdf') return readPdf(path)
  if (kind === 'text') return readText(path)
  return { pages: null, cover: await asCover(readable(path), COVER), texts: [] }
}
