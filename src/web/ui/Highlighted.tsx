import { type Part, splitMatches, splitWords } from './highlight.ts'

const Marked = ({ parts }: { parts: readonly Part[] }) => {
  let at = 0
  return parts.map(({ text: part, isMatch }) => {
    const key = at
    at += part.length
    return isMatch ? <mark key={key}>{part}</mark> : <span key={key}>{part}</span>
  })
}

/** A text with the matches of a search marked. */
export const Highlighted = ({ text, query }: { text: string; query: string }) => <Marked parts={splitMatches(text, query)} />

/** A text with each word of a search marked. */
export const HighlightedWords = ({ text, query }: { text: string; query: string }) => <Marked parts={splitWords(text, query)} />
