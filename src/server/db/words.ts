import { fold } from './fold.ts'

/** Letters of every script with their marks, and digits: in Hindi a vowel sign is a mark, and part of the word. */
const letters = '\\p{L}\\p{N}\\p{Co}\\p{Mn}\\p{Mc}'
/** Characters that join letters or allow a break, which are not always written. */
const joiners = '\\u00AD\\u200B-\\u200D\\u2060\\uFEFF'
const word = new RegExp(`[${letters}]+`, 'gu')
const joiner = new RegExp(`[${joiners}]`, 'g')
const writtenWord = new RegExp(`[${letters}${joiners}]+`, 'gu')
/** PostgreSQL refuses longer words; nobody searches for them. */
const MAX_WORD = 64

/** A word and its position in the original text: `text.slice(start, end)`. */
export type PlacedWord = { word: string; start: number; end: number }

const short = (text: string): string => (text.length <= MAX_WORD ? text : [...text.slice(0, 2 * MAX_WORD)].slice(0, MAX_WORD).join(''))

/** The words of a text as they are searched: folded, in order. The same for both databases. */
export const wordsOf = (text: string): string[] => (fold(text.replace(joiner, '')).match(word) ?? []).map(short)

const isPlain = (text: string): boolean => /^[\0-\x7F]*$/.test(text)

/** The same words with their positions. A word that folding splits counts as its first part. */
export function* placedWords(text: string): Generator<PlacedWord> {
  for (const { 0: written, index } of text.matchAll(writtenWord)) {
    const folded = isPlain(written) ? short(written.toLowerCase()) : wordsOf(written)[0]
    if (folded) yield { word: folded, start: index, end: index + written.length }
  }
}

/** A parsed search text: all of `parts` on one page, each a word or the words of a phrase, and a word that begins with `prefix`. */
export type TextQuery = { parts: readonly (readonly string[])[]; prefix: string | undefined }

const MAX_WORDS = 32

/**
 * Parses a search text: words, and phrases in quotes. The last word may be unfinished. There are no operators. Returns undefined if
 * it has no word.
 */
export const textQuery = (typed: string): TextQuery | undefined => {
  const pieces = typed.split(/["“”„«»]/)
  const parts: string[][] = []
  for (const [at, piece] of pieces.entries()) {
    const words = wordsOf(piece)
    // Between two quotes is a phrase; after an unclosed quote are words.
    if (at % 2 === 1 && at < pieces.length - 1) parts.push(words)
    else parts.push(...words.map((one) => [one]))
  }
  const wanted = parts.filter((words) => words.length > 0).slice(0, MAX_WORDS)
  const endsInPhrase = pieces.length % 2 === 1 && pieces.length > 1 && wordsOf(pieces.at(-1) ?? '').length === 0
  const last = endsInPhrase ? undefined : wanted.at(-1)?.[0]
  if (wanted.length === 0) return undefined
  return last === undefined ? { parts: wanted, prefix: undefined } : { parts: wanted.slice(0, -1), prefix: last }
}
