import type { Ref } from 'react'
import { type Span, spansOf } from '#features/extraction/extraction.find.policy.ts'

type Props = {
  text: string
  /** Folded; empty where nothing is looked for. */
  query: string
  /** Which of the matches in this text is looked at. */
  current?: number | undefined
  currentRef?: Ref<HTMLElement>
}

const piecesOf = (text: string, spans: readonly Span[]) =>
  spans.map(({ start, end }, index) => ({ before: text.slice(spans[index - 1]?.end ?? 0, start), match: text.slice(start, end), start }))

/** A text with what was found in it marked. */
export const Marked = ({ text, query, current, currentRef }: Props) => {
  if (query.trim() === '') return text
  const spans = spansOf(text, query)
  return (
    <>
      {piecesOf(text, spans).map(({ before, match, start }, index) => (
        <span key={start}>
          {before}
          <mark ref={index === current ? currentRef : undefined} className={index === current ? 'scroll-my-16 outline-2 outline-ink' : ''}>
            {match}
          </mark>
        </span>
      ))}
      {text.slice(spans.at(-1)?.end ?? 0)}
    </>
  )
}
