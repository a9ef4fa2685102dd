import { type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type JoinedText, joinPieces } from './joinPieces.ts'

/** The text layer of a page, with one element for each piece. */
export type LaidText = JoinedText & { readonly elements: readonly HTMLElement[] }

/** A hostile page with more pieces than a newspaper would block the browser during layout. */
const maxPieces = 8_000

const piecesOf = async (page: PDFPageProxy) => {
  const content = await page.getTextContent()
  const items = content.items.filter((item) => 'str' in item)
  return { ...content, items }
}

export const textOfPage = async (page: PDFPageProxy): Promise<string> => joinPieces((await piecesOf(page)).items).text

export const layText = async (page: PDFPageProxy, host: HTMLElement): Promise<LaidText> => {
  const content = await piecesOf(page)
  const items = content.items.slice(0, maxPieces)
  const viewport = page.getViewport({ scale: 1 })
  host.replaceChildren()
  const layer = new TextLayer({ textContentSource: { ...content, items }, container: host, viewport })
  const { pageWidth, pageHeight } = viewport.rawDims as { pageWidth: number; pageHeight: number }
  host.style.width = `calc(var(--total-scale-factor) * ${pageWidth}px)`
  host.style.height = `calc(var(--total-scale-factor) * ${pageHeight}px)`
  await layer.render()
  return { ...joinPieces(items), elements: layer.textDivs }
}
