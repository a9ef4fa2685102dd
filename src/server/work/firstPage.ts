/*
 * The attacks are those of `document.ts`, and so are the lines that stop them: PDFium runs in WebAssembly, in a process of its own within
 * time and memory limits. A page may claim any size and contain anything, so the picture is limited in pixels and in bytes.
 */
import { readFile } from 'node:fs/promises'
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { asPage } from './picture.ts'

export type FirstPageInput = { path: string }

const MOST_BYTES = 64 * 1024
/** Widths in pixels, as many as the screens of phones have or fewer, with the quality of WebP; the first that is small enough is used. */
const attempts = [
  { width: 1_080, quality: 50 },
  { width: 840, quality: 40 },
  { width: 720, quality: 30 },
] as const
const LARGEST = { width: attempts[0].width, height: 2 * attempts[0].width }

let library: Promise<PDFiumLibrary> | undefined

const paint = async (document: PDFiumDocument) => {
  const page = document.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = Math.min(LARGEST.width / originalWidth, LARGEST.height / originalHeight)
  const side = (points: number): number => Math.max(1, Math.round(points * scale))
  const { data, width, height } = await page.render({ width: side(originalWidth), height: side(originalHeight), render: 'bitmap' })
  return () => sharp(data, { raw: { width, height, channels: 4 } })
}

/**
 * Returns the first page as WebP, sharp enough to be read on a phone. Returns null if that takes more than 64 KB; throws if it cannot be
 * painted.
 */
export const paintFirstPage = async ({ path }: FirstPageInput): Promise<Uint8Array | null> => {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(await readFile(path))
  try {
    const painted = await paint(document)
    for (const { width, quality } of attempts) {
      const picture = await asPage(painted(), width, quality)
      if (picture.length <= MOST_BYTES) return picture
    }
    return null
  } finally {
    document.destroy()
  }
}
