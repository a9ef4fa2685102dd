import { Fragment, type Ref } from 'react'
import { type Span, spansOf } from '#library/extraction/extraction.find.policy.ts'

/** A match in a text, and its index among the matches. */
export type Mark = Span & { index: number }

/** Returns the matches of a folded query in a text; empty for an empty query. */
export const marksOf = (text: string, query: string): Mark[] =>
  query.trim() === '' ? [] : spansOf(text, query).map((span, index) => ({ ...span, index }))

type MarksProps = {
  text: string
  marks: readonly Mark[]
  /** The index of the current match. */
  current?: number | undefined
  currentRef?: Ref<HTMLElement> | undefined
}

/** A text with marked matches. */
export const MarkedAt = ({ text, marks, current, currentRef }: MarksProps) => (
  <>
    {marks.map(({ start, end, index }, at) => (
      <Fragment key={start}>
        {text.slice(marks[at - 1]?.end ?? 0, start)}
        <mark ref={index === current ? currentRef : undefined} className={index === current ? 'scroll-my-16 outline-2 outline-ink' : ''}>
          {text.slice(start, end)}
        </mark>
      </Fragment>
    ))}
    {text.slice(marks.at(-1)?.end ?? 0)}
  </>
)

type Props = Omit<MarksProps, 'marks'> & {
  /** The folded query; empty if there is no search. */
  query: string
}

/** A text with the matches of a query marked. */
export const Marked = ({ query, ...props }: Props) => <MarkedAt {...props} marks={marksOf(props.text, query)} />
