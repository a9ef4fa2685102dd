import { type Span, spansOf } from '#library/extraction/extraction.find.policy.ts'
import type { LaidText } from './pdfText.ts'

/** A mark on a page, as fractions of its width and height, so that it stays in place at every zoom. */
export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

/** More marks on one page are not useful. */
const maxMarks = 1_000

/** Returns the index of the piece that contains a position in the text. */
export const pieceAt = (starts: readonly number[], place: number): number => {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}

/** Returns the DOM range of a span; undefined if its elements are not on the page. */
export const rangeOf = ({ starts, elements }: Pick<LaidText, 'starts' | 'elements'>, { start, end }: Span): Range | undefined => {
  const pointAt = (place: number) => {
    const piece = pieceAt(starts, place)
    const node = elements[piece]?.firstChild
    return node instanceof Text ? { node, offset: Math.min(node.length, place - (starts[piece] ?? 0)) } : undefined
  }
  const from = pointAt(start)
  // Ends within the last letter, because the next one may be in another piece.
  const to = pointAt(end - 1)
  if (!from || !to) return undefined
  const range = document.createRange()
  range.setStart(from.node, from.offset)
  range.setEnd(to.node, Math.min(to.node.length, to.offset + 1))
  return range
}

/** Returns the boxes of each match on a page, in text order. `query` is folded. */
export const foundBoxes = (laid: LaidText, query: string, sheet: DOMRect): Box[][] =>
  spansOf(laid.text, query)
    .slice(0, maxMarks)
    .map((span) =>
      [...(rangeOf(laid, span)?.getClientRects() ?? [])].map(({ left, top, width, height }) => ({
        left: (left - sheet.left) / sheet.width,
        top: (top - sheet.top) / sheet.height,
        width: width / sheet.width,
        height: height / sheet.height,
      })),
    )
