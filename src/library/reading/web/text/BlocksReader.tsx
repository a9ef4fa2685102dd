import { useVirtualizer } from '@tanstack/react-virtual'
import { type ComponentType, type Ref, useMemo } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { formatBytes, useWords } from '#web/words.ts'
import { readingEn } from '../../reading.en.ts'
import { useFind } from '../find/useFind.ts'
import { ReaderFrame } from '../ReaderFrame.tsx'
import { useScroller } from '../useScroller.ts'
import { CutNotice, EmptyFile } from './CutNotice.tsx'
import { maxTextBytes } from './decode.ts'
import { useFoundRow } from './useFoundRow.ts'

/** A text in blocks that are each rendered as a whole, counted from 0. */
export type Blocks = {
  readonly count: number
  /** The text that is searched. */
  readonly textOf: (index: number) => string
  /** Estimated height in pixels, until it is measured. */
  readonly heightOf: (index: number) => number
  /** True if the text continues but the rest is not shown. */
  readonly isCut: boolean
}

export type BlockProps<B extends Blocks> = {
  blocks: B
  index: number
  /** Pixels from the top. */
  start: number
  query: string
  /** The index of the current match in this block. */
  current: number | undefined
  mark: Ref<HTMLElement>
  measure: Ref<HTMLDivElement>
}

/** The style of every block: full width, positioned absolutely. */
export const blockStyle = 'wrap-anywhere absolute top-0 left-0 w-full px-4 contain-content'

type Props<B extends Blocks> = {
  document: Document
  blocks: B
  /** Scrolling re-renders all visible blocks, so it should be memoized. */
  Block: ComponentType<BlockProps<B>>
}

/** A text of any length, of which only the visible part is rendered. */
export const BlocksReader = <B extends Blocks>({ document, blocks, Block }: Props<B>) => {
  const words = useWords(readingEn)
  const [scroller, scrollerRef] = useScroller()
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count: blocks.count,
    getScrollElement: () => scroller,
    estimateSize: blocks.heightOf,
    overscan: 1,
    useFlushSync: false,
    paddingStart: 16,
    paddingEnd: 16,
  })
  const searchable = useMemo(() => ({ count: blocks.count, textOf: (unit: number) => blocks.textOf(unit - 1) }), [blocks])
  const find = useFind(searchable, () => (virtual.getVirtualItemForOffset(virtual.scrollOffset ?? 0)?.index ?? 0) + 1)
  const mark = useFoundRow(virtual, find.place)
  if (blocks.count === 0) return <EmptyFile />
  const isCut = blocks.isCut || document.fileSize > maxTextBytes
  return (
    <ReaderFrame find={find} scroller={scroller}>
      {isCut && <CutNotice>{words.cut(formatBytes(Math.min(document.fileSize, maxTextBytes)), formatBytes(document.fileSize))}</CutNotice>}
      <section
        ref={scrollerRef}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={words.textOf(document.title)}
        className="min-h-0 flex-1 overflow-auto overscroll-contain bg-surface -outline-offset-2"
      >
        <div className="relative mx-auto max-w-[80ch]" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <Block
              key={index}
              query={find.query}
              current={find.place?.unit === index + 1 ? find.place.index : undefined}
              measure={virtual.measureElement}
              {...{ blocks, index, start, mark }}
            />
          ))}
        </div>
      </section>
    </ReaderFrame>
  )
}
