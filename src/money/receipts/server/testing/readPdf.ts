import { PDFiumLibrary } from '@hyzyla/pdfium'

type ReadPaper = { pages: string[]; width: number; height: number }

/** Returns the text that a reader can copy out of a PDF, by page, with line breaks as spaces; sizes are in points. */
export const readPdf = async (bytes: Buffer): Promise<ReadPaper> => {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(bytes)
    const pages = Array.from({ length: document.getPageCount() }, (_, index) => document.getPage(index))
    const { originalWidth: width, originalHeight: height } = pages[0]?.getOriginalSize() ?? { originalWidth: 0, originalHeight: 0 }
    const texts = pages.map((page) => page.getText().replaceAll(/\s+/g, ' '))
    document.destroy()
    return { pages: texts, width: Math.round(width), height: Math.round(height) }
  } finally {
    library.destroy()
  }
}
