import type { TextQuery } from './words.ts'

/** The last position that a vector can hold. */
const LAST_PLACE = 16_383
const PLACES_OF_A_WORD = 255

/** A vector holds less than a megabyte; no real text has so many different words. */
const VECTOR_BYTES = 800_000
const BYTES_OF_A_PLACE = 6

/** A vector in PostgreSQL's syntax: each word in quotes, with its positions. Words have only letters, marks and digits. */
export const vectorOf = (words: readonly string[]): string => {
  const places = new Map<string, number[]>()
  let bytes = 0
  for (const [at, word] of words.entries()) {
    const known = places.get(word)
    if (known && (at >= LAST_PLACE || known.length >= PLACES_OF_A_WORD)) continue
    bytes += BYTES_OF_A_PLACE + (known ? 0 : Buffer.byteLength(word))
    if (bytes > VECTOR_BYTES) break
    if (known) known.push(at + 1)
    else places.set(word, [Math.min(at + 1, LAST_PLACE)])
  }
  return [...places].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ')
}

/** A query in PostgreSQL's syntax. */
export const queryOf = ({ parts, prefix }: TextQuery): string =>
  [...parts.map((words) => `(${words.map((word) => `'${word}'`).join(' <-> ')})`), ...(prefix === undefined ? [] : [`'${prefix}':*`])].join(
    ' & ',
  )
