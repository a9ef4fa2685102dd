import { splitMatches } from './highlight.ts'

/** A text with what a search found in it marked. */
export const Highlighted = ({ text, query }: { text: string; query: string }) => {
  let at = 0
  return splitMatches(text, query).map(({ text: part, isMatch }) => {
    const key = at
    at += part.length
    return isMatch ? <mark key={key}>{part}</mark> : <span key={key}>{part}</span>
  })
}
