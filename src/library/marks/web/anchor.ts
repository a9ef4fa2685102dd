import type { TextSpan } from './laidPages.ts'

type Anchor = TextSpan & { readonly quote: string }

/** Returns the place of the occurrence nearest to `near`, or -1. */
const nearest = (text: string, sought: string, near: number): number => {
  let found = -1
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    if (found >= 0 && Math.abs(at - near) >= Math.abs(found - near)) break
    found = at
  }
  return found
}

/** A text without blanks, with the place of each letter in the original. */
const withoutBlanks = (text: string): { letters: string; places: number[] } => {
  const places: number[] = []
  let letters = ''
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (/\s/.test(letter)) continue
    letters += letter
    places.push(at)
  }
  return { letters, places }
}

/**
 * Returns where a highlight is in the text of its page: at its own place, or where its quote is if the text is read differently by
 * now, even with other blanks and line ends. Undefined if the quote is not there.
 */
export const spanOf = (text: string, { start, end, quote }: Anchor): TextSpan | undefined => {
  if (text.slice(start, end) === quote) return { start, end }
  const exact = nearest(text, quote, start)
  if (exact >= 0) return { start: exact, end: exact + quote.length }
  const sought = withoutBlanks(quote).letters
  if (sought === '') return undefined
  const { letters, places } = withoutBlanks(text)
  const before = places.findIndex((place) => place >= start)
  const at = nearest(letters, sought, before < 0 ? letters.length : before)
  const [first, last] = [places[at], places[at + sought.length - 1]]
  return at < 0 || first === undefined || last === undefined ? undefined : { start: first, end: last + 1 }
}
