/** The form in which the server compares texts, without compatibility forms and case. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

export type Part = { readonly text: string; readonly isMatch: boolean }

/** Returns the visible characters behind each unit of the folded text. */
const foldWithOrigins = (text: string): { folded: string; characters: string[]; origins: number[] } => {
  const characters = Array.from(segmenter.segment(text), ({ segment }) => segment)
  const origins: number[] = []
  let folded = ''
  characters.forEach((character, index) => {
    const unit = fold(character)
    folded += unit
    for (let at = 0; at < unit.length; at += 1) origins.push(index)
  })
  return { folded, characters, origins }
}

/**
 * Splits a text at the matches of a search, in any script. Whole characters are marked: a match within one, such as a Devanagari
 * consonant without its vowel sign, marks all of it.
 */
export const splitMatches = (text: string, query: string): Part[] => {
  const wanted = fold(query.trim())
  if (wanted === '') return [{ text, isMatch: false }]
  const { folded, characters, origins } = foldWithOrigins(text)
  const marked = new Set<number>()
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length)) {
    for (let unit = at; unit < at + wanted.length; unit += 1) marked.add(origins[unit] ?? -1)
  }
  const parts: { text: string; isMatch: boolean }[] = []
  characters.forEach((character, index) => {
    const isMatch = marked.has(index)
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.text += character
    else parts.push({ text: character, isMatch })
  })
  return parts
}

/** Characters that join letters, which are not always written. */
const joiner = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g
const writtenWord = /[\p{L}\p{N}\p{Co}\p{Mn}\p{Mc}\u00AD\u200B-\u200D\u2060\uFEFF]+/gu
const wordsOf = (text: string): string[] => fold(text.replace(joiner, '')).match(writtenWord) ?? []

/** Marks the words of a search, as the search inside documents finds them: whole, and the last one also unfinished. */
export const splitWords = (text: string, query: string): Part[] => {
  const wanted = new Set(wordsOf(query))
  const last = wordsOf(query).at(-1)
  const isWanted = (word: string) => wordsOf(word).some((each) => wanted.has(each) || (last !== undefined && each.startsWith(last)))
  const parts: Part[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(writtenWord)) {
    if (!isWanted(word)) continue
    if (index > end) parts.push({ text: text.slice(end, index), isMatch: false })
    parts.push({ text: word, isMatch: true })
    end = index + word.length
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end), isMatch: false })
  return parts
}

/** Returns whether a search finds a text, by the rule of the server. */
export const matches = (text: string, query: string): boolean => fold(text).includes(fold(query.trim()))
