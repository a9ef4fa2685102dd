/** What a search does not tell apart: joiners and soft hyphens, which nobody types, and hyphens at the end of a line. */
const pieces = /(?<=\p{L})-\n(?=\p{Ll})|[\u00AD\u200B-\u200D\uFEFF]+|\s+|\P{M}\p{M}*|\p{M}+/gu
const dropped = /^(?:-\n|[\u00AD\u200B-\u200D\uFEFF]+)$/

const foldPiece = (piece: string): string => {
  if (dropped.test(piece)) return ''
  if (/^\s+$/.test(piece)) return ' '
  return piece
    .normalize('NFKC')
    .replace(/[\u00AD\u200B-\u200D\uFEFF]/g, '')
    .toLowerCase()
}

/** A text as searches compare it, in every script: one case, one way to write a letter, one space between words. */
export const foldText = (text: string): string => {
  // Most pages of most books are plain letters, and there are many of them.
  if (/^[\x20-\x7E]*$/.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ')
  return text.replace(pieces, foldPiece)
}

/** A part of a text: from `start` up to, not including, `end`. */
export type Span = { readonly start: number; readonly end: number }

/** How often a folded text has a folded query, none over another. */
export const countIn = (folded: string, query: string): number => {
  let count = 0
  for (let at = folded.indexOf(query); at !== -1; at = folded.indexOf(query, at + query.length)) count += 1
  return count
}

/** Where a text, as it is written, has a folded query. */
export const spansOf = (text: string, query: string): Span[] => {
  let folded = ''
  const from: number[] = []
  const to: number[] = []
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    const plain = foldPiece(piece)
    folded += plain
    for (let unit = 0; unit < plain.length; unit += 1) {
      from.push(index)
      to.push(index + piece.length)
    }
  }
  const spans: Span[] = []
  for (let at = folded.indexOf(query); at !== -1; at = folded.indexOf(query, at + query.length))
    spans.push({ start: from[at] ?? 0, end: to[at + query.length - 1] ?? text.length })
  return spans
}
