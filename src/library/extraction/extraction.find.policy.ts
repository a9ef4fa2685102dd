import { asSeen, isOnlyHoles } from './extraction.devanagari.policy.ts'

/** Part of a text from `start` up to but not including `end`. */
export type Span = { readonly start: number; readonly end: number }

/** Ignored by searches: joiners and soft hyphens, which nobody types, and hyphens at the end of a line. */
const unwritten = '(?<=\\p{L})-\\r?\\n(?=\\p{Ll})|[\\u00AD\\u200B-\\u200D\\uFEFF]+'
const pieces = new RegExp(`${unwritten}|\\s+|\\P{M}\\p{M}*|\\p{M}+`, 'gu')
/** The same without plain ASCII letters, most of most texts, of which only the case can differ. */
const unplain = new RegExp(`${unwritten}|\\s{2,}|[^\\S ]|[^\\0-\\x7F]`, 'gu')
const unplainWithMarks = new RegExp(`${unwritten}|\\s{2,}|[^\\S ]|[^\\p{M}\\0-\\x7F]\\p{M}*|[\\0-\\x7F]?\\p{M}+`, 'gu')
const dropped = /^(?:-\r?\n|[\u00AD\u200B-\u200D\uFEFF]+)$/

const foldOnce = (piece: string): string => {
  if (dropped.test(piece)) return ''
  if (/^\s+$/.test(piece)) return ' '
  return piece
    .normalize('NFKC')
    .replace(/[\u00AD\u200B-\u200D\uFEFF]/g, '')
    .toLowerCase()
}

/** Cached, since a book uses the same few hundred syllables on all its pages. */
const foldedBefore = new Map<string, string>()
const MAX_FOLDED = 5_000
const MAX_PIECE = 8

const foldPiece = (piece: string): string => {
  const known = foldedBefore.get(piece)
  if (known !== undefined) return known
  const folded = foldOnce(piece)
  if (piece.length <= MAX_PIECE && foldedBefore.size < MAX_FOLDED) foldedBefore.set(piece, folded)
  return folded
}

/** Normalizes a text for comparison in every script: case, equivalent spellings of a letter, and white space. */
export const foldText = (text: string): string => text.replace(/\p{M}/u.test(text) ? unplainWithMarks : unplain, foldPiece).toLowerCase()

let known: { query: string; pattern: RegExp | undefined } | undefined

/** Returns the pattern for a query that PDFs may write in other ways; compiled once for all pages. */
const patternOf = (query: string): RegExp | undefined => {
  if (known?.query === query) return known.pattern
  const seen = asSeen(query)
  const literal = query.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  known = { query, pattern: seen === undefined ? undefined : new RegExp(`${literal}|${seen}`, 'gu') }
  return known.pattern
}

/**
 * Returns whether a PDF may contain a folded query in a form that only the rendered pages reveal, such as with gaps for conjuncts: text
 * extracted by earlier versions has nothing in place of a gap.
 */
export const mayBeWrittenOtherwise = (query: string): boolean => patternOf(query) !== undefined

/**
 * Returns the matches of a folded query in a folded text, without overlaps. A query without any letter, such as joiners alone, has no
 * matches.
 */
const matchesOf = (folded: string, query: string): Span[] => {
  if (query.trim() === '') return []
  const pattern = patternOf(query)
  if (pattern)
    return [...folded.matchAll(pattern)]
      .filter(([match]) => !isOnlyHoles(match))
      .map(({ 0: match, index }) => ({ start: index, end: index + match.length }))
  const matches: Span[] = []
  for (let at = folded.indexOf(query); at !== -1; at = folded.indexOf(query, at + query.length))
    matches.push({ start: at, end: at + query.length })
  return matches
}

/** Counts the matches of a folded query in a folded text. */
export const countIn = (folded: string, query: string): number => matchesOf(folded, query).length

/** Returns the matches of a folded query in a text as written. */
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
  return matchesOf(folded, query).map(({ start, end }) => ({ start: from[start] ?? 0, end: to[end - 1] ?? text.length }))
}
