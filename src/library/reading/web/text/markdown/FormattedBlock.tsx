// biome-ignore-all lint/suspicious/noArrayIndexKey: the parts of a block have no identity other than their place.
import { memo, type ReactNode } from 'react'
import { countIn, foldText } from '#library/extraction/extraction.find.policy.ts'
import { useWords } from '#web/words.ts'
import { readingEn } from '../../../reading.en.ts'
import { type BlockProps, blockStyle } from '../BlocksReader.tsx'
import type { MarkdownBlock } from './blocks.ts'
import { FormattedText } from './FormattedText.tsx'
import { type FormattedBlocks, stylesOf } from './formattedBlocks.ts'
import { textsOf } from './markdownText.ts'

/** The document's title above is a heading of the second level. */
const headings = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const
const headingStyles = ['text-2xl', 'text-xl', 'text-lg', '', '', 'text-muted']
const indents = ['', 'ml-6', 'ml-12', 'ml-18', 'ml-24']

const Table = ({ columns, cells }: { columns: number; cells: readonly ReactNode[] }) => {
  const rows = Array.from({ length: cells.length / columns }, (_, row) => cells.slice(row * columns, (row + 1) * columns))
  const [heading = [], ...others] = rows
  const style = 'border border-line px-2 py-1 text-left align-top min-w-20'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section tabIndex={0} aria-label={useWords(readingEn).table} className="overflow-x-auto">
      <table className="border-collapse">
        <thead>
          <tr>
            {heading.map((cell, column) => (
              <th key={column} dir="auto" className={`${style} bg-background font-semibold`}>
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {others.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column} dir="auto" className={style}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Content = ({ block, texts }: { block: MarkdownBlock; texts: readonly ReactNode[] }) => {
  switch (block.kind) {
    case 'heading': {
      const Heading = headings[block.level - 1] ?? 'h6'
      return (
        <Heading dir="auto" className={`pt-2 font-semibold ${headingStyles[block.level - 1]}`}>
          {texts}
        </Heading>
      )
    }
    case 'list':
      return (
        <ul>
          {block.items.map(({ depth, marker }, at) => (
            <li key={at} dir="auto" className={`flex gap-2 py-0.5 ${indents[depth]}`}>
              <span aria-hidden={marker === '•'} className="shrink-0 tabular-nums">
                {marker}
              </span>
              <span className="min-w-0 whitespace-pre-line">{texts[at]}</span>
            </li>
          ))}
        </ul>
      )
    case 'table':
      return <Table columns={block.heading.length} cells={texts} />
    case 'rule':
      return <hr className="my-2 border-line" />
    case 'code':
      return <pre className="whitespace-pre-wrap rounded bg-background p-3 font-mono text-sm">{texts}</pre>
    default:
      return (
        <p dir="auto" className={block.kind === 'plain' ? 'whitespace-pre-wrap' : 'whitespace-pre-line'}>
          {texts}
        </p>
      )
  }
}

const Quoted = ({ times, children }: { times: number; children: ReactNode }): ReactNode =>
  times === 0 ? (
    children
  ) : (
    <blockquote className="border-line border-l-4 pl-3">
      <Quoted times={times - 1}>{children}</Quoted>
    </blockquote>
  )

/** Renders one block of Markdown. */
export const FormattedBlock = memo(({ blocks, index, start, query, current, mark, measure }: BlockProps<FormattedBlocks>) => {
  const block = blocks.blockAt(index)
  if (!block) return null
  let before = 0
  const texts = textsOf(block).map((text, at) => {
    const pieces = stylesOf(block, text)
    const first = before
    if (current !== undefined) before += countIn(foldText(pieces.map((piece) => piece.text).join('')), query)
    return <FormattedText key={at} {...{ pieces, query, mark }} current={current === undefined ? undefined : current - first} />
  })
  return (
    <div data-index={index} ref={measure} className={`${blockStyle} py-1.5 leading-6`} style={{ transform: `translateY(${start}px)` }}>
      <Quoted times={block.quote}>
        <Content block={block} texts={texts} />
      </Quoted>
    </div>
  )
})
