/*
 * Many PDFs store Hindi in visual instead of logical order: the short i comes before the letters it is spoken after, and the hook of an r
 * after them. Others have no text for such signs and for conjuncts: the extracted text then has a gap, U+0000. A search must find what
 * people read, so it matches all three forms.
 */

const consonant = '[\\u0915-\\u0939\\u0958-\\u095F]\\u093C?'
const cluster = new RegExp(
  `(\\u0930\\u094D(?=${consonant}))?((?:${consonant}\\u094D)*${consonant})([\\u093E-\\u094C\\u0962\\u0963]*)([\\u0900-\\u0903]*)`,
  'gu',
)
const shortI = '\u093F'
const virama = '\u094D'
const hole = '\u0000'

/** Returns a pattern for how PDFs write a folded Devanagari text; undefined if they write it in the usual way. */
export const asSeen = (query: string): string | undefined => {
  if (!/[\u0915-\u0939\u0958-\u095F]/u.test(query)) return undefined
  // In a word of one syllable, a gap could stand for any of a dozen others.
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

/** Returns whether a match consists only of gaps, which proves nothing. */
export const isOnlyHoles = (match: string): boolean => match.replaceAll(hole, '').trim() === ''
