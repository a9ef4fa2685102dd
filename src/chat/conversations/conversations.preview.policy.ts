import { chatLimits } from './conversations.limits.ts'

/** Yields characters as people count them or, in browsers without `Intl.Segmenter`, code points. */
function* charactersOf(text: string): Iterable<string> {
  if (typeof Intl.Segmenter === 'undefined') yield* text
  else for (const { segment } of new Intl.Segmenter().segment(text)) yield segment
}

/** Returns the first characters of a text, counted as people count them, with an ellipsis if there are more. */
export const previewOf = <T extends string | null>(text: T): T | string => {
  if (text === null || text.length <= chatLimits.messagePreview) return text
  let kept = ''
  let count = 0
  for (const character of charactersOf(text.slice(0, chatLimits.messagePreview * 8))) {
    if (++count > chatLimits.messagePreview) return `${kept.trimEnd()}…`
    kept += character
  }
  return kept.length < text.length ? `${kept.trimEnd()}…` : kept
}
