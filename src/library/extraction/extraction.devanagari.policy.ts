/*
 * Many PDFs hold Hindi in the order in which its signs are seen, not in that of its letters: the short i stands before
 * the letters that it is spoken after, and the hook of an r after them. Others say nothing at all of such signs and of
 * joined letters: there the text has a hole, U+0000. A search must find what people read, so it looks for all three.
 */

const consonant = '[\\u0915-\\u0939\\u0958-\\u095F]\\u093C?'
const cluster = new RegExp(
  `(\\u0930\\u094D(?=${consonant}))?((?:${consonant}\\u094D)*${consonant})([\\u093E-\\u094C\\u0962\\u0963]*)([\\u0900-\\u0903]*)`,
  'gu',
)
const shortI = '\u093F'
const virama = '\u094D'
const hole = '\u0000'

/** For a folded text in Devanagari, a pattern of how PDFs write it; nothing where they write it as everybody does. */
export const asSeen = (query: string): string | undefined => {
  if (!/[\u0915-\u0939\u0958-\u095F]/u.test(query)) return undefined
  // In a word of one sign, a hole could be any of a dozen others.
  const isLong = (query.match(cluster)?.length ?? 0) > 1
  let differs = false
  const pattern = query
    .replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
    .replace(cluster, (_, hook: string | undefined, letters: string, vowels: string, signs: string) => {
      const hasShortI = vowels.includes(shortI)
      const isJoined = letters.includes(virama)
      const others = vowels.replace(shortI, '')
      differs ||= hasShortI || isJoined || hook !== undefined || (isLong && others !== '')
      const before = hasShortI ? `(?:${shortI}|${hole})` : ''
      const middle = isJoined ? `(?:${letters}|${hole})` : letters
      const vowel = others && isLong ? `(?:${others}|${hole})` : others
      const after = hook ? `(?:${others}${hook}|${others && `(?:${others})?`}${hole})` : vowel
      return before + middle + after + signs
    })
  return differs ? pattern : undefined
}

/** A match of nothing but holes says nothing. */
export const isOnlyHoles = (match: string): boolean => match.replaceAll(hole, '').trim() === ''
