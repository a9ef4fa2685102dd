import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type Ref, useMemo } from 'react'
import type { Document } from '#features/documents/documents.contract.ts'
import { formatBytes, useWords } from '#web/words.ts'
import { readingEn } from '../../reading.en.ts'
import { FileDocument } from '../FileDocument.tsx'
import { Marked } from '../find/Marked.tsx'
import { useFind } from '../find/useFind.ts'
import { ReaderFrame } from '../ReaderFrame.tsx'
import { useScroller } from '../useScroller.ts'
import { CutNotice, EmptyFile } from './CutNotice.tsx'
import { decodeText, maxTextBytes } from './decode.ts'
import { type TextBlocks, textBlocks } from './textBlocks.ts'
import { useFoundRow } from './useFoundRow.ts'

const lineHeight = 24

type BlockProps = {
  text: string
  index: number
  /** Pixels from the top. */
  start: number
  query: string
  current: number | undefined
  mark: Ref<HTMLElement>
  measure: Ref<HTMLDivElement>
}

/** Scrolling renders all that are in view again; those that did not change are left as they are. */
const Block = memo(({ text, index, start, query, current, mark, measure }: BlockProps) => (
  <div
    data-index={index}
    ref={measure}
    dir="auto"
    className="wrap-anywhere absolute top-0 left-0 w-full whitespace-pre-wrap px-4 leading-6 contain-content [unicode-bidi:plaintext]"
    style={{ transform: `translateY(${start}px)` }}
  >
    <Marked text={text} query={query} current={current} currentRef={mark} />
  </div>
))

const TextReader = ({ document, blocks }: { document: Document; blocks: TextBlocks }) => {
  const words = useWords(readingEn)
  const [scroller, scrollerRef] = useScroller()
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count: blocks.count,
    getScrollElement: () => scroller,
    estimateSize: (index) => blocks.linesOf(index) * lineHeight,
    overscan: 1,
    useFlushSync: false,
    paddingStart: 16,
    paddingEnd: 16,
  })
  const searchable = useMemo(() => ({ count: blocks.count, textOf: (unit: number) => blocks.blockAt(unit - 1) }), [blocks])
  const find = useFind(searchable, () => (virtual.getVirtualItemForOffset(virtual.scrollOffset ?? 0)?.index ?? 0) + 1)
  const mark = useFoundRow(virtual, find.place)
  if (blocks.count === 0) return <EmptyFile />
  const isCut = blocks.isCut || document.fileSize > maxTextBytes
  return (
    <ReaderFrame find={find} scroller={scroller}>
      {isCut && <CutNotice>{words.cut(formatBytes(Math.min(document.fileSize, maxTextBytes)), formatBytes(document.fileSize))}</CutNotice>}
      <section
        ref={scrollerRef}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard
        tabIndex={0}
        aria-label={words.textOf(document.title)}
        className="min-h-0 flex-1 overflow-auto overscroll-contain bg-surface -outline-offset-2"
      >
        <div className="relative mx-auto max-w-[80ch]" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <Block
              key={index}
              text={blocks.blockAt(index)}
              query={find.query}
              current={find.place?.unit === index + 1 ? find.place.index : undefined}
              measure={virtual.measureElement}
              {...{ index, start, mark }}
            />
          ))}
        </div>
      </section>
    </ReaderFrame>
  )
}

const make = async (bytes: Uint8Array, signal: AbortSignal): Promise<TextBlocks> => textBlocks(decodeText(bytes), signal)

/** Texts, and Markdown as it was written. */
export const TextDocument = ({ document, onClose }: { document: Document; onClose: () => void }) => (
  <FileDocument {...{ document, make, onClose }} mostBytes={maxTextBytes}>
    {(blocks) => <TextReader document={document} blocks={blocks} />}
  </FileDocument>
)
