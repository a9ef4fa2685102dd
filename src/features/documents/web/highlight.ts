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

/**
 * Splits a text where a search matches it, in any script. Whole characters are marked: a match within
 * one, such as a Devanagari consonant without its vowel sign, marks all of it.
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

/** Whether a search finds a text, by the rule the server uses. */
export const matches = (text: string, query: string): boolean => fold(text).includes(fold(query.trim()))
