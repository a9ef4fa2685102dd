import { limits } from '#contract/limits.ts'

/** Characters as people count them or, in browsers that cannot, code points. */
function* charactersOf(text: string): Iterable<string> {
  if (typeof Intl.Segmenter === 'undefined') yield* text
  else for (const { segment } of new Intl.Segmenter().segment(text)) yield segment
}

/** The first characters of a text as people count them, with a sign where there are more. */
export const previewOf = (text: string | null): string | null => {
  if (text === null || text.length <= limits.messagePreview) return text
  let kept = ''
  let count = 0
  for (const character of charactersOf(text.slice(0, limits.messagePreview * 8))) {
    if (++count > limits.messagePreview) return `${kept.trimEnd()}…`
    kept += character
  }
  return kept.length < text.length ? `${kept.trimEnd()}…` : kept
}
