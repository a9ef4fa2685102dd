/** The form in which the server compares texts: compatibility forms and case do not count. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

export type Part = { readonly text: string; readonly isMatch: boolean }

/** Which characters, as a person sees them, stand behind each unit of the folded text. */
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

/** Splits a text into what is found in its folded form and what is not, by whole characters. */
const split = (text: string, find: (folded: string) => readonly [start: number, end: number][]): Part[] => {
  const { folded, characters, origins } = foldWithOrigins(text)
  const marked = new Set<number>()
  for (const [start, end] of find(folded)) {
    for (let unit = start; unit < end; unit += 1) marked.add(origins[unit] ?? -1)
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

const placesOf = (folded: string, wanted: string): [number, number][] => {
  const places: [number, number][] = []
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length)) places.push([at, at + wanted.length])
  return places
}

/**
 * Splits a text where a search matches it, in any script. Whole characters are marked: a match within
 * one, such as a Devanagari consonant without its vowel sign, marks all of it.
 */
export const splitMatches = (text: string, query: string): Part[] => {
  const wanted = fold(query.trim())
  return wanted === '' ? [{ text, isMatch: false }] : split(text, (folded) => placesOf(folded, wanted))
}

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu

/** Splits a text where words begin as those of a search do, each word by itself: the search inside documents looks for all of them, wherever they stand. */
export const splitWords = (text: string, query: string): Part[] => {
  const wanted = fold(query).match(wordPattern) ?? []
  if (wanted.length === 0) return [{ text, isMatch: false }]
  return split(text, (folded) =>
    Array.from(folded.matchAll(wordPattern)).flatMap(({ 0: word, index }) => {
      const longest = Math.max(0, ...wanted.filter((each) => word.startsWith(each)).map(({ length }) => length))
      return longest === 0 ? [] : [[index, index + longest] as [number, number]]
    }),
  )
}

/** Whether a search finds a text, by the rule the server uses. */
export const matches = (text: string, query: string): boolean => fold(text).includes(fold(query.trim()))
