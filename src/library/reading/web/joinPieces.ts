/** A run of text on a page. */
export type TextPiece = { readonly str: string; readonly hasEOL: boolean }

/** A page's text, and the offset of each piece in it. */
export type JoinedText = { readonly text: string; readonly starts: readonly number[] }

export const joinPieces = (pieces: readonly TextPiece[]): JoinedText => {
  const starts: number[] = []
  let text = ''
  for (const { str, hasEOL } of pieces) {
    starts.push(text.length)
    text += hasEOL ? `${str}\n` : str
  }
  return { text, starts }
}
