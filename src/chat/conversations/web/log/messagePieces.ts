import { type Piece, piecesOf } from '#web/ui/linkedText.ts'

export type MessagePiece = Piece & { isMention?: boolean }

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const namesIn = (mentions: readonly { name: string }[]): RegExp | undefined => {
  const names = mentions.map(({ name }) => name).filter((name) => name !== '')
  if (names.length === 0) return undefined
  // "@Asha Devi" before "@Asha": the first match wins.
  const longestFirst = names.toSorted((one, other) => other.length - one.length).map(escaped)
  return new RegExp(`(@(?:${longestFirst.join('|')}))`, 'u')
}

const splitMentions = (text: string, names: RegExp): MessagePiece[] =>
  text
    .split(names)
    .map((piece, place) => (place % 2 === 1 ? { text: piece, isMention: true } : { text: piece }))
    .filter((piece) => piece.text !== '')

/** Splits the text of a message into links, mentioned names and plain text. */
export const messagePieces = (text: string, mentions: readonly { name: string }[]): MessagePiece[] => {
  const names = namesIn(mentions)
  const pieces = piecesOf(text)
  return names ? pieces.flatMap((piece) => (piece.href ? [piece] : splitMentions(piece.text, names))) : pieces
}

const shortLength = 1_200
const shortLines = 16

/** Returns the beginning of a long text; undefined if it is short. */
export const beginningOf = (text: string): string | undefined => {
  let end = text.length > shortLength + 200 ? shortLength : text.length
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
    lines += 1
    if (lines === shortLines) end = at
  }
  if (end >= text.length) return undefined
  // Half of a surrogate pair would be shown as a box.
  const code = text.charCodeAt(end - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? end - 1 : end)
}
