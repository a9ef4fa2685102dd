import { Fragment, type ReactNode, type Ref } from 'react'
import { MarkedAt, marksOf } from '../../find/Marked.tsx'
import type { Styled } from './emphasis.ts'

const Link = ({ href, children }: { href: string; children: ReactNode }) => (
  <a
    href={href}
    target="_blank"
    rel="noopener noreferrer"
    className="rounded-sm underline decoration-1 underline-offset-4 hover:decoration-2"
  >
    {children}
  </a>
)

const Piece = ({ styled: { bold, italic, strike, code, href }, children }: { styled: Styled; children: ReactNode }) => {
  let shown = children
  if (code) shown = <code className="rounded bg-background px-1 font-mono text-sm">{shown}</code>
  if (strike) shown = <s>{shown}</s>
  if (italic) shown = <em>{shown}</em>
  if (bold) shown = <strong>{shown}</strong>
  return href ? <Link href={href}>{shown}</Link> : shown
}

type Props = {
  pieces: readonly Styled[]
  query: string
  /** The index of the current match in this text. */
  current: number | undefined
  mark: Ref<HTMLElement>
}

/** A text in styled pieces, with marked matches that may span several pieces. */
export const FormattedText = ({ pieces, query, current, mark }: Props) => {
  const marks = marksOf(pieces.map(({ text }) => text).join(''), query)
  let end = 0
  return pieces.map((styled, place) => {
    const start = end
    end += styled.text.length
    const within = marks
      .filter((each) => each.start < start + styled.text.length && each.end > start)
      .map((each) => ({ index: each.index, start: Math.max(0, each.start - start), end: Math.min(styled.text.length, each.end - start) }))
    const text = <MarkedAt text={styled.text} marks={within} current={current} currentRef={mark} />
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity than their place.
      <Fragment key={place}>
        <Piece styled={styled}>{text}</Piece>
      </Fragment>
    )
  })
}
