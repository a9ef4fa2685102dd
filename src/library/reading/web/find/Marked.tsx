import { Fragment, type Ref } from 'react'
import { type Span, spansOf } from '#library/extraction/extraction.find.policy.ts'

/** A match in a text, and which of its matches it is, from 0. */
export type Mark = Span & { index: number }

/** Where a text has a folded query; nowhere where that is empty. */
export const marksOf = (text: string, query: string): Mark[] =>
  query.trim() === '' ? [] : spansOf(text, query).map((span, index) => ({ ...span, index }))

type MarksProps = {
  text: string
  marks: readonly Mark[]
  /** Which of the matches is looked at. */
  current?: number | undefined
  currentRef?: Ref<HTMLElement> | undefined
}

/** A text with matches in it marked. */
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
  /** Folded; empty where nothing is looked for. */
  query: string
}

/** A text with what was found in it marked. */
export const Marked = ({ query, ...props }: Props) => <MarkedAt {...props} marks={marksOf(props.text, query)} />
